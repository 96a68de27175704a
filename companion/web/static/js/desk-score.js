// The score as everybody sees it: one big number a player, the way to seven as pips.

import { h } from "./ledger.js";

/** Fill `place` with the score of a view. */
export function showScore(place, view) {
  place.style.setProperty("--players", view.players.length);
  place.replaceChildren(...view.players.map((player) => {
    const isWinner = view.winners.includes(player.name);
    const state = [player.name === view.turn && "in-turn", player.gone && "gone", isWinner && "winner"].filter(Boolean).join(" ");
    const pips = h("span", { class: "pips", "aria-hidden": "true" });
    for (let pip = 0; pip < view.to_win; pip += 1) pips.append(h("i", { class: pip < player.points ? "on" : "" }));
    return h("div", { class: `player ${state}` }, h("span", { class: "name" }, player.name, isWinner ? " ★" : ""),
      h("b", { class: "points" }, String(player.points)), pips);
  }));
}
