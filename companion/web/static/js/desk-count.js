// Which characters count, and the points that follow, shown before they are confirmed.

import { choices, closeAfter, h, openSheet, post, say, whyNot } from "./ledger.js";

function effectInputs(view, changed) {
  const inputs = view.players.filter((player) => !player.gone).map((player) => [player.name, h("input", { type: "number", value: "0", min: "-9", max: "9", oninput: changed, "aria-label": `${say("effect")} ${player.name}` })]);
  const box = h("details", {}, h("summary", { class: "small" }, say("effect")),
    inputs.map(([name, input]) => h("label", { class: "row count" }, h("span", {}, name), input)));
  return { box, values: () => Object.fromEntries(inputs.map(([name, input]) => [name, Number(input.value) || 0]).filter(([, points]) => points)) };
}

function outcome(place, confirm, answer) {
  confirm.disabled = !answer.ok;
  if (!answer.ok) {
    place.replaceChildren(h("p", { class: "quiet" }, whyNot(answer.body)));
    return;
  }
  const { delta, after, winners, reasons } = answer.body;
  place.replaceChildren(h("p", { class: "small quiet" }, say("this_gives")), ...Object.entries(delta).map(([player, points]) =>
    h("p", { class: "gain" }, h("b", {}, player), h("b", { class: "loud" }, `${points > 0 ? "+" : ""}${points}`),
      h("span", { class: "small" }, (reasons[player] ?? []).map((why) => say(`why.${why}`)).join(", ")),
      h("span", { class: "small" }, `→ ${after[player]}`, winners.includes(player) ? ` ★ ${say("wins")}` : ""))));
}

function makePreview(api, fields, place, confirm) {
  let asked = 0;
  return async function preview() {
    asked += 1;
    const number = asked;
    const answer = await post(`${api}/preview`, fields());
    if (number === asked) outcome(place, confirm, answer);
  };
}

/** Choose the counted characters of a scene; as many as the scene says. */
export function chooseCounted(api, view, scene, kind, move) {
  const need = scene[kind];
  const usable = scene.characters.filter((one) => scene.usable[kind].includes(one.id));
  const chosen = new Set(usable.length === need ? usable.map((one) => one.id) : []);
  const place = h("div", { class: "outcome" });
  const told = h("p", { class: "loud" });
  const confirm = h("button", { class: "main", disabled: true }, say(kind));
  const effect = effectInputs(view, () => preview());
  const fields = () => ({ by: view.turn, kind, scene: scene.id, characters: [...chosen], effect: effect.values() });
  const preview = makePreview(api, fields, place, confirm);
  const buttons = usable.map((one) => h("button", {
    class: "character", "aria-pressed": String(chosen.has(one.id)),
    onclick: (event) => {
      if (chosen.has(one.id)) chosen.delete(one.id); else chosen.add(one.id);
      event.currentTarget.setAttribute("aria-pressed", String(chosen.has(one.id)));
      changed();
    },
  }, h("b", {}, one.owner, one.star ? " ★" : ""), one.title && h("span", {}, one.title)));
  function changed() {
    told.textContent = say("counted_of", { count: chosen.size, need });
    preview();
  }
  confirm.addEventListener("click", async () => { await closeAfter(move("score", fields(), view.revision)); });
  openSheet(say(kind), h("p", {}, say("choose_counted", { count: need })), h("div", { class: "row" }, buttons), told, effect.box, place, confirm);
  changed();
}

/** Quick mode: whose scene, and how many characters of each player were counted. */
export function quickScore(api, view, kind, move) {
  const players = view.players.filter((player) => !player.gone).map((player) => player.name);
  const place = h("div", { class: "outcome" });
  const confirm = h("button", { class: "main", disabled: true }, say(kind));
  const effect = effectInputs(view, () => preview());
  const counted = Object.fromEntries(players.map((name) => [name, 0]));
  const owner = choices("owner", players.map((name) => [name, name]), view.turn);
  const fields = () => ({ by: view.turn, kind, owner: owner.querySelector(":checked").value, counted, effect: effect.values() });
  const preview = makePreview(api, fields, place, confirm);
  owner.addEventListener("change", () => preview());
  const rows = players.map((name) => {
    const number = h("b", { class: "loud number" }, "0");
    const step = (by) => { counted[name] = Math.max(0, counted[name] + by); number.textContent = counted[name]; preview(); };
    return h("div", { class: "row count" }, h("span", {}, name),
      h("button", { onclick: () => step(-1), "aria-label": `${name} −1` }, "−"), number, h("button", { onclick: () => step(1), "aria-label": `${name} +1` }, "+"));
  });
  confirm.addEventListener("click", async () => { await closeAfter(move("score", fields(), view.revision)); });
  openSheet(say(kind), h("fieldset", {}, h("legend", {}, say("owner")), owner), h("h3", {}, say("counted")), rows, effect.box, place, confirm);
}
