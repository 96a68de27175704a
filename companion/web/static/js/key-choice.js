// Choosing the key: by chance, by the code of a printed card, or on paper only.

import { makeKeyPhoto } from "./key-photo.js";
import { say } from "./phrase.js";
import { shapeOf } from "./shapes.js";

const TEAMS = { simpsons: ["orange", "yellow"], classic: ["red", "blue"] };

export function makeKeyChoice(api, move) {
  const section = document.getElementById("choose-key");
  const another = document.getElementById("new-key");
  const code = document.getElementById("key-code");
  let isAskedFor = false;
  let drawnFor = null;

  function drawStarts(edition) {
    if (drawnFor === edition) return;
    drawnFor = edition;
    document.getElementById("starts").replaceChildren(...TEAMS[edition].map((team, index) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "radio";
      input.name = "start";
      input.value = team;
      input.checked = index === 0;
      const shown = document.createElement("span");
      shown.append(shapeOf(team), say(`team.${team}`));
      label.append(input, shown);
      return label;
    }));
  }

  async function choose(fields) {
    const isTaken = await move("key", fields);
    if (isTaken) {
      isAskedFor = false;
      code.value = "";
    }
    return isTaken;
  }

  makeKeyPhoto(api, (key) => choose({ key_source: "entered", key }));

  document.getElementById("deal-key").addEventListener("click", () => choose({ key_source: "dealt" }));
  document.getElementById("code-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const edge = event.target.elements.edge.value;
    choose({ key_source: "entered", code: code.value, edge });
  });
  document.getElementById("paper-form").addEventListener("submit", (event) => {
    event.preventDefault();
    choose({ key_source: "paper", start: event.target.elements.start.value });
  });
  another.addEventListener("click", () => {
    isAskedFor = true;
    section.hidden = false;
    section.scrollIntoView({ block: "center" });
  });

  return {
    show(view) {
      drawStarts(view.edition);
      const mayChange = view.phase === "setup" || (view.phase === "clue" && view.moves.length === 0);
      another.hidden = !mayChange || view.phase === "setup";
      section.hidden = view.phase !== "setup" && !(isAskedFor && mayChange);
    },
  };
}
