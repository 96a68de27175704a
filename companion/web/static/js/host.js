// The host's page: the picture, the seats, a new game. It never sees a key.

import { follow } from "./live.js";
import { makeMover, notice, post, sentence } from "./moves.js";
import { say } from "./phrase.js";
import { showPicture } from "./picture.js";
import { showQuestions } from "./questions.js";
import { shapeOf } from "./shapes.js";
import { ask } from "./sheet.js";
import { showStatus } from "./status.js";

const { api, page } = document.body.dataset;
const byId = (id) => document.getElementById(id);
const TEAMS = { simpsons: ["orange", "yellow"], classic: ["red", "blue"] };
const form = byId("new-game");
let view = null;
let seatCount = null;

const live = follow(`${api}/host`, show, () => location.assign(page));
const move = makeMover(api, live);
showPicture(api);

function show(newest) {
  view = newest;
  showStatus(view);
  showQuestions(byId("asks"), view, move, api, live);
  showSeats();
  showTicks();
  byId("resumed").hidden = !view.host.is_resumed;
  byId("trouble").hidden = !view.host.trouble;
  byId("trouble").firstElementChild.textContent = sentence(view.host.trouble ?? "");
  byId("end-turn").hidden = !view.may_stop || view.rivals_turn;
  byId("undo").disabled = view.moves.length === 0;
}

function showTicks() {
  // Without a camera nobody sees the cards: there is nothing to tick off.
  byId("ticks").parentElement.hidden = view.camera.state === "none";
  const count = view.host.named_cards;
  byId("ticks").replaceChildren(...view.cells.map((cell) => {
    const tick = document.createElement("li");
    if (count > 0 && cell.card) tick.className = "seen";
    return tick;
  }));
  byId("seen").textContent = count === 25 ? say("host.cards.all") : say("host.cards", { count });
}

function showSeats() {
  const open = view.seats.filter((seat) => seat.standing === "cluemaster" && seat.open > 0).length;
  const phrase = ["host.open.none", "host.open.one"][open] ?? "host.open.many";
  byId("open-count").textContent = say(phrase, { count: open });
  if (seatCount !== null && view.seats.length > seatCount && !byId("code-box").hidden) {
    byId("code-box").hidden = true;
    notice(say("host.code.used"));
  }
  seatCount = view.seats.length;
  byId("seats").replaceChildren(...(view.seats.length ? view.seats.map(drawSeat) : [nobody()]));
}

function nobody() {
  const item = document.createElement("li");
  item.className = "quiet";
  item.textContent = say("host.seats.none");
  return item;
}

function drawSeat(seat) {
  const item = document.createElement("li");
  const name = document.createElement("span");
  const who = document.createElement("b");
  who.textContent = say(`host.seats.${seat.standing}`);
  const time = new Date(seat.claimed_at_s * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const more = document.createElement("small");
  more.textContent = `${seat.device}, ${say("host.seats.since", { time })}, `
    + say(seat.open ? "host.seats.open" : "host.seats.closed");
  name.append(who, more);
  const away = document.createElement("button");
  away.type = "button";
  away.textContent = say("host.seats.away");
  away.addEventListener("click", async () => {
    const sent = await post(`${api}/host/seats/${encodeURIComponent(seat.id)}/take-away`);
    if (!sent.ok) notice(sentence(sent.body.error?.message ?? say("move.refused")));
  });
  item.append(name, away);
  return item;
}

async function showCode(standing) {
  const sent = await post(`${api}/host/codes`, { standing });
  if (!sent.ok) {
    notice(sentence(sent.body.error?.message ?? say("move.refused")));
    return;
  }
  const { code, address, qr } = sent.body;
  byId("code-text").textContent = code;
  byId("code-address").textContent = address;
  const drawing = byId("qr");
  drawing.setAttribute("viewBox", `0 0 ${qr.size} ${qr.size}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", qr.path);
  drawing.replaceChildren(path);
  byId("code-box").hidden = false;
  byId("code-box").scrollIntoView({ block: "nearest" });
}

byId("make-code").addEventListener("click", () => showCode("cluemaster"));
byId("host-code").addEventListener("click", () => showCode("host"));
byId("hide-code").addEventListener("click", () => { byId("code-box").hidden = true; });
byId("end-turn").addEventListener("click", () => move("end_turn"));
byId("undo").addEventListener("click", async () => {
  if (await sure(say("sheet.undo"), say("sheet.undo.text"), say("sheet.undo.yes"))) move("undo");
});
byId("open-table").addEventListener("click", async () => {
  const sent = await post(`${api}/host/tables`);
  if (sent.ok) location.assign(`${sent.body.address}host`);
  else notice(sentence(sent.body.error?.message ?? say("move.refused")));
});

function sure(head, text, yes) {
  return ask({
    head,
    text,
    buttons: [{ value: true, text: yes, main: true }, { value: null, text: say("sheet.cancel") }],
  });
}

function chosen() {
  return Object.fromEntries(new FormData(form));
}

function showChoices() {
  const { key, edition } = chosen();
  byId("start-choice").hidden = key !== "paper";
  const teams = TEAMS[edition];
  for (const [index, place] of ["first", "second"].entries()) {
    const dot = form.querySelector(`[data-team="${place}"]`);
    dot.className = `dot is-${teams[index]}`;
    dot.replaceChildren(shapeOf(teams[index]));
    form.querySelector(`[data-team-name="${place}"]`).textContent = say(`team.${teams[index]}`);
  }
}
form.addEventListener("change", showChoices);
showChoices();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { mode, key, start, edition, expert_clues: expert } = chosen();
  const isRunning = view && view.phase !== "setup" && !view.outcome && view.moves.length > 0;
  if (isRunning && !(await sure(say("host.new"), say("host.new.text"), say("host.new.yes")))) return;
  const fields = {
    mode: mode === "allies" ? "three" : mode,
    allies: mode === "allies",
    edition,
    expert_clues: Boolean(expert),
    key_source: { choose: "entered", dealt: "dealt", paper: "paper" }[key],
  };
  if (key === "paper") fields.start = TEAMS[edition][start === "first" ? 0 : 1];
  move("new_game", fields);
});
