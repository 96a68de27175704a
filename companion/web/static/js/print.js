// The print shop: a wish, the first sheet as it changes, and the file when it is made.

import { makeDrawing } from "./key-drawing.js";
import { post, sentence } from "./moves.js";

const PREVIEW_AFTER_MS = 350;
const ASK_EVERY_MS = 400;
const FIELDS_OF = {
  cards: ["deck", "size", "flip", "bleed", "ink", "font", "files", "printer", "paper"],
  keys: ["edition", "size", "flip", "bleed", "ink", "files", "printer", "paper", "count"],
  covers: ["edition", "size", "flip", "bleed", "ink", "files", "printer", "paper"],
  rules: ["edition", "printer", "paper"],
  alignment: ["flip", "printer", "paper"],
  inlay: ["deck", "printer", "paper"],
};
const OF_EVERY_SHEET = ["printer", "paper"];

const OWN_NAMES = ["name_orange", "name_yellow"];
const OWN_COLOURS = { color_orange: "--orange", color_yellow: "--yellow", color_neutral: "--neutral", color_game_over: "--game-over" };
const CLASSIC_COLOURS = { color_orange: "--red", color_yellow: "--blue" };

const api = document.body.dataset.api;
const form = document.getElementById("wish");
const picture = document.getElementById("preview");
const refused = document.getElementById("refused");
const progress = document.getElementById("progress");
const progressText = document.getElementById("progress-text");
const file = document.getElementById("fetch");
let timer = 0;
let asked = 0;
let order = 0;

const drawing = makeDrawing({
  edition: () => form.elements.edition.value,
  codeOf: (grid) => post(`${api}/key`, { grid, edition: form.elements.edition.value }),
  onChange(codes) {
    form.elements.codes.value = codes.join(",");
    changed();
  },
  onRefused: (body) => refuse(body),
});

function hasOwnLook(what) {
  return what === "keys" || what === "covers";
}

function usualColour(name) {
  const edition = form.elements.edition.value;
  const variable = (edition === "classic" && CLASSIC_COLOURS[name]) || OWN_COLOURS[name];
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim().toLowerCase();
}

function ownColours() {
  return Object.keys(OWN_COLOURS).filter((name) => form.elements[name].dataset.own);
}

function showUsualColours() {
  for (const name of Object.keys(OWN_COLOURS)) {
    const field = form.elements[name];
    if (!field.dataset.own) field.value = usualColour(name);
  }
}

function wish() {
  const all = Object.fromEntries(new FormData(form));
  const wanted = new Set(["what", ...(FIELDS_OF[all.what] ?? OF_EVERY_SHEET)]);
  if (wanted.has("deck") && all.deck === "words") wanted.add("words").add("language");
  if (wanted.has("size") && all.size === "own") wanted.add("own_size");
  if (hasOwnLook(all.what)) for (const name of [...OWN_NAMES, ...ownColours()]) wanted.add(name);
  if (all.what === "keys") wanted.add("codes");
  const wished = Object.entries(all).filter(([name]) => wanted.has(name));
  return { ...Object.fromEntries(wished), reader: document.documentElement.lang };
}

function showFields() {
  const what = form.elements.what.value;
  const wanted = FIELDS_OF[what] ?? OF_EVERY_SHEET;
  for (const field of form.querySelectorAll(".fields [data-field]")) {
    field.hidden = !wanted.includes(field.dataset.field);
  }
  const isOwnSize = wanted.includes("size") && form.elements.size.value === "own";
  form.querySelector("[data-field=own_size]").hidden = !isOwnSize;
  document.getElementById("own-words").hidden = !(wanted.includes("deck") && form.elements.deck.value === "words");
  document.getElementById("own-deck").hidden = !wanted.includes("deck");
  for (const part of ["drawing", "blank", "dealt"]) document.getElementById(part).hidden = what !== "keys";
  document.getElementById("own-look").hidden = !hasOwnLook(what);
  document.getElementById("of-covers").hidden = what !== "covers";
}

function refuse(body) {
  const message = body?.error?.message;
  refused.textContent = message ? sentence(message) : "";
  refused.hidden = !message;
}

async function preview() {
  const number = ++asked;
  picture.classList.add("waiting");
  try {
    const answer = await fetch(`${api}/preview`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish()),
      cache: "no-store",
    });
    if (number !== asked) return;
    if (!answer.ok) {
      refuse(await answer.json().catch(() => ({})));
      return;
    }
    const sheet = await answer.blob();
    if (number !== asked) return;
    const old = picture.src;
    picture.src = URL.createObjectURL(sheet);
    picture.hidden = false;
    picture.classList.remove("waiting");
    if (old) URL.revokeObjectURL(old);
    refuse(null);
  } catch {
    // No network for a moment: the next change asks again.
  }
}

function changed() {
  showFields();
  order += 1; // a file in the making belongs to the old wish
  file.hidden = true;
  progress.hidden = true;
  clearTimeout(timer);
  timer = setTimeout(preview, PREVIEW_AFTER_MS);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

async function follow(job, number) {
  const bar = progress.querySelector("progress");
  while (number === order) {
    const answer = await fetch(`${api}/jobs/${job}`, { cache: "no-store" }).catch(() => null);
    const now = answer?.ok ? await answer.json() : null;
    if (number !== order) return;
    if (now?.state === "done") {
      bar.value = 1;
      progressText.textContent = progressText.dataset.ready;
      file.href = `${api}/jobs/${job}/file`;
      file.download = now.name;
      file.hidden = false;
      file.focus();
      return;
    }
    if (now?.state === "failed" || answer?.status === 404) {
      progress.hidden = true;
      refuse({ error: { message: now?.message ?? "" } });
      return;
    }
    if (now?.of) {
      bar.value = now.done / now.of;
      progressText.textContent = fill(progressText.dataset.working, now);
    }
    await new Promise((wait) => setTimeout(wait, ASK_EVERY_MS));
  }
}

async function send(kind, chosen) {
  const sent = new FormData();
  for (const one of chosen.files) sent.append("files", one);
  const answer = await fetch(`${api}/${kind}`, { method: "POST", body: sent, cache: "no-store" }).catch(() => null);
  const body = (await answer?.json().catch(() => null)) ?? {};
  chosen.value = "";
  if (!answer?.ok) {
    refuse(body);
    return null;
  }
  const choice = form.elements[kind];
  const known = [...choice.options].find((option) => option.value === body[kind]);
  if (!known) choice.add(new Option(body.label, body[kind]), 0);
  choice.value = body[kind];
  return body;
}

/** A deck or a font: what is to be said of the deck may be another after either. */
async function take(kind, chosen) {
  const body = await send(kind, chosen);
  if (!body) return;
  document.getElementById("remarks").replaceChildren(
    ...(body.remarks ?? []).map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }),
  );
  changed();
}

document.getElementById("files").addEventListener("change", (event) => {
  event.stopPropagation();
  if (event.target.files.length) take("deck", event.target);
});
document.getElementById("font-file").addEventListener("change", (event) => {
  event.stopPropagation();
  if (event.target.files.length) take("font", event.target);
});
form.addEventListener("input", (event) => {
  if (event.target.type === "color") event.target.dataset.own = "yes";
  if (event.target.type !== "file") changed();
});
form.elements.edition.addEventListener("change", () => {
  drawing.draw();
  showUsualColours();
});
document.getElementById("usual-colours").addEventListener("click", () => {
  for (const name of Object.keys(OWN_COLOURS)) delete form.elements[name].dataset.own;
  showUsualColours();
  changed();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const number = ++order;
  refuse(null);
  file.hidden = true;
  progress.hidden = false;
  progress.querySelector("progress").removeAttribute("value");
  progressText.textContent = progressText.dataset.begin;
  const begun = await post(`${api}/jobs`, wish());
  if (!begun.ok) {
    progress.hidden = true;
    refuse(begun.body);
    return;
  }
  await follow(begun.body.job, number);
});

showUsualColours();
showFields();
preview();
