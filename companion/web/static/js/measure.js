// Measuring the camera: lens and colours step by step, and a frame drawn around the cards.

import { drawCorners } from "./corners.js";
import { drawTarget } from "./lens-drawing.js";
import { notice, post } from "./moves.js";
import { say, sayCount, sayError, sayHint } from "./phrase.js";

const QUICK_MS = 400;
const CALM_MS = 2500;

const { api } = document.body.dataset;
const byId = (id) => document.getElementById(id);
let timer = 0;

const corners = drawCorners({
  stage: byId("stage"),
  layer: byId("corners"),
  done: (place) => send("place", { corners: place }),
  changed: look,
});

byId("place-begin").addEventListener("click", () => corners.begin());
byId("place-turn").addEventListener("click", () => corners.turn());
byId("place-stop").addEventListener("click", () => corners.stop());
byId("place-done").addEventListener("click", () => corners.finish());
byId("place-forget").addEventListener("click", () => send("place", { corners: null }));
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => send("steps", { step: button.dataset.step || null }));
}
look();

async function look() {
  clearTimeout(timer);
  let wait = CALM_MS;
  if (document.visibilityState === "visible") {
    try {
      const answer = await fetch(`${api}/camera/steps`, { cache: "no-store" });
      if (answer.ok) {
        const known = await answer.json();
        show(known);
        if (known.step && !known.step.is_over) wait = QUICK_MS;
      }
    } catch { /* the strip says that the line is dead */ }
  }
  timer = setTimeout(look, wait);
}

async function send(where, wish) {
  const answer = await post(`${api}/camera/${where}`, wish);
  if (!answer.ok) {
    notice(sayError(answer.body.error));
    return false;
  }
  show(answer.body);
  look();
  return true;
}

function show(known) {
  const step = known.step?.step;
  showKnown(known);
  for (const name of ["lens", "colours", "place"]) {
    const isOther = (step && step !== name) || (corners.isActive() && name !== "place");
    byId(name).hidden = !known.camera || isOther || (!known.is_open && step !== name);
  }
  showWhen(byId("lens"), step === "lens" ? (known.step.is_over ? "over" : "active") : "idle");
  showWhen(byId("colours"), step === "colours" ? (known.step.is_over ? "over" : "active") : "idle");
  showWhen(byId("place"), corners.isActive() ? "active" : "idle");
  byId("place-forget").hidden = !known.place || corners.isActive();
  if (step && corners.isActive()) corners.stop();
  if (!corners.isActive()) corners.remember(known.place);
  if (step === "lens") showLens(known.step);
  else drawTarget(byId("lens-drawing"), null);
  if (step === "colours") showColours(known.step);
}

function showWhen(section, now) {
  for (const part of section.querySelectorAll("[data-when]")) {
    part.hidden = !part.dataset.when.split(" ").includes(now);
  }
}

function showKnown(known) {
  const [width, height] = known.size ?? [];
  byId("which-camera").textContent = !known.camera
    ? say("measure.none")
    : known.size ? say("measure.camera", { camera: known.camera, width, height }) : known.camera;
  const lines = [];
  if (known.camera) {
    lines.push(say(`measure.lens.${known.lens ?? "none"}`));
    lines.push(say(`measure.colours.${known.colours ? "yes" : "no"}`));
    lines.push(say(`measure.place.${known.place ? "yes" : "no"}`));
    const named = (names) => names.map((name) => say(`measure.what.${name}`)).join(", ");
    if (known.held?.length) lines.push(say("measure.held", { what: named(known.held) }));
    if (known.kept?.length) lines.push(say("measure.kept", { what: named(known.kept) }));
  }
  list(byId("known"), lines);
  byId("busy").hidden = !known.camera || known.is_open;
  byId("busy").textContent = say("measure.busy");
}

function showLens(step) {
  const progress = step.progress;
  const advice = progress?.advice ?? "no_target";
  byId("lens-advice").textContent = say(`lens.${advice}${progress?.tilt ? `.${progress.tilt}` : ""}`);
  byId("lens-count").textContent = sayCount("lens.views", progress?.views ?? 0);
  drawTarget(byId("lens-drawing"), progress);
  if (!step.is_over) return;
  const isKnown = step.verdict !== "fail";
  byId("lens-verdict").textContent = say(isKnown ? `lens.${step.verdict}` : `lens.fail.${step.reason}`);
  byId("lens-figures").textContent = isKnown ? say("lens.figures", {
    focal: step.focal_px, bent: step.bent_px, left: step.left_px, used: step.used, unsure: step.unsure_px,
  }) : "";
  list(byId("lens-notes"), (step.warnings ?? []).map(sayHint));
}

function showColours(step) {
  const wanted = step.kinds.find((kind) => kind.is_wanted);
  const isWhole = step.kinds.every((kind) => kind.is_taken);
  byId("colours-advice").textContent = !step.is_seen
    ? say("colours.no_table")
    : isWhole ? say("colours.all")
      : step.is_tagged || !wanted ? say("colours.lay.any")
        : say("colours.lay.one", { kind: say(`name.${wanted.kind}`) });
  byId("kinds").replaceChildren(...step.kinds.map(swatch));
  if (!step.is_over) return;
  byId("colours-verdict").textContent = say(`colours.${step.verdict}`);
  const [first, second] = step.kinds.map((kind) => say(`team.${kind.kind}`));
  byId("colours-figures").textContent = step.distance === null
    ? "" : say("colours.distance", { first, second, distance: step.distance });
  const notes = step.cures.map(sayHint);
  if (step.missing.length) {
    notes.unshift(say("colours.missing", { kinds: step.missing.map((kind) => say(`name.${kind}`)).join(", ") }));
  }
  list(byId("colours-notes"), notes);
}

function swatch(kind) {
  const item = document.createElement("li");
  item.className = kind.is_taken ? "taken" : kind.is_wanted ? "wanted" : "";
  const field = document.createElement("i");
  if (kind.color) field.style.background = kind.color;
  item.append(field, say(`name.${kind.kind}`));
  return item;
}

function list(place, lines) {
  if (place.dataset.lines === JSON.stringify(lines)) return; // read aloud once
  place.dataset.lines = JSON.stringify(lines);
  place.replaceChildren(...lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}
