// The score desk: the score, whose turn it is, scenes with their characters, and what may be done.

import { choices, closeAfter, follow, h, makeMover, notice, openSheet, post, put, say, whyNot } from "./ledger.js";
import { showScore } from "./desk-score.js";
import { chooseCounted, quickScore } from "./desk-count.js";

const api = document.body.dataset.api;
const live = follow(api, show);
const move = makeMover(api, live);
const me = () => sessionStorage.getItem("desk-me") ?? "";

function show(view) {
  if (view.status === "setup") {
    put("score");
    put("scenes");
    put("tool-buttons");
    put("history");
    put("turn", newGameForm(view));
    return;
  }
  showScore(document.getElementById("score"), view);
  showTurn(view);
  put("scenes", view.quick ? [] : view.scenes.map((scene) => sceneCard(view, scene)),
    !view.quick && !view.scenes.length && view.status === "running" && h("p", { class: "quiet" }, say("no_scene")));
  put("history", [...view.history].reverse().map(historyLine));
  put("tool-buttons",
    view.can_undo && h("button", { onclick: () => move("undo") }, say("undo")),
    view.status === "running" && h("button", { onclick: () => byHand(view) }, say("by_hand")),
    view.status === "running" && h("button", { onclick: () => leaving(view) }, say("leave")),
    h("button", { onclick: () => openSheet(say("new_game"), newGameForm(view)) }, say("new_game")));
}

function showTurn(view) {
  if (view.status !== "running") {
    const names = view.winners.join(", ");
    const told = view.status === "void" ? say("void") : say(view.winners.length > 1 ? "won_many" : "won_one", { names });
    put("turn", h("p", { class: "loud lead" }, told),
      h("div", { class: "row" }, h("button", { class: "main", onclick: () => openSheet(say("new_game"), newGameForm(view)) }, say("new_game")),
        view.can_undo && h("button", { onclick: () => move("undo") }, say("undo"))));
    return;
  }
  const who = whoActs(view);
  const acts = !me() || me() === view.turn;
  put("turn",
    h("p", { class: "loud lead" }, acts && me() ? say("your_turn") : say("turn", { name: view.turn })),
    acts && h("div", { class: "row" },
      !view.quick && h("button", { onclick: () => sceneForm(view), disabled: view.scenes.some((scene) => scene.owner === view.turn) }, say("play_scene")),
      !view.quick && h("button", { onclick: () => characterForm(view), disabled: !view.scenes.length }, say("play_character")),
      view.quick && h("button", { class: "main", onclick: () => quickScore(api, view, "complete", move) }, say("complete")),
      view.quick && h("button", { onclick: () => quickScore(api, view, "trash", move) }, say("trash")),
      h("button", { class: view.quick ? "" : "main", onclick: () => move("end_turn", { by: view.turn }) }, say("end_turn"))),
    h("p", { class: "quiet small" }, view.quick ? say("to_win", { count: view.to_win }) : say("played", { count: view.played_this_turn })),
    who);
}

function whoActs(view) {
  const select = h("select", { "aria-label": say("who_am_i"), onchange: (event) => { sessionStorage.setItem("desk-me", event.target.value); show(live.view()); } },
    h("option", { value: "" }, say("everybody")), view.players.map((player) => h("option", { value: player.name }, player.name)));
  select.value = view.players.some((player) => player.name === me()) ? me() : "";
  return h("label", { class: "small quiet who" }, say("who_am_i"), select);
}

function sceneCard(view, scene) {
  const acts = view.status === "running" && (!me() || me() === view.turn);
  const kinds = ["complete", "trash"].map((kind) => h("button", {
    class: scene[`can_${kind}`] ? "main" : "", disabled: !acts || !scene[`can_${kind}`],
    onclick: () => chooseCounted(api, view, scene, kind, move),
  }, h("b", { class: "number" }, scene[kind] ?? "–"), say(kind), h("small", {}, `${scene.usable[kind].length}/${scene[kind] ?? "–"}`)));
  return h("article", { class: "panel scene" },
    h("header", { class: "row spread" }, h("h3", {}, scene.title || say("scene_of", { name: scene.owner })),
      scene.title && h("span", { class: "quiet small" }, say("scene_of", { name: scene.owner }))),
    scene.traits.length ? h("p", { class: "traits small" }, scene.traits.map((trait) => h("span", {}, trait))) : null,
    h("ul", { class: "characters" }, scene.characters.map((one) => h("li", {},
      h("button", { class: `character ${one.matches ? "fits" : ""}`, onclick: () => characterSheet(view, scene, one) },
        h("b", {}, one.owner, one.star ? " ★" : ""), one.title && h("span", {}, one.title),
        h("small", {}, say(one.matches ? "match" : "no_match")))))),
    h("div", { class: "row two-buttons" }, kinds),
    acts && h("button", { class: "plain small", onclick: () => move("remove_scene", { scene: scene.id }) }, say("remove")));
}

function characterSheet(view, scene, one) {
  const done = (action, fields) => closeAfter(move(action, { character: one.id, ...fields }));
  openSheet(`${one.owner}${one.title ? ` · ${one.title}` : ""}`,
    h("div", { class: "row" }, [[true, "match"], [false, "no_match"], [null, "by_traits"]].map(([matches, label]) =>
      h("button", { class: one.said === matches ? "main" : "", onclick: () => done("match", { matches }) }, say(label)))),
    h("div", { class: "row" }, view.scenes.filter((other) => other.id !== scene.id).map((other) =>
      h("button", { onclick: () => done("move", { scene: other.id }) }, `${say("move_to")} ${other.title || say("scene_of", { name: other.owner })}`)),
    h("button", { onclick: () => done("move", { scene: null }) }, `${say("move_to")} ${say("away")}`)));
}

const traitsOf = (text) => text.split(/[,;/]/).map((trait) => trait.trim()).filter(Boolean);

function numberPick(name, label) {
  return h("fieldset", {}, h("legend", {}, label), choices(name, [["", say("none_number")], ...[1, 2, 3, 4, 5, 6].map((n) => [String(n), String(n)])], "3"));
}

function sceneForm(view) {
  const form = h("form", { class: "stack" },
    numberPick("complete", say("left_number")), numberPick("trash", say("right_number")),
    h("label", {}, say("scene_title"), h("input", { type: "text", name: "title", maxlength: "60" })),
    h("label", {}, say("traits"), h("input", { type: "text", name: "traits", maxlength: "110" })),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "by_effect" }), h("span", {}, say("by_effect"))),
    h("button", { class: "main" }, say("play_scene")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = new FormData(form);
    const number = (name) => (told.get(name) ? Number(told.get(name)) : null);
    await closeAfter(move("scene", { by: view.turn, title: told.get("title"), traits: traitsOf(told.get("traits")), complete: number("complete"), trash: number("trash"), by_effect: told.has("by_effect") }));
  });
  openSheet(say("play_scene"), form);
}

function characterForm(view) {
  const form = h("form", { class: "stack" },
    h("fieldset", {}, h("legend", {}, say("which_scene")), choices("scene", view.scenes.map((scene) => [scene.id, scene.title || say("scene_of", { name: scene.owner })]), view.scenes[0].id)),
    choices("fits", [["true", say("match")], ["false", say("no_match")], ["", say("by_traits")]], "true"),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "star" }), h("span", {}, say("star"))),
    h("label", {}, say("traits"), h("input", { type: "text", name: "traits", maxlength: "110" })),
    h("label", {}, say("scene_title"), h("input", { type: "text", name: "title", maxlength: "60" })),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "by_effect" }), h("span", {}, say("by_effect"))),
    h("button", { class: "main" }, say("play_character")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = new FormData(form);
    const matches = told.get("fits") === "" ? null : told.get("fits") === "true";
    await closeAfter(move("character", { by: view.turn, scene: told.get("scene"), title: told.get("title"), traits: traitsOf(told.get("traits")), star: told.has("star"), by_effect: told.has("by_effect"), matches }));
  });
  openSheet(say("play_character"), form);
}

function byHand(view) {
  const reason = h("input", { type: "text", maxlength: "100", required: true });
  const points = h("input", { type: "number", value: "1", min: "-9", max: "9" });
  const players = choices("who", view.players.filter((player) => !player.gone).map((player) => [player.name, player.name]), view.turn);
  const form = h("form", { class: "stack" }, players, h("label", {}, say("points"), points), h("label", {}, say("reason"), reason), h("button", { class: "main" }, say("ok")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const player = new FormData(form).get("who");
    await closeAfter(move("adjust", { player, points: Number(points.value), reason: reason.value }));
  });
  openSheet(say("by_hand"), form);
}

function leaving(view) {
  openSheet(say("leave"), h("div", { class: "row" }, view.players.filter((player) => !player.gone).map((player) =>
    h("button", { onclick: async () => { await closeAfter(move("leave", { player: player.name })); } }, player.name))));
}

function newGameForm(view) {
  const before = view.players?.map((player) => player.name) ?? [];
  const rows = [0, 1, 2, 3, 4].map((seat) => h("div", { class: "row seat" },
    h("input", { type: "text", name: `name${seat}`, maxlength: "40", placeholder: say("player_n", { number: seat + 1 }), "aria-label": say("player_n", { number: seat + 1 }), value: before[seat] ?? "" }),
    h("label", { class: "check" }, h("input", { type: "radio", name: "first", value: String(seat), checked: seat === 0 }), h("span", {}, say("first")))));
  const form = h("form", { class: "stack" }, h("p", {}, say("new_game_text")), rows, h("p", { class: "quiet small" }, say("who_begins")),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "quick" }), h("span", {}, say("quick"))),
    h("button", { class: "main" }, say("begin")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = new FormData(form);
    const seats = [0, 1, 2, 3, 4].map((seat) => told.get(`name${seat}`).trim());
    const first = seats[Number(told.get("first"))] || null;
    await closeAfter(move("new_game", { players: seats.filter(Boolean), first, quick: told.has("quick") }));
  });
  return form;
}

function historyLine(event) {
  const did = event.did;
  const name = did.action === "score" ? `did.score.${did.kind}` : `did.${did.action}`;
  const who = did.by ?? did.player ?? "";
  const gained = event.scoring ? Object.entries(event.scoring.delta).filter(([, points]) => points).map(([player, points]) => `${player} ${points > 0 ? "+" : ""}${points}`).join(", ") : "";
  return h("li", {}, h("span", {}, `${who} ${say(name)}`.trim(), did.reason ? ` (${did.reason})` : ""), gained && h("b", {}, gained));
}

document.getElementById("open-desk")?.addEventListener("click", async () => {
  const answer = await post("/api/v1/desks");
  if (answer.ok) location.href = answer.body.address;
  else notice(whyNot(answer.body));
});
