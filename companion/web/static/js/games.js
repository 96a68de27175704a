// The evening, the two-player chart and all games, each with its way to be seen again or deleted.

import { drawScore, sayBest } from "./evening.js";
import { notice, post } from "./moves.js";
import { say, sayCount, sayError } from "./phrase.js";
import { shapeOf } from "./shapes.js";
import { sure } from "./sheet.js";

const { api, page, host } = document.body.dataset;
const byId = (id) => document.getElementById(id);
const language = document.documentElement.lang;
const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

async function show() {
  const [evening, list] = await Promise.all(["evening", "games"].map(
    async (name) => (await fetch(`${api}/${name}`, { cache: "no-store" })).json(),
  ));
  const { games } = list;
  byId("none").hidden = games.length > 0;
  byId("take-home").hidden = !games.some((game) => game.outcome);
  byId("tonight").hidden = evening.games === 0;
  if (evening.games) showEvening(evening);
  showChart(games, list.chart);
  byId("games").replaceChildren(...games.map(row));
}

function showEvening(evening) {
  drawScore(byId("score"), evening, false);
  const facts = [[say("fact.games"), String(evening.games)]];
  if (evening.cards_a_clue != null) {
    facts.push([say("fact.cards_a_clue"), evening.cards_a_clue.toLocaleString(language)]);
  }
  if (evening.best_clue) facts.push([say("fact.best"), sayBest(evening.best_clue)]);
  if (evening.longest_run) {
    const { team, cards } = evening.longest_run;
    facts.push([say("fact.run"), sayCount("fact.run.text", cards, { team: say(`team.${team}`) })]);
  }
  byId("facts").replaceChildren(...facts.flatMap(([name, text]) => {
    const term = document.createElement("dt");
    term.textContent = name;
    const told = document.createElement("dd");
    told.textContent = text;
    return [term, told];
  }));
}

function showChart(games, chart) {
  const solo = games.filter((game) => game.own_team && game.outcome);
  byId("chart-section").hidden = solo.length === 0;
  if (!solo.length) return;
  const counts = new Map(chart.map(([, name]) => [name, 0]));
  for (const game of solo) {
    const { chart: name } = game.outcome;
    if (name) counts.set(name, counts.get(name) + 1);
  }
  const best = chart.find(([, name]) => counts.get(name));
  byId("chart-best").textContent = best
    ? say("chart.best", { result: say(`chart.${best[1]}`) }) : say("chart.none");
  byId("chart").replaceChildren(...chart.map(([left, name]) => {
    const line = document.createElement("li");
    const count = counts.get(name);
    if (count) line.className = "reached";
    const told = document.createElement("span");
    told.textContent = `${left} · ${say(`chart.${name}`)}`;
    const times = document.createElement("b");
    times.textContent = count ? sayCount("chart.times", count) : "";
    line.append(told, times);
    return line;
  }));
}

function row(game) {
  const item = document.createElement("li");
  item.className = "panel row";
  const head = document.createElement("b");
  head.className = "loud";
  head.textContent = say("game.number", { number: game.game });
  const when = document.createElement("span");
  when.textContent = game.began_at_s ? time.format(new Date(game.began_at_s * 1000)) : "";
  item.append(head, when, ended(game));
  if (game.best_clue?.found) {
    const best = document.createElement("span");
    best.className = "quiet";
    best.textContent = sayCount("best.short", game.best_clue.found, {
      word: game.best_clue.word.toUpperCase(), number: game.best_clue.number === "unlimited" ? "∞" : game.best_clue.number,
    });
    item.append(best);
  }
  const actions = document.createElement("span");
  actions.className = "row actions";
  if (game.outcome) {
    const link = document.createElement("a");
    link.className = "button";
    link.href = `${page}/${encodeURIComponent(game.game)}`;
    link.textContent = say("game.replay");
    actions.append(link);
  }
  if (host === "yes") actions.append(deleter(game));
  item.append(actions);
  return item;
}

function ended(game) {
  const told = document.createElement("span");
  if (game.trouble) told.textContent = say("game.damaged");
  else if (!game.outcome) told.textContent = say("game.open");
  else {
    const { winner, how, chart } = game.outcome;
    told.className = `score is-${winner}`;
    const isSolo = Boolean(game.own_team);
    const text = isSolo && winner !== game.own_team ? say("lost")
      : chart ? say(`chart.${chart}`) : say("won", { team: say(`team.${winner}`) });
    told.append(shapeOf(winner), `${text} · ${say(`how.short.${how}`)}`);
  }
  return told;
}

function deleter(game) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("game.delete");
  button.setAttribute("aria-label", `${say("game.delete")}: ${say("game.number", { number: game.game })}`);
  button.addEventListener("click", async () => {
    if (!(await sure(say("game.delete.sure", { number: game.game }), say("game.delete.text"), say("game.delete")))) return;
    const sent = await post(`${api}/host/games/${encodeURIComponent(game.game)}/forget`);
    if (!sent.ok) notice(sayError(sent.body.error));
    show();
  });
  return button;
}

show().catch(() => notice(say("move.offline")));
