// What every page does beside its own work: the language, and the worker that keeps the shell.

for (const choice of document.querySelectorAll("[data-language]")) {
  choice.addEventListener("click", () => {
    const year = 365 * 24 * 3600;
    document.cookie = `language=${choice.dataset.language}; path=/; max-age=${year}; SameSite=Strict`;
    location.reload();
  });
}

const WORKER_AFTER_MS = 8000; // the page itself comes first
if ("serviceWorker" in navigator) {
  setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), WORKER_AFTER_MS);
}
