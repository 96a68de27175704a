// Draws between taps: a button that is drawn anew while a finger is on it never gets the click.

const LONGEST_MS = 1500; // a finger that rests, or whose lifting was never told, holds nothing up

let pressed = false;
let timer = 0;
const waiting = new Map();

function release() {
  pressed = false;
  clearTimeout(timer);
  const due = [...waiting];
  waiting.clear();
  for (const [draw, view] of due) draw(view);
}

addEventListener("pointerdown", () => {
  pressed = true;
  clearTimeout(timer);
  timer = setTimeout(release, LONGEST_MS);
}, true);
// The click comes just after the finger is up.
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

/** The same drawing, which waits while a finger is down and then draws the newest view only. */
export const betweenTaps = (draw) => (view) => {
  if (pressed) waiting.set(draw, view);
  else draw(view);
};
