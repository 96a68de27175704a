// Whose cluemaster sits here: asked once, changed with a tap.

import { notice, post } from "./moves.js";
import { say, sayError } from "./phrase.js";
import { shapeOf } from "./shapes.js";

const TEAMS = { simpsons: ["orange", "yellow"], classic: ["red", "blue"] };

/** Gives {show}. The choice is hidden where one team plays alone. */
export function makeTeamChoice(api) {
  const section = document.getElementById("my-team");
  const tiles = document.getElementById("my-team-tiles");
  let drawn = "";

  return {
    show(view) {
      section.hidden = Boolean(view.simulated_rival) || view.mode === "two-player";
      const state = `${view.edition} ${view.my_team}`;
      if (state === drawn) return;
      drawn = state;
      document.body.dataset.team = view.my_team ?? "";
      tiles.replaceChildren(...[...TEAMS[view.edition], null].map((team) => {
        const label = document.createElement("label");
        const input = document.createElement("input");
        input.type = "radio";
        input.name = "my-team";
        input.checked = team === (view.my_team ?? null);
        input.addEventListener("change", async () => {
          const sent = await post(`${api}/seats/team`, { team });
          if (!sent.ok) notice(sayError(sent.body.error));
        });
        const shown = document.createElement("span");
        shown.append(...(team ? [shapeOf(team), say(`team.${team}`)] : [say("team.both")]));
        label.append(input, shown);
        return label;
      }));
    },
  };
}
