// My cards left, as a list beside the open key, and the word to compare aloud.

import { say, sayCount } from "./phrase.js";
import { shapeOf, squaresOf } from "./shapes.js";

/** Fill the list for the team of this seat (both teams where it was not said); null empties it. */
export function showMine(view, key) {
  const place = document.getElementById("mine");
  place.hidden = !view || !key;
  if (place.hidden) {
    place.replaceChildren();
    return;
  }
  const squares = squaresOf(key.grid);
  const teams = view.my_team ? [view.my_team] : Object.keys(view.remaining);
  place.replaceChildren(...teams.map((team) => listOf(team, view, squares)), checkWord(key.check));
}

function listOf(team, view, squares) {
  const left = view.cells.filter((cell, at) => squares[at] === team && !cell.cover);
  const box = document.createElement("div");
  box.className = "mine-list";
  const head = document.createElement("h2");
  head.className = `is-${team}`;
  head.append(shapeOf(team), sayCount("mine", left.length, { team: say(`team.${team}`) }));
  const list = document.createElement("ul");
  list.append(...left.map((cell) => {
    const item = document.createElement("li");
    item.textContent = cell.word || say("card.place", { row: cell.row + 1, card: cell.col + 1 });
    return item;
  }));
  box.append(head, list);
  return box;
}

function checkWord(check) {
  const line = document.createElement("p");
  line.className = "check-word";
  const word = document.createElement("b");
  word.textContent = check;
  line.append(`${say("check.word")} `, word);
  return line;
}
