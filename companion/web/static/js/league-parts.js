// What several pages of the league draw: pairings, standings, what was announced.

import { h, say } from "./ledger.js";

/** The newest round, or null. */
export const newestRound = (view) => view.rounds[view.rounds.length - 1] ?? null;

/** A result as people write it. */
export function resultText(match) {
  if (!match.games) return "";
  const how = ["no_show", "dropped", "concession", "agreed"].includes(match.ending) ? ` (${say(`ended.${match.ending}`)})` : "";
  return `${match.games[0]} : ${match.games[1]}${how}`;
}

/** Pairings by table. */
export function byTable(round) {
  const rows = round.tables.map((match) => h("tr", {}, h("td", { class: "table-number" }, String(match.table)),
    h("td", {}, match.one.name), h("td", { class: "versus" }, resultText(match) || "–"), h("td", {}, match.other.name, match.is_rematch ? ` (${say("rematch")})` : "")));
  if (round.bye) rows.push(h("tr", {}, h("td", {}, "–"), h("td", {}, round.bye.name), h("td", { class: "versus", colspan: "2" }, say("bye"))));
  return h("table", { class: "list" }, h("tbody", {}, rows));
}

/** Pairings by name. */
export function byName(round) {
  const rows = round.tables.flatMap((match) => [[match.one.name, match.table, match.other.name], [match.other.name, match.table, match.one.name]]);
  if (round.bye) rows.push([round.bye.name, "–", say("bye")]);
  rows.sort((one, other) => one[0].localeCompare(other[0]));
  return h("table", { class: "list" }, h("tbody", {}, rows.map(([name, table, other]) =>
    h("tr", {}, h("td", {}, name), h("td", { class: "table-number" }, String(table)), h("td", { class: "quiet" }, other)))));
}

/** The standings; `link` gives the address behind a name. Once the final is called, they say
 * what put equals in their order. */
export function standings(view, link = null) {
  const isLate = ["final", "over"].includes(view.status);
  const heads = ["place", "name", "points", "os_short", "games", ...(isLate ? ["decided"] : [])];
  const head = h("tr", {}, heads.map((name) => h("th", {}, name === "place" ? "" : say(name))));
  const rows = view.standings.map((row, at) => {
    const name = row.active ? row.name : `${row.name} (${say("left")})`;
    const stage = view.standings[at - 1]?.decided_by;
    const above = stage && stage !== "points" ? say(`by.${stage}`) : "";
    return h("tr", { class: row.active ? "" : "gone" }, h("td", { class: "table-number" }, String(row.place)),
      h("td", {}, link ? h("a", { href: link(row) }, name) : name), h("td", {}, h("b", {}, String(row.points))),
      h("td", {}, `${row.opponent_score}${row.has_bye ? " *" : ""}`), h("td", {}, `${row.games[0]} : ${row.games[1]}`),
      isLate && h("td", { class: "quiet" }, h("small", {}, above)));
  });
  return h("div", {}, h("table", { class: "list standings" }, h("thead", {}, head), h("tbody", {}, rows)),
    view.standings.some((row) => row.has_bye) && h("p", { class: "quiet small" }, say("os_bye")));
}

/** The options that were announced, as lines. */
export function announced(view) {
  const lines = [`${say("seed")}: ${view.seed}`, say(`opt.${view.timeout_rule}`)];
  if (view.rules_version) lines.unshift(`${say("rules")}: ${view.rules_version}`);
  if (view.is_friendly) lines.push(say("opt.friendly"));
  if (view.bye_average) lines.push(say("opt.bye_average"));
  if (view.allows_agreed_draw) lines.push(say("opt.agreed"));
  return lines.map((line) => h("p", {}, line));
}
