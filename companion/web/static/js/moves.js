// Sends moves with the revision they were made on, and says in words why one was refused.

import { say, sayError } from "./phrase.js";

export { sentence } from "./phrase.js";

const NOTICE_MS = 6000;
let timer = 0;

/** Say a word at the lower edge; the next one takes its place, so they never pile up. */
export function notice(text) {
  const place = document.getElementById("notice");
  clearTimeout(timer);
  place.textContent = text;
  place.hidden = !text;
  if (text) timer = setTimeout(() => { place.hidden = true; }, NOTICE_MS);
}

/** POST JSON; gives {ok, status, body}. Never throws: no network is an answer too. */
export async function post(address, document_) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(document_ ?? {}),
      cache: "no-store",
    });
    const body = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, body };
  } catch {
    return { ok: false, status: 0, body: { error: { code: "web/offline", message: say("move.offline") } } };
  }
}

/** A mover for one table: `move("guess", {row, col})` gives true when it was accepted. */
export function makeMover(api, live) {
  return async function move(action, fields = {}) {
    const revision = live.view()?.revision ?? 0;
    const answer = await post(`${api}/moves`, { revision, action, ...fields });
    if (answer.ok) {
      notice("");
      await live.refresh().catch(() => {});
      return true;
    }
    const error = answer.body.error ?? {};
    if (error.code === "table/stale-revision") {
      await live.refresh().catch(() => {});
      notice(say("move.stale"));
    } else {
      notice(sayError(error));
    }
    return false;
  };
}
