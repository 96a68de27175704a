// Hold to look: the key is fetched when a hand asks for it and forgotten when the hand lets go.

import { say, sayError } from "./phrase.js";
import { notice } from "./moves.js";

/**
 * Make `button` the bar that is held. `isToggled()` says whether a tap opens and the next closes;
 * `place` has `show(key)` and `hide()`. Gives {close, renew, retitle, isOpen}.
 */
export function makeLook(button, api, isToggled, place) {
  const words = button.querySelector("#look-words");
  const eye = button.querySelector("use");
  let isWanted = false;

  function showAs(isOpen) {
    document.body.classList.toggle("key-open", isOpen);
    button.setAttribute("aria-pressed", String(isOpen));
    eye.setAttribute("href", isOpen ? "#eye-open" : "#eye-closed");
    words.textContent = say(isToggled() ? (isOpen ? "look.tap.close" : "look.tap.open")
      : (isOpen ? "look.let-go" : "look.hold"));
  }

  async function open() {
    if (isWanted || button.disabled) return;
    isWanted = true;
    await fetchKey();
  }

  async function fetchKey() {
    try {
      const answer = await fetch(`${api}/key`, { cache: "no-store" });
      const body = await answer.json();
      if (!isWanted) return;
      if (!answer.ok) {
        close();
        notice(sayError(body.error));
        return;
      }
      place.show(body);
      showAs(true);
    } catch {
      close();
      notice(say("move.offline"));
    }
  }

  /** After a move: what is open is fetched anew (it may be another game's), the rest is hidden. */
  function renew() {
    if (isWanted) fetchKey();
    else close();
  }

  function close() {
    // What the end of a game has laid open for all is not this bar's to close.
    if (!isWanted) return;
    isWanted = false;
    place.hide();
    showAs(false);
  }

  button.addEventListener("pointerdown", (event) => {
    if (isToggled() || event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    open();
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(kind, () => { if (!isToggled()) close(); });
  }
  button.addEventListener("click", () => {
    if (isToggled()) (isWanted ? close : open)();
  });
  button.addEventListener("keydown", (event) => {
    if (!isToggled() && [" ", "Enter"].includes(event.key)) {
      event.preventDefault();
      if (!event.repeat) open();
    }
  });
  button.addEventListener("keyup", () => { if (!isToggled()) close(); });
  button.addEventListener("blur", () => { if (!isToggled()) close(); });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  // A phone that is laid aside or locked shows nothing when it wakes.
  document.addEventListener("visibilitychange", close);
  window.addEventListener("pagehide", close);
  window.addEventListener("blur", close);
  showAs(false);
  return { close, renew, retitle: () => showAs(false), isOpen: () => isWanted };
}
