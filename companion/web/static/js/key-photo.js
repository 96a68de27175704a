// The printed key card by photo: shrunk here, read by the table, turned as it lies, confirmed.

import { sayError, say } from "./phrase.js";
import { shapeOf, squaresOf } from "./shapes.js";

const LONGEST_SIDE = 1600; // squares of a card that fills half the picture are 60 px wide then

/** Wire the file field; `choose(key)` puts the key into play and says whether it was taken. */
export function makeKeyPhoto(api, choose) {
  const field = document.getElementById("key-photo");
  if (!field) return;
  const box = document.getElementById("photo-key");
  const grid = document.getElementById("photo-grid");
  const words = document.getElementById("photo-words");
  let turns = [];
  let turn = 0;

  async function shrink(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.9); });
  }

  function draw() {
    // Drawn as the reader sees the card stand before them: opposite to the guessers' cells.
    const squares = squaresOf(turns[turn].grid).reverse();
    grid.replaceChildren(...squares.map((side) => {
      const square = document.createElement("i");
      square.className = `pattern is-${side}`;
      square.append(shapeOf(side));
      return square;
    }));
    words.textContent = say("photo.starts", { team: say(`team.${turns[turn].start}`) });
  }

  function clear() {
    turns = [];
    grid.replaceChildren();
    box.hidden = true;
    field.value = "";
  }

  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (!file) return;
    const status = document.getElementById("photo-status");
    status.textContent = say("photo.reading");
    status.hidden = false;
    try {
      const body = await shrink(file);
      const answer = await fetch(`${api}/key/photo`, {
        method: "POST", body, headers: { "Content-Type": "image/jpeg" }, cache: "no-store",
      });
      const found = await answer.json();
      if (!answer.ok) status.textContent = sayError(found.error);
      else if (!found.found) status.textContent = say("photo.none");
      else {
        status.hidden = true;
        ({ turns } = found);
        turn = 0;
        box.hidden = false;
        draw();
      }
    } catch {
      status.textContent = say("move.offline");
    }
    field.value = "";
  });
  document.getElementById("photo-turn").addEventListener("click", () => {
    turn = (turn + 1) % turns.length;
    draw();
  });
  document.getElementById("photo-use").addEventListener("click", async () => {
    if (await choose({ grid: turns[turn].grid, start: turns[turn].start })) clear();
  });
  document.getElementById("photo-drop").addEventListener("click", clear);
  window.addEventListener("pagehide", clear);
}
