// What the pages of desk and league share: words, elements, the newest view, moves, sheets.

import { betweenTaps } from "./between-taps.js";

const WORDS = JSON.parse(document.body.dataset.words);
const SILENT_MS = 25000;
const AGAIN_MS = 700;
const NOTICE_MS = 7000;

/** The phrase of that name, with {place} filled in. */
export function say(name, values = {}) {
  const phrase = WORDS[name] ?? name;
  return phrase.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}

/** Whether there is such a phrase. */
export const knows = (name) => name in WORDS;

/** Make an element: h("button", {class: "main", onclick: f}, "text", child). */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value === "boolean") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child != null && child !== false));
  return made;
}

/** Put children into the element with that id, in place of what was there. */
export function put(id, ...children) {
  const place = document.getElementById(id);
  place?.replaceChildren(...children.flat().filter((child) => child != null && child !== false));
  return place;
}

// Held here, since a sheet that is filled anew throws out what lay in it.
const NOTICE = document.getElementById("notice");
let noticeTimer = 0;
/** Say a word at the lower edge; the next one takes its place. */
export function notice(text) {
  clearTimeout(noticeTimer);
  // A dialog lies above everything else, so the word is said inside it.
  const sheet = document.getElementById("sheet");
  (sheet?.open ? sheet : document.body).append(NOTICE);
  NOTICE.textContent = text;
  NOTICE.hidden = !text;
  if (text) noticeTimer = setTimeout(() => { NOTICE.hidden = true; }, NOTICE_MS);
}

/** Send JSON (or a file); gives {ok, status, body}. Never throws: no network is an answer too. */
export async function post(address, content, type = "application/json") {
  try {
    const body = type === "application/json" ? JSON.stringify(content ?? {}) : content;
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": type }, body, cache: "no-store" });
    return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) };
  } catch {
    return { ok: false, status: 0, body: { error: { code: "offline" } } };
  }
}

/** Why something was refused, as a sentence in the reader's language. */
export function whyNot(body) {
  const error = body.error ?? {};
  if (error.code === "offline") return say("offline");
  if (error.code === "table/stale-revision") return say("moved_on");
  const told = error.finding && knows(error.finding) ? say(error.finding, error.values) : error.message ?? "?";
  const sentence = told.charAt(0).toUpperCase() + told.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Follow an address that streams whole views. */
export function follow(api, onView) {
  const draw = betweenTaps(onView);
  const strip = document.getElementById("stale");
  let newest = null;
  let source = null;
  let heardAt = performance.now();
  let timer = 0;

  function take(view) {
    heardAt = performance.now();
    strip.hidden = true;
    newest = view;
    draw(view);
  }
  function stale() {
    strip.textContent = say("stale");
    strip.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(wake, AGAIN_MS);
  }
  function open() {
    source?.close();
    source = new EventSource(`${api}/stream`);
    source.onmessage = (event) => take(JSON.parse(event.data));
    source.addEventListener("beat", () => { heardAt = performance.now(); strip.hidden = true; });
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) stale(); else strip.hidden = false, strip.textContent = say("stale"); };
  }
  async function refresh() {
    const answer = await fetch(api, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const view = await answer.json();
    if (!newest || view.revision >= newest.revision) take(view);
    return newest;
  }
  async function wake() {
    if (document.visibilityState === "hidden") return;
    try { await refresh(); open(); } catch { stale(); }
  }
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") source?.close(); else wake();
  });
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("online", wake);
  setInterval(() => {
    if (document.visibilityState === "visible" && performance.now() - heardAt > SILENT_MS) { heardAt = performance.now(); wake(); }
  }, 3000);
  open();
  return { view: () => newest, refresh };
}

/**
 * A mover: `move("drop", {player})` gives true when it was accepted, and says why when not.
 * Moves go one after the other: a quick hand's second tap waits for the answer to the first.
 */
export function makeMover(address, live) {
  let last = Promise.resolve();
  async function send(action, fields, seen) {
    const revision = seen ?? live.view()?.revision ?? 0;
    const answer = await post(`${address}/moves`, { revision, action, ...fields });
    await live.refresh().catch(() => {});
    notice(answer.ok ? "" : whyNot(answer.body));
    return answer.ok;
  }
  return function move(action, fields = {}, seen = null) {
    const mine = last.then(() => send(action, fields, seen));
    last = mine.catch(() => false);
    return mine;
  };
}

let opened = 0; // how often a sheet was opened

/** Open the sheet with this content; gives a function that closes it. */
export function openSheet(title, ...children) {
  opened += 1;
  const sheet = document.getElementById("sheet");
  const close = () => sheet.close();
  sheet.replaceChildren(
    h("header", { class: "row spread" }, h("h2", {}, title),
      h("button", { class: "plain", onclick: close, "aria-label": say("close") }, "✕")),
    ...children.flat().filter((child) => child != null && child !== false),
  );
  if (!sheet.open) sheet.showModal();
  return close;
}

/** Close the sheet if it is open. */
export const closeSheet = () => document.getElementById("sheet").close();

/** Close the sheet once a move was accepted; one that was opened meanwhile stays. */
export async function closeAfter(moving) {
  const meant = opened;
  if (await moving && meant === opened) closeSheet();
}

/** Ask for a text; gives it, or null. */
export function ask(title, label, { value = "", note = "" } = {}) {
  return new Promise((answer) => {
    const input = h("input", { type: "text", maxlength: "110", value });
    const form = h("form", { class: "stack", method: "dialog" }, note && h("p", {}, note),
      h("label", {}, label, input), h("button", { class: "main" }, say("ok")));
    form.addEventListener("submit", (event) => { event.preventDefault(); close(); answer(input.value.trim()); });
    const close = openSheet(title, form);
    document.getElementById("sheet").addEventListener("close", () => answer(null), { once: true });
    input.focus();
  });
}

/** A labelled choice of one out of some: [[value, label], ...]. */
export function choices(name, options, checked) {
  return h("div", { class: "choices" }, options.map(([value, label]) => h("label", {},
    h("input", { type: "radio", name, value, checked: value === checked }), h("span", {}, label))));
}

/** Seconds left on a match clock, by the server's time; null without one. */
export function makeClock() {
  let clock = null;
  let offset = 0;
  return {
    set(view) { clock = view.clock; offset = view.now_s - Date.now() / 1000; },
    left() {
      if (!clock) return null;
      const running = clock.since_s == null ? 0 : Date.now() / 1000 + offset - clock.since_s;
      return clock.limit_s - clock.ran_s - Math.max(0, running);
    },
    get runs() { return clock?.since_s != null; },
    get started() { return clock != null && (clock.since_s != null || clock.ran_s > 0); },
  };
}

/** Minutes and seconds. */
export function clockText(left) {
  const whole = Math.max(0, Math.ceil(left));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
