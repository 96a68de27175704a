// The director's desk: check-in, pairing, results, clock, final. One click each, undo beside it.

import { announced, newestRound, resultText, standings } from "./league-parts.js";
import { clockText, closeAfter, closeSheet, follow, h, makeClock, makeMover, notice, openSheet, post, put, say, whyNot } from "./ledger.js";
import { matchSheet, correctSheet } from "./league-match.js";
import { scanCard } from "./league-scan.js";

const { api, league } = document.body.dataset;
const live = follow(`${api}/director`, show);
const move = makeMover(api, live);
const clock = makeClock();
const GAMES = [[2, 0], [2, 1], [1, 2], [0, 2]];
let shownRound = null;
const AT_TIME = [[1, 0], [1, 1], [0, 1], [0, 0]];

function show(view) {
  clock.set(view);
  showNow(view);
  showTables(view);
  showEarlier(view);
  showPlayers(view);
  put("standings", standings(view, (row) => `${league}/p/${encodeURIComponent(row.id)}`));
  put("announced", announced(view));
  const closed = view.round >= 2 || ["final", "over"].includes(view.status);
  const box = document.getElementById("check-in-box");
  box.hidden = closed;
  if (view.round !== shownRound) box.open = view.round === 0;
  shownRound = view.round;
  put("check-in-head", say(view.round ? "late_entry" : "check_in_head"));
}

function showNow(view) {
  const open = view.open_tables.length;
  const playing = view.round > 0 && open > 0 && view.status === "rounds";
  const head = view.status === "over" ? say("winner", { name: view.final.winner.name })
    : view.status === "final" ? say("final")
      : view.round ? say("round_of", { round: view.round, planned: Math.max(view.planned_rounds, view.round) }) : say("check_in_open");
  const enough = view.round >= view.planned_rounds;
  const next = say("next_round", { round: view.round + 1 });
  put("now",
    h("div", { class: "row spread" }, h("h2", {}, head),
      view.round && view.status === "rounds" ? h("b", { id: "clock", class: "clock loud", role: "timer" }) : null),
    view.trouble && h("p", { role: "alert" }, view.trouble),
    view.round && view.status === "rounds" ? h("p", { class: "quiet" }, open ? say("open_results", { count: open }) : say("all_in")) : null,
    h("div", { class: "row" },
      playing && h("button", { class: clock.runs ? "" : "main", onclick: () => move("clock", { running: !clock.runs }) }, say(clock.runs ? "stop_clock" : "start_clock")),
      ["check_in", "rounds"].includes(view.status) && h("button", { class: open || enough ? "" : "main", disabled: open > 0, onclick: () => pair() }, next),
      view.status === "rounds" && h("button", { class: enough && !open ? "main" : "", disabled: open > 0, onclick: () => move("start_final") }, say("start_final")),
      view.can_undo && h("button", { onclick: () => move("undo") }, say("undo")),
      view.status === "rounds" && h("button", { class: "plain", onclick: () => move("unpublish") }, say("unpublish"))),
    view.players.length === 16 && view.status !== "over" && h("p", { class: "quiet small" }, say("sixteen")),
    view.many_rounds && view.status === "rounds" && h("p", { class: "quiet small" }, say("many_rounds")));
}

function resultButtons(view, number, match) {
  const button = ([one, other]) => h("button", {
    class: `result ${match.games && match.games[0] === one && match.games[1] === other ? "main" : ""}`,
    onclick: () => move("result", { round: number, table: match.table, games: [one, other] }),
  }, `${one}:${other}`);
  const atTime = number > 0 && h("span", { class: "at-time" }, h("small", { class: "quiet" }, say("time_result")), AT_TIME.map(button));
  return h("span", { class: "result-buttons" }, h("span", { class: "row tight" }, GAMES.map(button)), atTime);
}

function tableRow(view, number, match) {
  return h("article", { class: `match ${match.games ? "done" : ""}` },
    h("b", { class: "table-number loud" }, number ? String(match.table) : say("final").charAt(0)),
    h("span", { class: "names" }, h("b", {}, match.one.name), h("span", { class: "quiet" }, say("against")), h("b", {}, match.other.name),
      match.is_rematch && h("small", { class: "quiet" }, say("rematch")),
      match.games && h("small", {}, resultText(match)), match.corrections.length > 0 && h("small", { class: "quiet" }, `${say("corrected")}: ${match.corrections.join("; ")}`)),
    resultButtons(view, number, match),
    h("button", { class: "plain", onclick: () => matchSheet(api, live, move, number, match) }, say("more")));
}

function showTables(view) {
  const round = newestRound(view);
  const place = document.getElementById("tables");
  place.hidden = !round;
  if (!round) return;
  if (view.final) {
    put("tables", h("h2", {}, say("final")), h("p", { class: "quiet" }, say("final_text"), " ", say("decided_by", { stage: say(`by.${view.final.decided_by}`) })), tableRow(view, 0, view.final));
    return;
  }
  put("tables", h("h2", {}, `${say("results")} · ${say("round_n", { round: round.number })}`), round.reason && h("p", { class: "quiet small" }, round.reason),
    round.tables.map((match) => tableRow(view, round.number, match)),
    round.bye && h("p", {}, `${say("bye")}: `, h("b", {}, round.bye.name)));
}

function showEarlier(view) {
  const rounds = view.final ? view.rounds : view.rounds.slice(0, -1);
  document.getElementById("earlier-box").hidden = !rounds.length;
  put("earlier", [...rounds].reverse().map((round) => h("section", {}, h("h3", {}, say("round_n", { round: round.number })),
    round.tables.map((match) => h("p", { class: "row spread small" }, h("span", {}, `${match.table}. ${match.one.name} – ${match.other.name}`), h("b", {}, resultText(match)),
      match.corrections.length ? h("span", { class: "quiet" }, `${say("corrected")}: ${match.corrections.join("; ")}`) : null,
      h("button", { class: "plain small", onclick: () => correctSheet(move, round.number, match) }, say("correct")))),
    round.bye && h("p", { class: "small" }, `${say("bye")}: ${round.bye.name}`))));
}

function showPlayers(view) {
  put("player-count", `(${view.players.filter((player) => player.active).length})`);
  put("players", view.players.map((player) => h("li", { class: player.active ? "" : "gone", id: `player-${player.id}` },
    h("a", { href: `${league}/p/${encodeURIComponent(player.id)}` }, player.name), h("span", { class: "quiet small" }, `${player.id}`),
    h("span", { class: "quiet small" }, player.active ? (player.decks.length === 2 ? player.decks.map((deck) => deck.starter).join(" / ") : view.checks_decks ? say("decks_missing") : "") : say("left"), player.notes.map((note) => ` · ${note}`)),
    player.active && h("button", { class: "plain small", onclick: () => playerSheet(view, player) }, say("edit")))));
}

function playerSheet(view, player) {
  const [one, two] = [player.decks[0], player.decks[1]];
  const field = (name, label, value, type = "text") => h("label", {}, label, h("input", { type, name, value: value ?? "", maxlength: "80" }));
  const form = h("form", { class: "stack" }, field("player_name", say("name"), player.name),
    [[1, one], [2, two]].map(([number, deck]) => h("div", { class: "deck-row" }, field(`starter${number}`, say("starter_n", { number }), deck?.starter),
      field(`size${number}`, say("size"), deck?.size ?? 50, "number"), field(`hash${number}`, say("hash"), deck?.hash))),
    h("div", { class: "row" }, h("button", { class: "main" }, say("ok")),
      h("button", { type: "button", onclick: async () => { await closeAfter(move("deck_check", { player: player.id, decks: decksOf(new FormData(form)) })); } }, say("compare_decks"))),
    player.notes.length > 0 && h("p", { class: "quiet small" }, player.notes.join(" · ")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = new FormData(form);
    const decks = decksOf(told);
    const same = JSON.stringify(decks.map(plainDeck)) === JSON.stringify(player.decks.map(plainDeck));
    const fields = { player: player.id, player_name: told.get("player_name"), ...(same || !decks.length ? {} : { decks }) };
    await closeAfter(move("edit_player", fields));
  });
  openSheet(player.name, form, h("div", { class: "row" },
    view.round ? h("button", { onclick: async () => { await closeAfter(move("drop", { player: player.id })); } }, say("drop"))
      : h("button", { onclick: async () => { await closeAfter(move("withdraw", { player: player.id })); } }, say("withdraw"))));
}

const plainDeck = ({ starter, size, hash }) => [starter, size, hash];

function decksOf(told) {
  return [1, 2].map((number) => ({
    starter: told.get(`starter${number}`).trim(), size: Number(told.get(`size${number}`)) || 0, hash: (told.get(`hash${number}`) ?? "").trim().toLowerCase(),
  })).filter((deck) => deck.starter);
}

async function pair(stack = []) {
  const answer = await post(`${api}/preview`, { stack });
  if (!answer.ok) {
    notice(whyNot(answer.body));
    return;
  }
  const round = answer.body;
  const reason = h("input", { type: "text", maxlength: "100", required: round.needs_confirmation });
  const byHand = h("input", { type: "text", value: stack.join(" ") });
  const form = h("form", { class: "stack" },
    h("p", {}, say(round.needs_confirmation ? "needs_reason" : "publish_text")),
    h("table", { class: "list" }, h("tbody", {}, round.tables.map((match, at) => h("tr", {}, h("td", { class: "table-number" }, String(at + 1)), h("td", {}, match.one.name), h("td", {}, match.other.name, match.is_rematch ? ` (${say("rematch")})` : ""))),
      round.bye && h("tr", {}, h("td", {}, "–"), h("td", {}, round.bye.name), h("td", {}, say("bye"))))),
    round.needs_confirmation && h("label", {}, say("reason"), reason),
    h("button", { class: "main" }, say("publish")),
    h("details", {}, h("summary", { class: "small" }, say("by_hand")), h("div", { class: "row" }, byHand,
      h("button", { type: "button", onclick: () => pair(byHand.value.split(/[\s,;]+/).filter(Boolean)) }, say("pair_again")))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // Made on the view that was shown: whoever changed a result meanwhile changes the pairing.
    await closeAfter(move("publish_round", { stack, reason: reason.value }, round.revision));
  });
  openSheet(say("next_round", { round: round.round }), form);
}

const form = document.getElementById("check-in");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = new FormData(form);
  const fields = { player_name: told.get("player_name"), player: told.get("player").trim(), decks: decksOf(told), is_namesake: told.has("is_namesake") };
  // Emptied at once, so that the next name can be typed while this one is on its way.
  const typed = [...told].filter(([name]) => name !== "is_namesake");
  form.reset();
  form.elements.player_name.focus();
  if (!await move("check_in", fields)) for (const [name, value] of typed) form.elements[name].value = value;
});

document.getElementById("roster").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const answer = await post(`${api}/roster`, file, "text/csv");
  event.target.value = "";
  notice(answer.ok ? `${say("check_in")}: ${answer.body.checked_in}` : whyNot(answer.body));
  await live.refresh().catch(() => {});
});

document.getElementById("lot").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = event.target.elements.stack;
  if (await move("lot", { stack: input.value.split(/[\s,;]+/).filter(Boolean) })) input.value = "";
});

document.getElementById("scan").addEventListener("click", () => scanCard(api, (player) => {
  closeSheet();
  const found = live.view()?.players.find((each) => each.id === player.id);
  if (found) playerSheet(live.view(), found);
}));

setInterval(() => {
  const place = document.getElementById("clock");
  if (!place) return;
  const left = clock.left();
  place.textContent = left == null ? "" : left > 0 ? clockText(left) : say("time_up");
  place.classList.toggle("up", left != null && left <= 0);
}, 250);
