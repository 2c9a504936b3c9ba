// Keeps the files of the page, so that it needs no network after the first visit.
//
// A page gets all its files from the version that it began with: a new version waits until no tab
// shows the old one.

const { VERSION, FILES } = /** @type {any} */ (self).NOUGHTS_SITE;
const NAME = `noughts ${registrationPath()} `;

/** Several of these may share a host. */
function registrationPath() {
  return new URL('./', location.href).pathname;
}

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', (event) => {
  const requests = FILES.map((/** @type {string} */ file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(NAME + VERSION).then((cache) => cache.addAll(requests)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME + VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
