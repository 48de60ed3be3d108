// The service worker of the playground: its files come from the cache, so it works without a network.
//
// A new version has another cache, and is used once no page of the old one is open.

/** The name of the cache and the files; scripts/web.py fills them in. */
const [CACHE, FILES] = ["bitdoku", ["./"]];

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("bitdoku") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const cached = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(cached.then((response) => response ?? fetch(event.request)));
});
