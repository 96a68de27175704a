// Four corners over the picture, for fingers, mice and arrow keys: the frame around the cards.

import { say } from "./phrase.js";

const FIRST = [[0.15, 0.12], [0.85, 0.12], [0.85, 0.88], [0.15, 0.88]];
const STEP = 0.004;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Corners are shares of the picture, in the guessers' order: far left, far right, near right, near left. */
export function drawCorners({ stage, layer, done, changed }) {
  const outline = layer.querySelector("polygon");
  const near = layer.querySelector("line");
  const grips = [...layer.querySelectorAll("[data-corner]")];
  let place = FIRST;

  grips.forEach((grip, at) => {
    grip.setAttribute("aria-label", say(`place.corner.${at}`));
    grip.addEventListener("pointerdown", (event) => {
      grip.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    grip.addEventListener("pointermove", (event) => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      const box = stage.getBoundingClientRect();
      move(at, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    grip.addEventListener("keydown", (event) => {
      const way = KEYS[event.key];
      if (!way) return;
      const far = event.shiftKey ? 5 : 1;
      move(at, place[at][0] + far * STEP * way[0], place[at][1] + far * STEP * way[1]);
      event.preventDefault();
    });
  });

  function move(at, x, y) {
    const inside = (value) => Math.min(1, Math.max(0, value));
    place = place.map((corner, other) => (other === at ? [inside(x), inside(y)] : corner));
    draw();
  }

  function draw() {
    outline.setAttribute("points", place.map((corner) => corner.join(",")).join(" "));
    const [, , right, left] = place;
    Object.entries({ x1: left[0], y1: left[1], x2: right[0], y2: right[1] })
      .forEach(([name, value]) => near.setAttribute(name, value));
    grips.forEach((grip, at) => {
      grip.style.left = `${100 * place[at][0]}%`;
      grip.style.top = `${100 * place[at][1]}%`;
    });
  }

  const isActive = () => !layer.hidden;
  const stop = () => { layer.hidden = true; changed(); };
  return {
    isActive,
    stop,
    begin() { layer.hidden = false; draw(); changed(); },
    /** The guessers sit at the next side. */
    turn() { place = [...place.slice(1), place[0]]; draw(); },
    remember(known) { if (known) place = known; },
    async finish() { if (await done(place)) stop(); },
  };
}
