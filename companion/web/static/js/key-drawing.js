// A key card drawn by hand: 25 squares that change as they are tapped, and what is still missing.

import { say } from "./phrase.js";

const SIDE = 5;
const KINDS = ["orange", "yellow", "neutral", "game_over"];
const LETTERS = { simpsons: "OYNX", classic: "RBNX" };
const SHOWN = { classic: { orange: "red", yellow: "blue" } };

/** The drawing on the page; `codeOf(grid)` asks the server, `onChange(codes)` hears of each card. */
export function makeDrawing({ edition, codeOf, onChange, onRefused }) {
  const grid = document.getElementById("drawn");
  const counts = document.getElementById("counts");
  const take = document.getElementById("take");
  const taken = document.getElementById("taken");
  const squares = Array(SIDE * SIDE).fill(null);
  const cards = [];

  const name = (kind) => say(`name.${SHOWN[edition()]?.[kind] ?? kind}`);
  const letter = (kind) => LETTERS[edition()][KINDS.indexOf(kind)];
  const count = (kind) => squares.filter((square) => square === kind).length;

  function wanted() {
    // Nine for whoever is ahead, as soon as that can be told.
    const [orange, yellow] = [count("orange"), count("yellow")];
    const starter = orange > yellow ? "orange" : yellow > orange ? "yellow" : null;
    return {
      starter,
      orange: starter === "orange" ? 9 : 8,
      yellow: starter === "yellow" ? 9 : 8,
      neutral: 7,
      game_over: 1,
    };
  }

  function draw() {
    document.documentElement.dataset.edition = edition();
    const want = wanted();
    const missing = KINDS.filter((kind) => count(kind) !== want[kind]);
    grid.replaceChildren(
      ...squares.map((kind, at) => {
        const square = document.createElement("button");
        square.type = "button";
        square.textContent = kind ? letter(kind) : "";
        if (kind) square.dataset.role = SHOWN[edition()]?.[kind] ?? kind;
        const place = say("card.place", { row: Math.floor(at / SIDE) + 1, card: (at % SIDE) + 1 });
        square.setAttribute("aria-label", kind ? `${place}: ${name(kind)}` : place);
        square.addEventListener("click", () => {
          const next = KINDS.indexOf(kind) + 1;
          squares[at] = KINDS[next] ?? null;
          draw();
          grid.children[at].focus();
        });
        return square;
      }),
    );
    counts.replaceChildren(
      ...KINDS.map((kind) => {
        const gap = want[kind] - count(kind);
        const text = document.createElement("span");
        const rest = gap > 0 ? counts.dataset.more : counts.dataset.over;
        const state = gap ? rest.replace("{count}", Math.abs(gap)) : "✓";
        text.textContent = `${name(kind)} ${count(kind)}: ${state}`;
        return text;
      }),
    );
    if (want.starter && !missing.length) {
      const starts = document.createElement("b");
      starts.textContent = counts.dataset.starts.replace("{team}", name(want.starter));
      counts.append(starts);
    }
    take.disabled = missing.length > 0 || !want.starter;
  }

  function list() {
    taken.replaceChildren(
      ...cards.map((card, at) => {
        const item = document.createElement("li");
        const text = document.createElement("span");
        text.textContent = `${card.code} · ${card.check_word}`;
        const remove = document.createElement("button");
        remove.type = "button";
        remove.textContent = taken.dataset.remove;
        remove.addEventListener("click", () => {
          cards.splice(at, 1);
          list();
        });
        item.append(text, remove);
        return item;
      }),
    );
    onChange(cards.map((card) => card.code));
  }

  take.addEventListener("click", async () => {
    const rows = Array.from({ length: SIDE }, (_, row) =>
      squares.slice(row * SIDE, row * SIDE + SIDE).map(letter).join(""),
    );
    const answer = await codeOf(rows);
    if (!answer.ok) {
      onRefused(answer.body);
      return;
    }
    if (!cards.some((card) => card.code === answer.body.code)) cards.push(answer.body);
    list();
  });
  document.getElementById("clear").addEventListener("click", () => {
    squares.fill(null);
    draw();
  });
  draw();
  return { draw };
}
