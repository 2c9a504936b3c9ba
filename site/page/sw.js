// Keeps the files of the page, so that it needs no network after the first visit.
//
// A page gets all its files from the version that it began with: a new version waits until no tab
// shows the old one.

/** @type {any} */
const worker = self;
const { VERSION, FILES } = worker.NOUGHTS_SITE;
const OURS = `noughts ${new URL('./', location.href).pathname} `; // others may share the host
const NAME = OURS + VERSION;

worker.addEventListener('install', (/** @type {any} */ event) => {
  /** @param {string} file */
  const fresh = (file) => new Request(file, { cache: 'no-cache' });
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map(fresh))));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
