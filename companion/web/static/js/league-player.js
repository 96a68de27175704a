// One player's phone: table and opponent, the clock, the own rounds, the match step by step.

import { clockText, follow, h, makeClock, notice, post, put, say, whyNot } from "./ledger.js";
import { drawHelper } from "./match-helper.js";

const { api, player: me } = document.body.dataset;
const clock = makeClock();
let view = null;

function matchCard() {
  if (view.gone) return [h("p", {}, say("waiting"))];
  if (view.won) return [h("p", { class: "loud huge" }, say("you_won"))];
  if (!view.active) return [h("p", {}, say("you_left"))];
  const match = view.final ?? view.match;
  if (view.final && view.final.games == null) {
    return [h("p", { class: "loud huge" }, say("you_final")), h("p", { class: "lead" }, say("against"), " ", h("b", {}, match.opponent.name)), h("p", { class: "quiet" }, say("final_text"))];
  }
  if (view.bye && !view.final) return [h("p", { class: "quiet" }, say("round_n", { round: view.round })), h("p", { class: "loud lead" }, say("bye_long"))];
  if (!match) return [h("p", {}, say("waiting"))];
  if (match.games) return [h("p", { class: "loud lead" }, `${match.games[0]} : ${match.games[1]} ${say("against")} ${match.opponent.name}`), h("p", {}, say("wait_next"))];
  return [h("p", { class: "quiet" }, say("round_of", { round: view.round, planned: Math.max(view.planned_rounds, view.round) })),
    h("p", { class: "loud huge" }, say("you_play", { table: match.table })), h("p", { class: "lead" }, say("against"), " ", h("b", {}, match.opponent.name)),
    h("p", { class: "quiet small" }, say("report"))];
}

function historyRow(row) {
  if (row.bye) return h("li", {}, h("span", {}, `${row.round}. ${say("bye")}`), h("b", {}, `+${row.points} = ${row.total}`));
  const text = `${row.round}. ${row.opponent.name} (${say("table_n", { table: row.table })})`;
  if (!row.games) return h("li", {}, h("span", {}, text), h("span", { class: "quiet" }, say("result_missing")));
  const how = row.points === 3 ? "won_round" : row.points === 2 ? "drawn_round" : "lost_round";
  return h("li", {}, h("span", {}, text), h("span", {}, `${row.games[0]} : ${row.games[1]} ${say(how)}`), h("b", {}, `+${row.points} = ${row.total}`));
}

function show(newest) {
  view = newest;
  if (!view.gone) {
    clock.set(view);
    put("who", view.name);
    put("place", say("your_place", { place: view.standing.place, points: view.standing.points }));
    put("history", view.history.map(historyRow));
  }
  put("match", matchCard());
  showHelper();
}

// The steps stay on this phone: the desk wants the result only.
const shelf = () => `match-${api}-${view.round}-${view.final ? "final" : view.match?.table}`;
const steps = () => JSON.parse(sessionStorage.getItem(shelf()) ?? "[]");

async function showHelper() {
  const match = view.final ?? view.match;
  const box = document.getElementById("helper-box");
  box.hidden = !match || match.games != null || !view.active;
  if (box.hidden || !box.open) return;
  const players = [me, match.opponent.id];
  const names = { [me]: view.name, [match.opponent.id]: match.opponent.name };
  const told = steps();
  const answer = await post("/api/v1/league/follow", { players, steps: told });
  if (!answer.ok) {
    notice(whyNot(answer.body));
    return;
  }
  const keep = (next) => { sessionStorage.setItem(shelf(), JSON.stringify(next)); showHelper(); };
  drawHelper(document.getElementById("helper"), answer.body, names, {
    tell: (step, player) => keep([...told, { step, player }]),
    back: told.length ? () => keep(told.slice(0, -1)) : null,
    again: told.length ? () => keep([]) : null,
  });
}

document.getElementById("helper-box").addEventListener("toggle", () => view && showHelper());
follow(`${api}/players/${encodeURIComponent(me)}`, show);
setInterval(() => {
  const place = document.getElementById("clock");
  const counts = view && view.status === "rounds" && clock.started && view.match && !view.match.games;
  const left = clock.left();
  place.textContent = counts ? (left > 0 ? `${say("time_left")} ${clockText(left)}` : `${say("time_up")} ${say("time_up_text")}`) : "";
  place.classList.toggle("up", Boolean(counts && left <= 0));
}, 250);
