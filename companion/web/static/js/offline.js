// The app's page without a table: looks for it again and goes on by itself.
const EVERY_MS = 4000;
async function look() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) {
      location.reload();
      return;
    }
  } catch { /* still not there */ }
  setTimeout(look, EVERY_MS);
}
setTimeout(look, EVERY_MS);
