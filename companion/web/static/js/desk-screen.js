// The score for a television: whose turn, the points, the scenes in one strip.

import { showScore } from "./desk-score.js";
import { follow, h, put, say } from "./ledger.js";

follow(document.body.dataset.api, (view) => {
  let told = view.turn ? say("turn", { name: view.turn }) : "";
  if (view.winners.length) told = say(view.winners.length > 1 ? "won_many" : "won_one", { names: view.winners.join(", ") });
  put("turn", told);
  showScore(document.getElementById("score"), view);
  put("scenes", view.scenes.map((scene) => h("div", { class: "panel" },
    h("b", { class: "loud" }, scene.title || say("scene_of", { name: scene.owner })),
    h("span", {}, `${scene.usable.complete.length}/${scene.complete ?? "–"} · ${scene.usable.trash.length}/${scene.trash ?? "–"}`))));
});
