// Announcing an evening.

import { notice, post, whyNot } from "./ledger.js";

const form = document.getElementById("announce");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = new FormData(form);
  const flag = (name) => told.has(name);
  const answer = await post("/api/v1/league", {
    title: told.get("title"), code: told.get("code"), date: told.get("date"), seed: told.get("seed"),
    rules_version: told.get("rules_version"), rounds: told.get("rounds") ? Number(told.get("rounds")) : null,
    timeout_rule: told.get("timeout_rule"), checks_decks: flag("checks_decks"), is_friendly: flag("is_friendly"),
    bye_average: flag("bye_average"), allows_agreed_draw: flag("allows_agreed_draw"),
  });
  if (answer.ok) location.href = answer.body.address;
  else notice(whyNot(answer.body));
});
