// The wall: pairings, clock, standings, as large as they fit; a big field takes turns.

import { announced, byName, byTable, newestRound, standings } from "./league-parts.js";
import { clockText, follow, h, makeClock, put, say } from "./ledger.js";

const TURN_MS = 12000;
const AT_ONCE = 18; // players; more take turns: pairings, then standings
const clock = makeClock();
let view = null;
let page = 0;

function panels() {
  const round = newestRound(view);
  if (view.final && view.status !== "over") {
    return [[panel(say("final"), finalCard()), panel(say("standings"), standings(view))]];
  }
  if (view.status === "over") return [[panel(say("winner", { name: view.final.winner.name }), finalCard(), standings(view))]];
  if (!round) return [[panel(say("check_in_open"), h("ul", { class: "columns" }, view.players.map((player) => h("li", {}, player.name)))), panel(say("options"), announced(view))]];
  const tables = panel(say("by_table"), byTable(round));
  const names = panel(say("by_name"), byName(round));
  const list = panel(say("standings"), standings(view));
  return view.players.length <= AT_ONCE ? [[tables, names, list]] : [[names], [tables], [list]];
}

function finalCard() {
  const { one, other, games, decided_by: stage } = view.final;
  return h("div", { class: "final" }, h("b", {}, one.name), h("span", {}, games ? `${games[0]} : ${games[1]}` : say("against")), h("b", {}, other.name),
    h("p", { class: "quiet small" }, say("decided_by", { stage: say(`by.${stage}`) })));
}

function panel(title, ...children) { return h("section", {}, h("h2", {}, title), ...children); }

function show() {
  const pages = panels();
  const shown = pages[page % pages.length];
  const wall = put("wall", shown);
  wall.style.setProperty("--panels", shown.length);
  wall.classList.toggle("wide", shown.length === 1);
  fit(wall);
}

/** The largest type at which everything is on the wall. */
function fit(wall) {
  let low = 10;
  let high = 46;
  while (high - low > 1) {
    const size = Math.floor((low + high) / 2);
    wall.style.fontSize = `${size}px`;
    const fits = wall.scrollHeight <= wall.clientHeight + 1 && [...wall.children].every((each) => each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 1);
    if (fits) low = size; else high = size;
  }
  wall.style.fontSize = `${low}px`;
}

follow(document.body.dataset.api, (newest) => {
  view = newest;
  clock.set(view);
  put("round", view.round ? say("round_of", { round: view.round, planned: Math.max(view.planned_rounds, view.round) }) : "");
  show();
});
window.addEventListener("resize", () => view && show());
document.fonts?.ready.then(() => view && show());
setInterval(() => { if (view) { page += 1; if (panels().length > 1) show(); } }, TURN_MS);
setInterval(() => {
  if (!view) return;
  const left = clock.left();
  const place = document.getElementById("clock");
  const counts = view.status === "rounds" && clock.started;
  place.textContent = counts ? (left > 0 ? clockText(left) : say("time_up")) : "";
  place.classList.toggle("up", counts && left <= 0);
}, 250);
