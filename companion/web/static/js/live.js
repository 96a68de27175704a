// Keeps a page's view the newest there is: a stream of whole views, and a fresh look after sleep.

import { betweenTaps } from "./between-taps.js";
import { say } from "./phrase.js";

const SILENT_MS = 25000; // two heartbeats and a half: the line is dead though nobody said so
const HIDDEN_MS = 15000; // a page that nobody looks at gives its line back: browsers have six to a host
const AGAIN_MS = [250, 500, 700]; // the page is right within a second of the network's return
const DOUBT_MS = 500; // woken, and no word yet: what is shown may be old
const PATIENCE_MS = 4000; // a look that hangs in a line that died is given up

/**
 * Follow a table. `onView` gets each whole view; a strip says when the page is no longer live.
 * Returns {view(), refresh()}.
 */
export function follow(api, onView, onRefused = () => {}) {
  const draw = betweenTaps(onView);
  const strip = document.getElementById("stale");
  let source = null;
  let newest = null;
  let heardAt = performance.now();
  let tries = 0;
  let timer = 0;
  let doubt = 0;

  function take(view) {
    heardAt = performance.now();
    tries = 0;
    clearTimeout(doubt);
    strip.hidden = true;
    // Two looks may cross on the way; the older one is dropped. After a restart the table may
    // begin at a lower revision, and then the stream (always the newest) is believed.
    newest = view;
    draw(view);
  }

  function stale() {
    strip.textContent = say(navigator.onLine === false ? "stale.offline" : "stale.lost");
    strip.hidden = false;
  }

  function open() {
    clearTimeout(timer);
    if (source) source.close();
    source = new EventSource(`${api}/stream`);
    source.onmessage = (event) => take(JSON.parse(event.data));
    source.addEventListener("beat", () => {
      heardAt = performance.now();
      strip.hidden = true;
    });
    source.addEventListener("gone", () => refresh().catch(stale));
    source.onerror = () => {
      stale();
      // A browser gives up for good when it was refused: ask why, and try again ourselves.
      if (source.readyState === EventSource.CLOSED) later();
    };
  }

  function later() {
    clearTimeout(timer);
    const wait = AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)];
    tries += 1;
    timer = setTimeout(wake, wait);
  }

  async function refresh() {
    const given = new AbortController();
    const patience = setTimeout(() => given.abort(), PATIENCE_MS);
    const answer = await fetch(api, { cache: "no-store", signal: given.signal });
    clearTimeout(patience);
    if (answer.status === 401 || answer.status === 403) {
      source?.close();
      onRefused();
      return newest;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    const view = await answer.json();
    if (!newest || view.revision >= newest.revision) take(view);
    return newest;
  }

  // Phones kill sockets in their sleep without a word: look first, then listen anew.
  async function wake() {
    if (document.visibilityState === "hidden") return;
    clearTimeout(doubt);
    doubt = setTimeout(stale, DOUBT_MS);
    try {
      await refresh();
      open();
    } catch {
      stale();
      later();
    }
  }

  let leaving = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.visibilityState === "hidden") leaving = setTimeout(() => source?.close(), HIDDEN_MS);
    else wake();
  });
  document.addEventListener("resume", wake); // a page that was frozen
  window.addEventListener("online", wake);
  window.addEventListener("offline", stale);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("pagehide", () => source?.close());
  setInterval(() => {
    if (document.visibilityState === "visible" && performance.now() - heardAt > SILENT_MS) {
      heardAt = performance.now();
      stale();
      wake();
    }
  }, 2000);

  open();
  return { view: () => newest, refresh };
}
