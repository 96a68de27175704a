// A match step by step: who chooses the deck, who begins, mulligans, games, the last turns.

import { h, say } from "./ledger.js";

/**
 * Draw where a match stands and what may be told next.
 * `names` by id, `progress` as the server follows it, `tell(step, player)`, `back()`, `again()`.
 */
export function drawHelper(place, progress, names, { tell, back, again }) {
  const [one, other] = progress.players;
  const both = (step) => [one, other].map((id) => h("button", { onclick: () => tell(step, id) }, names[id]));
  const parts = [];
  const games = `${progress.games[0]} : ${progress.games[1]}`;
  parts.push(h("p", { class: "loud lead" }, progress.is_over ? say("match_over", { games }) : `${say("game_n", { game: progress.game })} · ${games}`));
  const asks = new Set(progress.asks);
  if (progress.is_time_called && !progress.is_over) {
    const turn = progress.turns[progress.turns_ended];
    parts.push(h("p", { class: "loud" }, say("turn_of", { name: names[turn] }), " · ", say("turns_left", { count: progress.turns_left })),
      h("button", { class: "main", onclick: () => tell("turn_ended", null) }, say("turn_ended")));
  }
  if (progress.deck_chooser) parts.push(h("p", {}, say("deck_first", { name: names[progress.deck_chooser] })));
  if (asks.has("clash")) parts.push(h("button", { class: "plain", onclick: () => tell("clash", null) }, say("ask.clash")));
  if (asks.has("deck_roll")) parts.push(h("p", {}, say("ask.deck_roll")), h("div", { class: "row" }, both("deck_roll")));
  if (asks.has("start_roll")) parts.push(h("p", {}, say("ask.start_roll")), h("div", { class: "row" }, both("start_roll")));
  if (asks.has("begins")) parts.push(h("p", {}, say("ask.begins", { name: names[progress.start_chooser] })), h("div", { class: "row" }, both("begins")));
  if (asks.has("keep")) {
    const begins = progress.players.indexOf(progress.begins);
    const seat = progress.kept[begins] ? 1 - begins : begins;
    const id = progress.players[seat];
    parts.push(h("p", {}, say("ask.hand", { name: names[id] })), h("div", { class: "row" },
      h("button", { onclick: () => tell("keep", id) }, say("keep")),
      h("button", { onclick: () => tell("mulligan", id) }, say("mulligan", { count: progress.mulligans[seat] + 1 }))));
  }
  if (asks.has("game")) parts.push(h("p", {}, say("ask.game")), h("div", { class: "row" }, both("game"), h("button", { onclick: () => tell("game", null) }, say("drawn"))));
  if (asks.has("time")) {
    parts.push(h("details", {}, h("summary", {}, say("call_time")), h("p", {}, say("whose_turn")),
      h("div", { class: "row" }, both("time"), h("button", { onclick: () => tell("time", null) }, say("between_games")))));
  }
  parts.push(h("div", { class: "row" }, back && h("button", { class: "plain", onclick: back }, say("back")), again && h("button", { class: "plain", onclick: again }, say("start_again"))));
  place.replaceChildren(...parts);
}
