// Whose turn, the clue, guesses left, what remains, the camera's eye: the same on every page.

import { say, sayCount, sayHint } from "./phrase.js";
import { letterOf, shapeOf, symbol } from "./shapes.js";

const AT_START = 9; // shapes of the team that starts; its rival has one less
const EYES = { live: "eye-open", hidden: "eye-blinking" };

function put(name, ...children) {
  const place = document.querySelector(`[data-show="${name}"]`);
  if (!place) return null;
  place.replaceChildren(...children);
  return place;
}

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Fill every `data-show` place that the page has. */
export function showStatus(view) {
  document.documentElement.dataset.edition = view.edition;
  document.documentElement.dataset.phase = view.phase;
  showTurn(view);
  showClue(view);
  showGuesses(view);
  showRemaining(view);
  showCamera(view);
  showKeyOpen(view);
  showTakenBack(view);
  const simulated = document.getElementById("simulated");
  if (simulated) simulated.hidden = !view.simulated;
  tellAloud(view);
}

function showTurn(view) {
  const place = document.querySelector('[data-show="turn"]');
  if (!place) return;
  place.className = "turn";
  if (view.outcome) {
    const winner = view.outcome.winner;
    place.classList.add("pattern", `is-${winner}`);
    const head = winner === view.simulated_rival ? say("lost") : say("won", { team: say(`team.${winner}`) });
    place.replaceChildren(shapeOf(winner), element("b", "", head), element("span", "", howItEnded(view)));
    return;
  }
  if (view.phase === "setup" || !view.turn) {
    // A game whose key is to be dealt is dealt at once: this table still waits for its host.
    const more = view.key_source === "dealt" ? "phase.setup.host" : "phase.setup.key";
    place.replaceChildren(element("b", "", say("phase.setup")), element("span", "", say(more)));
    return;
  }
  place.classList.add("pattern", `is-${view.turn}`);
  const doing = view.rivals_turn ? "phase.rival" : `phase.${view.phase}`;
  place.replaceChildren(shapeOf(view.turn), element("b", "", say(`team.${view.turn}`)),
    element("span", "", say(doing)));
}

function howItEnded(view) {
  const { winner, how, chart } = view.outcome;
  if (!view.simulated_rival) return say(`how.${how}`);
  if (chart) return say("chart", { result: say(`chart.${chart}`) });
  return say(how === "all_found" && winner === view.simulated_rival ? "how.solo.rival_first" : `how.solo.${how}`);
}

function showClue(view) {
  const place = document.querySelector('[data-show="clue"]');
  if (!place) return;
  place.classList.toggle("empty", !view.clue);
  if (!view.clue) {
    const waiting = view.phase === "clue" ? say("clue.waiting") : "";
    place.replaceChildren(element("span", "quiet", waiting));
    place.hidden = !waiting;
    return;
  }
  place.hidden = false;
  const number = view.clue.number === "unlimited" ? "∞" : view.clue.number;
  const told = element("span", "number", number ?? "");
  if (number === "∞") told.setAttribute("aria-label", say("clue.unlimited"));
  const word = element("span", "clue-word", view.clue.word ?? "");
  place.replaceChildren(word, ...(number == null ? [] : [told]));
  word.style.transform = "";
  const share = word.clientWidth / word.scrollWidth;
  if (share < 1) word.style.fontSize = `${Math.max(0.45, share)}em`;
}

function showGuesses(view) {
  const left = view.guesses_left;
  const place = put("guesses");
  if (!place) return;
  place.hidden = view.phase !== "guess" || left == null;
  if (place.hidden) return;
  const pips = element("span", "pips");
  pips.setAttribute("aria-hidden", "true");
  for (let pip = 0; pip < Math.min(left, 10); pip += 1) pips.append(element("i", ""));
  place.replaceChildren(pips, element("span", "", sayCount("guesses", left)));
}

function showRemaining(view) {
  const teams = Object.entries(view.remaining ?? {});
  const place = put("remaining");
  if (!place) return;
  const isKnown = teams.every(([, count]) => count != null);
  place.hidden = !isKnown;
  if (!isKnown) return;
  for (const [team, count] of teams) {
    const row = element("div", `remaining is-${team}`);
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", say("remaining", { team: say(`team.${team}`), count }));
    const shapes = element("span", "shapes");
    const whole = view.start === team ? AT_START : AT_START - 1;
    for (let index = 0; index < whole; index += 1) {
      const shape = shapeOf(team);
      if (index >= count) shape.classList.add("gone");
      shapes.append(shape);
    }
    row.append(element("b", "letter", letterOf(team)), shapes, element("b", "count", String(count)));
    place.append(row);
  }
}

function showCamera(view) {
  const state = view.camera?.state ?? "none";
  const place = put("camera");
  if (!place) return;
  const hint = view.camera?.hint;
  const shown = hint ? sayHint(hint) : say(`camera.${state}`);
  place.replaceChildren(symbol(EYES[state] ?? "eye-closed", "eye"), element("span", "", shown));
  place.dataset.state = state;
  // A phone has room for the camera only when it wants something.
  if (place.dataset.when === "trouble") place.hidden = !hint && state !== "lost";
}

/** Everybody may know on how many devices a cluemaster's page is open, and on which. */
function showKeyOpen(view) {
  const place = put("key-open");
  if (!place) return;
  const devices = view.key_open ?? [];
  place.hidden = devices.length === 0;
  place.replaceChildren(symbol("key", "eye"), element("span", "",
    element("b", "", sayCount("key.open", devices.length)), ` ${devices.map(sayDevice).join(" · ")}`));
}

/** A device's name; the server gives the parts, what is a word in them is said here. */
export function sayDevice(device) {
  return device.split(", ").map((part) => say(`device.${part}`).replace(/^device\./, "")).join(", ");
}

function showTakenBack(view) {
  const place = put("taken-back");
  if (!place) return;
  const { undo_asked_by: asker, taken_back: done } = view;
  place.hidden = !asker && !done;
  if (asker) place.textContent = say("undo.asked", { team: say(`team.${asker}`) });
  else if (done) {
    const name = done.agreed ? "undo.agreed" : done.team ? "undo.team" : "undo.host";
    place.textContent = say(name, { team: done.team ? say(`team.${done.team}`) : "" });
  }
}

let told = "";
function tellAloud(view) {
  const place = document.getElementById("aloud");
  if (!place) return;
  const parts = [];
  if (view.outcome) parts.push(document.querySelector('[data-show="turn"]')?.textContent ?? "");
  else if (view.turn) parts.push(`${say(`team.${view.turn}`)}: ${say(`phase.${view.phase}`)}`);
  if (view.clue) parts.push(`${view.clue.word ?? ""} ${view.clue.number ?? ""}`);
  for (const [team, count] of Object.entries(view.remaining ?? {})) {
    if (count == null) continue;
    parts.push(say("remaining", { team: say(`team.${team}`), count }));
  }
  const text = parts.join(". ");
  if (text !== told) place.textContent = told = text;
}
