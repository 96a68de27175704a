// The faces of cards: a word, the deck's drawing, or the card itself as the camera sees it.

import { say } from "./phrase.js";

const EVERY_MS = 1500;
let sheet = ""; // the 25 straightened cards, as one picture in memory
let isAsked = false;
const listeners = new Set();

/** The face of an uncovered or keyed card; none for a place that nobody knows. */
export function faceOf(cell, api) {
  if (cell.card && cell.face === "picture") return [drawing(cell, api)];
  if (cell.word) return [wordOf(cell)];
  if (sheet) return [shown(cell)];
  return [];
}

export function wordOf(cell) {
  const span = document.createElement("span");
  span.className = "word";
  span.textContent = cell.word ?? "";
  return span;
}

function drawing(cell, api) {
  const image = document.createElement("img");
  image.className = "drawing";
  image.alt = "";
  image.src = `${api}/cards/${encodeURIComponent(cell.card)}/picture`;
  // A card without a drawing, or a file that was moved: its word stands in.
  image.addEventListener("error", () => image.replaceWith(wordOf(cell)));
  return image;
}

function shown(cell) {
  const span = document.createElement("span");
  span.className = "seen-card";
  span.style.backgroundImage = `url(${sheet})`;
  span.style.backgroundPosition = `${cell.col * 25}% ${cell.row * 25}%`;
  return span;
}

/** Whether a view has cards that only the camera knows. */
export function needsSheet(view) {
  return view.camera?.state === "live" && view.cells.some((cell) => !cell.word && !cell.cover);
}

/** Fetch the cards' picture while `isWanted()`; calls `onSheet` when there is another. */
export function followSheet(api, isWanted, onSheet) {
  listeners.add(onSheet);
  if (isAsked) return;
  isAsked = true;
  (async function next() {
    if (document.visibilityState === "visible" && isWanted()) {
      try {
        const answer = await fetch(`${api}/cards.jpg`, { cache: "no-store" });
        if (answer.status === 200) {
          const old = sheet;
          sheet = URL.createObjectURL(await answer.blob());
          for (const told of listeners) told();
          if (old) setTimeout(() => URL.revokeObjectURL(old), 500);
        }
      } catch { /* the strip says that the line is dead */ }
    }
    setTimeout(next, EVERY_MS);
  })();
}

/** A card's name for those who listen. */
export function nameOf(cell) {
  return cell.word || say("card.unknown");
}
