// The table screen: seen from four metres, touched by nobody but the host.

import { makeBoard } from "./board.js";
import { showEvening } from "./evening.js";
import { follow } from "./live.js";
import { makeMover } from "./moves.js";
import { squaresOf } from "./shapes.js";
import { showStatus } from "./status.js";
import { showTimer } from "./timer.js";

const { api } = document.body.dataset;
const board = makeBoard(document.getElementById("board"), { keepHeight: true, api });
const again = document.getElementById("again");
let view = null;

const live = follow(api, (newest) => {
  view = newest;
  board.show(view);
  // The key comes with the end of the game, and not before.
  if (view.outcome && view.key) board.showKey(squaresOf(view.key.grid));
  else board.hideKey();
  showStatus(view);
  showTimer(view, api);
  showEvening(view, api);
  if (again) again.hidden = !view.outcome;
});

again?.addEventListener("click", () => {
  // The same people, the same box; against the key on paper the bars say anew who starts.
  const isOnPaper = view.key_source === "paper";
  makeMover(api, live)("new_game", {
    mode: view.mode,
    allies: view.mode === "three" && Boolean(view.simulated_rival),
    edition: view.edition,
    expert_clues: view.expert_clues,
    key_source: isOnPaper ? "entered" : view.key_source,
  });
});
