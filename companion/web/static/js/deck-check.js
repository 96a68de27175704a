// The deck check: CSV in, every finding at once.

import { h, knows, notice, post, put, say, whyNot } from "./ledger.js";

const form = document.getElementById("check");

function count() { return new FormData(form).get("profile") === "wotc" ? 1 : 2; }
form.addEventListener("change", () => { form.querySelector('[data-deck="2"]').hidden = count() === 1; });

for (const input of form.querySelectorAll("[data-into]")) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    try {
      form.elements[input.dataset.into].value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      notice(`${file.name}: UTF-8`);
    }
    input.value = "";
  });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = new FormData(form);
  const decks = [told.get("deck1"), told.get("deck2")].slice(0, count());
  const locked = told.get("locked").split(/[\s,;]+/).filter(Boolean);
  const answer = await post("/api/v1/deck-check", { profile: told.get("profile"), decks, theme: told.has("theme"), locked });
  if (!answer.ok) { notice(whyNot(answer.body)); return; }
  const { legal, findings, hashes, sizes, starters } = answer.body;
  put("verdict", h("h2", { class: legal ? "good" : "bad" }, legal ? `✓ ${say("legal")}` : `✕ ${say("illegal")}`),
    h("ul", { class: "stack" }, findings.map((one) => {
      const name = one.code.replace(/^E_/, "F_");
      return h("li", {}, h("b", {}, one.code.startsWith("E_") ? "✕ " : "! ", knows(name) ? say(name) : one.message), " ",
        h("span", { class: "quiet small" }, `${say("rule")} ${one.rule}: ${one.message}`));
    })),
    hashes.map((hash, at) => h("p", { class: "small" }, `${starters[at] || say("deck_n", { number: at + 1 })}: ${sizes[at]} ${say("cards")} · ${say("hash")} `, h("code", {}, hash))));
  document.getElementById("verdict").hidden = false;
});
