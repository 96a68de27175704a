// The timer: sand that runs through. What is left is asked of the table once a turn, since the
// clocks of phones differ; in between it is counted here.

import { say } from "./phrase.js";

const TICK_MS = 250;
let run = null;
let endsAt = 0;
let ticking = 0;

/** Show the timer of a view in the page's `data-show="timer"`; hidden where none runs. */
export function showTimer(view, api) {
  const place = document.querySelector('[data-show="timer"]');
  if (!place) return;
  const { timer } = view;
  place.hidden = !timer || Boolean(view.outcome);
  if (place.hidden) {
    clearInterval(ticking);
    run = null;
    return;
  }
  if (!place.firstChild) build(place);
  if (timer.run !== run) {
    run = timer.run;
    endsAt = performance.now() + timer.limit_s * 1000;
    ask(api);
    clearInterval(ticking);
    ticking = setInterval(() => draw(place, timer), TICK_MS);
  }
  draw(place, timer);
}

async function ask(api) {
  try {
    const answer = await fetch(`${api}/timer`, { cache: "no-store" });
    const body = await answer.json();
    if (body.run === run && body.left_s != null) endsAt = performance.now() + body.left_s * 1000;
  } catch { /* the strip says that the line is dead; the sand runs on */ }
}

function build(place) {
  const bar = document.createElement("span");
  bar.className = "sand";
  bar.append(document.createElement("i"));
  const words = document.createElement("span");
  place.append(bar, words);
}

function draw(place, timer) {
  const left = timer.is_over ? 0 : Math.max(0, (endsAt - performance.now()) / 1000);
  const [bar, words] = place.children;
  bar.firstChild.style.width = `${(100 * left) / timer.limit_s}%`;
  const seconds = Math.ceil(left);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  // Sand shows no figures: who looks at it sees how much is left, and nobody is hurried.
  const over = say(`timer.over.${timer.kind}`);
  const text = left > 0 ? (timer.kind === "sand" ? "" : clock) : over;
  if (words.textContent !== text) words.textContent = text;
  place.classList.toggle("over", left <= 0);
}

// After sleep the counted time is wrong: ask again at the next view.
document.addEventListener("visibilitychange", () => { run = null; });
