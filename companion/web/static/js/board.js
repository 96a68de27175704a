// Draws the 25 cards of a view. Turned as somebody sits, with or without the key laid over them.

import { faceOf as cardFace, nameOf, wordOf } from "./cards.js";
import { say } from "./phrase.js";
import { emblem, shapeOf } from "./shapes.js";

const SIDE = 5;
const NARROWEST = 0.62; // condensed letters stay letters down to here; below, they get smaller too

/** Where a cell stands on the page after so many quarter turns clockwise. */
export function placeOf(row, col, quarterTurns) {
  let place = { row, col };
  for (let turn = 0; turn < quarterTurns % 4; turn += 1) {
    place = { row: place.col, col: SIDE - 1 - place.row };
  }
  return place;
}

/**
 * A board inside `element`. Options: `quarterTurns` (a function), `onTap(cell)` makes the cards
 * buttons, `api` (where drawings are), `keepHeight` squeezes long words but never makes them lower.
 */
export function makeBoard(element, options = {}) {
  const turns = options.quarterTurns ?? (() => 0);
  let cells = [];
  let bare = new Set(); // the cards that lay bare at the last look: a cover on one of them is new
  let key = null;
  let drawn = "";

  function draw() {
    const state = JSON.stringify([cells, key, turns()]);
    if (state === drawn) return;
    drawn = state;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    const items = cells.map((cell) => ({ cell, place: placeOf(cell.row, cell.col, turns()) }));
    items.sort((a, b) => a.place.row - b.place.row || a.place.col - b.place.col);
    element.replaceChildren(...items.map(({ cell }) => drawCard(cell)));
    if (focused) element.querySelector(`[data-cell="${focused}"]`)?.focus();
    fit();
  }

  function drawCard(cell) {
    const item = document.createElement("li");
    const card = document.createElement(options.onTap ? "button" : "div");
    if (options.onTap) {
      card.type = "button";
      card.addEventListener("click", () => options.onTap(cell));
    }
    card.className = "card";
    card.dataset.cell = `${cell.row}-${cell.col}`;
    card.append(...faceOf(cell, card));
    if (!options.onTap) card.setAttribute("role", "img");
    card.setAttribute("aria-label", describe(cell, key));
    item.append(card);
    return item;
  }

  function faceOf(cell, card) {
    const side = key?.[cell.row * SIDE + cell.col];
    if (cell.cover) {
      card.classList.add("covered", `is-${cell.cover}`);
      if (bare.has(cell.card)) card.classList.add("is-new");
      return options.wordUnderCover ? [emblem(cell.cover), wordOf(cell)] : [emblem(cell.cover)];
    }
    if (side) {
      card.classList.add("keyed", `is-${side}`);
      return [...cardFace(cell, options.api), shapeOf(side, "shape mark")];
    }
    const face = cardFace(cell, options.api);
    if (!face.length) card.classList.add("unknown");
    return face;
  }

  function fit() {
    for (const text of element.querySelectorAll(".word")) {
      text.style.transform = "";
      const room = text.closest(".card").clientWidth * 0.91;
      const share = room / text.scrollWidth;
      if (share >= 1) continue;
      const lower = options.keepHeight ? 1 : Math.min(1, share / NARROWEST);
      text.style.transform = `scale(${share}, ${lower})`;
    }
  }

  new ResizeObserver(fit).observe(element);
  document.fonts?.ready.then(fit);

  return {
    show(view) {
      bare = new Set(cells.filter((cell) => cell.word && !cell.cover).map((cell) => cell.card));
      cells = view.cells;
      draw();
    },
    /** Lay the key over the cards: 25 colours in reading order of the guessers. */
    showKey(squares) { key = squares; draw(); },
    hideKey() { key = null; draw(); },
    redraw() { drawn = ""; draw(); },
  };
}

/** A card in words, for those who listen. */
export function describe(cell, key = null) {
  const place = say("card.place", { row: cell.row + 1, card: cell.col + 1 });
  const name = nameOf(cell);
  if (cell.cover) return `${place}: ${name}, ${say(`cover.${cell.cover}`)}`;
  const side = key?.[cell.row * SIDE + cell.col];
  return side ? `${place}: ${name}, ${say(`side.${side}`)}` : `${place}: ${name}`;
}
