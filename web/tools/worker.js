// The service worker: it keeps the page's own files, so that the page opens where nothing answers and says so in words.
// What the house says goes by it untouched: nothing under /api/ is ever kept.
/* global BUILD, FILES -- written in when the page is built */
const START = '/';
const KEPT = `knobel-${BUILD}`;
const VIEW = /^\/(new|table\/[\w-]{1,100})?$/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([START, ...FILES])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && VIEW.test(pathname)) event.respondWith(view(request));
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(file(request));
});

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

/** The page as it is now; where the house does not answer, as it was kept. */
async function view(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // nobody is there
  }
  return (await caches.match(START)) ?? Response.error();
}

/** A file that is named by what is in it need not be asked for twice. */
async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
