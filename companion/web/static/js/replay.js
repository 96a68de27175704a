// One game again, move by move, as everybody at the table saw it.

import { makeBoard } from "./board.js";
import { say } from "./phrase.js";
import { squaresOf } from "./shapes.js";
import { showStatus } from "./status.js";

const { api, game } = document.body.dataset;
const byId = (id) => document.getElementById(id);
const board = makeBoard(byId("board"), { api, wordUnderCover: true });
const slider = byId("at");
let steps = [];
let hasPhotos = false;
let at = 0;

async function load() {
  const found = await (await fetch(`${api}/games/${encodeURIComponent(game)}`, { cache: "no-store" })).json();
  ({ steps, has_photos: hasPhotos } = found);
  slider.max = String(steps.length - 1);
  byId("log").replaceChildren(...steps.map((step, index) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = told(index);
    button.addEventListener("click", () => go(index));
    item.append(button);
    return item;
  }));
  go(0);
}

/** What happened in a step, in words: the public history tells. */
function told(index) {
  const { action, view } = steps[index];
  const name = say(`step.${action}`);
  const before = index ? steps[index - 1].view.moves.length : 0;
  const move = view.moves.length > before ? view.moves.at(-1) : null;
  if (!move) return name;
  const team = move.team ? say(`team.${move.team}`) : "";
  if (move.kind === "clue") return `${team}: ${move.clue.word.toUpperCase()} ${move.clue.number === "unlimited" ? "∞" : move.clue.number}`;
  if (move.row == null) return `${team}: ${name}`;
  const cell = view.cells[move.row * 5 + move.col];
  const word = cell.word?.toUpperCase() || say("card.place", { row: move.row + 1, card: move.col + 1 });
  return `${team}${team ? ": " : ""}${word} – ${say(`name.${move.cover}`)}`;
}

function go(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  const { number, view } = steps[at];
  slider.value = String(at);
  board.show(view);
  if (view.outcome && view.key) board.showKey(squaresOf(view.key.grid));
  else board.hideKey();
  showStatus(view);
  byId("said").textContent = told(at);
  for (const [index, item] of [...byId("log").children].entries()) {
    if (index === at) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  byId("log").children[at]?.scrollIntoView({ block: "nearest" });
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("last").disabled = byId("on").disabled = at === steps.length - 1;
  if (hasPhotos) {
    const image = byId("photo").firstElementChild;
    image.onload = () => { byId("photo").hidden = false; };
    image.onerror = () => { byId("photo").hidden = true; };
    image.src = `${api}/games/${encodeURIComponent(game)}/photo/${number}.jpg`;
  }
}

slider.addEventListener("input", () => go(Number(slider.value)));
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(at - 1));
byId("on").addEventListener("click", () => go(at + 1));
byId("last").addEventListener("click", () => go(steps.length - 1));
document.addEventListener("keydown", (event) => {
  if (event.target === slider) return;
  if (event.key === "ArrowRight") go(at + 1);
  if (event.key === "ArrowLeft") go(at - 1);
});
load();
