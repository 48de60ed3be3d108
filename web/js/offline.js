// The service worker of the playground: its files come from the cache, so it works without a network.
//
// A new version has another cache, and is used once no page of the old one is open.

/** The version and the files; scripts/web.py fills them in. */
const [VERSION, FILES] = ["bitdoku", ["./"]];
/** Other copies of the site on the same host have caches of their own. */
const SCOPE = self.registration.scope;
const CACHE = `${SCOPE} ${VERSION}`;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(`${SCOPE} `) && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const cached = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(cached.then((response) => response ?? fetch(event.request)));
});
