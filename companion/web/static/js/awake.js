// Keeps the screen awake. Browsers allow the wake lock only in safe pages (https, or this machine);
// elsewhere a silent film that plays on does the same on most phones.

import { say } from "./phrase.js";

/** Wire a checkbox; `remember` keeps what was chosen. */
export function keepAwake(checkbox, note, remember) {
  let lock = null;
  let film = null;

  async function hold() {
    if (!checkbox.checked || document.visibilityState !== "visible") return;
    try {
      if ("wakeLock" in navigator) {
        if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
        tell("awake.yes");
        return;
      }
      film ??= makeFilm();
      await film.play();
      tell("awake.film");
    } catch {
      tell("awake.no");
    }
  }

  function makeFilm() {
    const made = document.createElement("video");
    made.loop = true;
    made.playsInline = true;
    made.disableRemotePlayback = true;
    made.src = "/static/still.mp4";
    made.className = "still";
    made.setAttribute("aria-hidden", "true");
    document.body.append(made);
    return made;
  }

  function letGo() {
    lock?.release().catch(() => {});
    lock = null;
    film?.pause();
    tell("");
  }

  function tell(name) {
    note.textContent = name ? say(name) : "";
    note.hidden = !name;
  }

  checkbox.checked = remember.get("awake", "yes") === "yes";
  checkbox.addEventListener("change", () => {
    remember.set("awake", checkbox.checked ? "yes" : "no");
    (checkbox.checked ? hold : letGo)();
  });
  // A lock is lost with every look away, and a film may only begin under a finger.
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("pointerup", () => { if (!lock || lock.released) hold(); });
  if ("wakeLock" in navigator) hold();
}
