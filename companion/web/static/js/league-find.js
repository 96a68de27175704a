// Finding oneself in the list of players.

import { follow, h, put } from "./ledger.js";

const filter = document.getElementById("filter");
let players = [];

function show() {
  const wanted = filter.value.trim().toLocaleLowerCase();
  put("names", players.filter((player) => player.name.toLocaleLowerCase().includes(wanted)).map((player) =>
    h("li", {}, h("a", { class: "button wide", href: `${document.body.dataset.league}/p/${encodeURIComponent(player.id)}` }, player.name))));
}

follow(document.body.dataset.api, (view) => {
  players = [...view.players].sort((one, other) => one.name.localeCompare(other.name));
  show();
});
filter.addEventListener("input", show);
