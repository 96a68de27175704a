// The evening beside the table: games won, and after a game its best moment and its picture.

import { say, sayCount } from "./phrase.js";
import { shapeOf } from "./shapes.js";

let asked = "";

/** Fetch and show the evening whenever a game has begun or ended. */
export async function showEvening(view, api) {
  const place = document.getElementById("evening");
  if (!place) return;
  const now = `${view.game} ${Boolean(view.outcome)} ${view.edition}`;
  if (now === asked) return;
  asked = now;
  let evening;
  try {
    evening = await (await fetch(`${api}/evening`, { cache: "no-store" })).json();
  } catch {
    asked = ""; // asked again with the next view
    return;
  }
  place.hidden = !evening.games;
  if (place.hidden) return;
  drawScore(document.getElementById("evening-score"), evening);
  const best = document.getElementById("evening-best");
  best.hidden = !evening.best_clue || !view.outcome;
  if (!best.hidden) best.textContent = sayBest(evening.best_clue);
  showPhoto(view, api);
}

/** Games won by each team, or against the simulated rival. */
export function drawScore(place, evening, withHead = true) {
  const parts = [];
  const teamGames = evening.games - evening.solo.games;
  if (teamGames) {
    for (const [team, won] of Object.entries(evening.score)) {
      const part = document.createElement("span");
      part.className = `score is-${team}`;
      part.append(shapeOf(team), sayCount("score", won, { team: say(`team.${team}`) }));
      parts.push(part);
    }
  }
  if (evening.solo.games) {
    const part = document.createElement("span");
    part.textContent = say("score.solo", { won: evening.solo.won, games: evening.solo.games });
    parts.push(part);
  }
  const head = document.createElement("span");
  head.className = "quiet";
  head.textContent = say("score.evening");
  place.replaceChildren(...(withHead ? [head] : []), ...parts);
}

/** The best clue in words. */
export function sayBest(clue) {
  const number = clue.number === "unlimited" ? "∞" : clue.number;
  return sayCount("best", clue.found, { word: clue.word.toUpperCase(), number, team: say(`team.${clue.team}`) });
}

function showPhoto(view, api) {
  const figure = document.getElementById("last-photo");
  figure.hidden = true;
  if (!view.outcome || !view.game) return;
  const image = figure.firstElementChild;
  image.onload = () => { figure.hidden = false; };
  image.src = `${api}/games/${view.game}/photo/last.jpg`;
}
