// The table screen: seen from four metres, touched by nobody.

import { makeBoard } from "./board.js";
import { follow } from "./live.js";
import { squaresOf } from "./shapes.js";
import { showStatus } from "./status.js";

const { api } = document.body.dataset;
const board = makeBoard(document.getElementById("board"), { keepHeight: true });

follow(api, (view) => {
  board.show(view);
  // The key comes with the end of the game, and not before.
  if (view.outcome && view.key) board.showKey(squaresOf(view.key.grid));
  else board.hideKey();
  showStatus(view);
});
