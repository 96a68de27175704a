// A scanned code stands behind the # of the address: it reaches no server log and no other page.
// It is put into the form and out of the address at once; taking the seat stays a tap of its own,
// since a seat shows the key.

import { post } from "./moves.js";
import { sayError } from "./phrase.js";

const form = document.getElementById("claim");
const field = document.getElementById("code");
const refused = document.getElementById("refused");

const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  field.value = code;
  history.replaceState(null, "", location.pathname);
  form.querySelector("button").focus();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = await post(`${document.body.dataset.api}/seats`, { code: field.value });
  if (sent.ok) {
    location.assign(sent.body.page);
    return;
  }
  refused.textContent = sayError(sent.body.error);
  refused.hidden = false;
  field.select();
});
