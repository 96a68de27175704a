// The table screen: seen from four metres, touched by nobody.

import { makeBoard } from "./board.js";
import { follow } from "./live.js";
import { showStatus } from "./status.js";

const { api } = document.body.dataset;
const board = makeBoard(document.getElementById("board"), { keepHeight: true });

follow(api, (view) => {
  board.show(view);
  showStatus(view);
});
