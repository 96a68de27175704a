// What may happen to one match besides a result: it is conceded, agreed, corrected, followed.

import { ask, closeAfter, h, openSheet, say } from "./ledger.js";
import { drawHelper } from "./match-helper.js";

/** Everything about one match; `number` is its round, 0 the final. */
export function matchSheet(api, live, move, number, match) {
  const pair = [match.one, match.other];
  const done = (action, fields) => closeAfter(move(action, fields));
  const conceded = (at) => [at === 0 ? 0 : 2, at === 0 ? 2 : 0];
  const helper = h("div", { class: "stack" });
  const names = Object.fromEntries(pair.map((player) => [player.id, player.name]));
  const fresh = { players: pair.map((player) => player.id), games: [0, 0], game: 1, asks: ["start_roll", "clash", "game", "time"], mulligans: [0, 0], kept: [false, false], turns: [], turns_ended: 0, turns_left: null, is_over: false, is_time_called: false, deck_chooser: null, start_chooser: null, begins: null, has_clash: false };
  function draw() {
    const view = live.view();
    const now = number ? view.rounds[number - 1].tables.find((each) => each.table === match.table) : view.final;
    drawHelper(helper, now?.progress ?? fresh, names, {
      tell: async (step, player) => { if (await move("match_step", { round: number, table: match.table, step, player })) draw(); },
      back: now?.progress && view.last === "match_step" ? async () => { if (await move("undo")) draw(); } : null,
      again: null,
    });
  }
  const tools = pair.flatMap((player, at) => [
    h("button", { onclick: () => done("result", { round: number, table: match.table, games: conceded(at), ending: "concession" }) }, say("concedes", { name: player.name })),
    number > 0 && !match.games && h("button", { onclick: () => done("no_show", { player: player.id }) }, say("no_show", { name: player.name })),
    h("button", { onclick: () => done("drop", { player: player.id }) }, say("drops", { name: player.name })),
  ]);
  openSheet(`${match.one.name} – ${match.other.name}`,
    h("div", { class: "row" }, tools.filter(Boolean),
      live.view().allows_agreed_draw && number > 0 && h("button", { onclick: () => done("result", { round: number, table: match.table, games: [1, 1], ending: "agreed" }) }, say("agreed_draw"))),
    !match.games && h("details", { open: true }, h("summary", { class: "loud" }, say("helper")), helper));
  if (!match.games) draw();
}

/** Put a result of a closed round right, with a reason. */
export function correctSheet(move, number, match) {
  const results = [[2, 0], [2, 1], [1, 2], [0, 2], [1, 0], [1, 1], [0, 1], [0, 0]];
  openSheet(say("correct"), h("p", {}, `${match.one.name} – ${match.other.name}`), h("p", { class: "quiet" }, say("correct_text")),
    h("div", { class: "row" }, results.map(([one, other]) => h("button", {
      class: match.games && match.games[0] === one && match.games[1] === other ? "main" : "",
      onclick: async () => {
        const reason = await ask(`${one}:${other}`, say("reason"));
        if (reason !== null) await closeAfter(move("correct", { round: number, table: match.table, games: [one, other], reason }));
      },
    }, `${one}:${other}`))));
}
