// How long a turn may take: off, sand, soft or hard.

import { notice, post } from "./moves.js";
import { sayError } from "./phrase.js";

/** Gives {show}: the choice follows what was chosen elsewhere. */
export function makeTimerChoice(api) {
  const form = document.getElementById("timer-form");
  let known = "";

  async function choose() {
    const { timer, limit } = Object.fromEntries(new FormData(form));
    const sent = await post(`${api.replace(/\/host$/, "")}/timer`, { kind: timer, limit_s: Number(limit) });
    if (!sent.ok) notice(sayError(sent.body.error));
  }
  form.addEventListener("change", choose);
  form.addEventListener("submit", (event) => event.preventDefault());

  async function read() {
    try {
      const chosen = await (await fetch(`${api}/timer`, { cache: "no-store" })).json();
      form.elements.timer.value = chosen.kind;
      form.elements.limit.value = String(chosen.limit_s);
    } catch { /* asked again with the next view */ }
  }

  return {
    show(view) {
      const now = JSON.stringify([view.timer?.kind, view.timer?.limit_s]);
      if (now !== known) read();
      known = now;
    },
  };
}
