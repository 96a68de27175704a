// Keeps the shell of the pages: files that are the same for everybody. Never a table's page, a view,
// a picture or a key: those go past here untouched and are kept nowhere.
const NAME = "shell-{{ version }}";
const OFFLINE = {{ offline | tojson }};
const SHELL = {{ shell | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(NAME);
    await kept.addAll([...SHELL, OFFLINE]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (SHELL.includes(pathname)) {
    // The network first, so that an update of the program is seen at once.
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname)));
  } else if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  }
});
