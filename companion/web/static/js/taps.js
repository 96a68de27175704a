// What a tapped card means: a guess, a cover for the rival, a cover taken back. Asked before done.

import { say } from "./phrase.js";
import { emblem } from "./shapes.js";
import { ask, sure } from "./sheet.js";

/** Ask what a tap on `cell` means and do it. */
export async function tapCard(cell, view, move) {
  if (!view || !["clue", "guess"].includes(view.phase)) return;
  const head = cell.word || say("card.place", { row: cell.row + 1, card: cell.col + 1 });
  const place = { row: cell.row, col: cell.col };
  if (cell.cover) {
    if (await sure(head, say("sheet.lift"), say("sheet.lift.yes"))) move("lift", place);
  } else if (view.rivals_turn) {
    if (await sure(head, say("sheet.rival"), say("sheet.rival.yes"))) move("rival_cover", place);
  } else if (view.key_source === "paper") {
    const cover = await askColour(head, view);
    if (cover) move("guess", { ...place, cover });
  } else if (await sure(head, say("sheet.guess"), say("sheet.guess.yes"))) {
    move("guess", place);
  }
}

function askColour(head, view) {
  const colours = Object.keys(view.covers_left).filter((colour) => colour !== "extra");
  return ask({
    head,
    text: say("sheet.colour"),
    buttons: [
      ...colours.map((colour) => {
        const content = emblem(colour);
        content.classList.add("chip", `is-${colour}`);
        return { value: colour, text: say(`name.${colour}`), content };
      }),
      { value: null, text: say("sheet.cancel") },
    ],
  });
}
