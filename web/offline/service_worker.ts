// The site without a network. What it consists of is kept when it is first visited, as one version; pictures are kept
// once they were seen, and until then words stand in their place where there is no network. A new version waits until all pages of the old one are closed, or until a person asks for it; a page
// of the old one that is still open then goes on with what is kept of that.

import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

// Put in by the plugin beside this.
declare const __FILES__: { url: string; revision: string | null; integrity: string }[];
/** The integrity of each picture that is kept once it was seen, by its address from the site's own. */
declare const __PICTURES__: Record<string, string>;
/** Ground and ink of the light theme and of the dark one. */
declare const __COLOURS__: [string, string][];
declare const __VERSION__: string;

interface LastingEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}

/** What a service worker has of its own, which the types of a page do not know. */
interface ServiceWorker {
  registration: ServiceWorkerRegistration;
  clients: { matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<unknown[]>; claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'message', listener: (event: MessageEvent<unknown> & LastingEvent) => void) => void) &
    ((type: 'install' | 'activate', listener: (event: LastingEvent) => void) => void);
}
const worker = self as unknown as ServiceWorker;
const { scope } = worker.registration;

let completing = new AbortController(); // what pages have asked to be completed goes on until then
let completed: Promise<unknown> = Promise.resolve(); // one after another: none fetches what another does

const site = new PrecacheController({
  plugins: [{ requestWillFetch: ({ request, event }) => Promise.resolve(event.type === 'message' ? new Request(request, { signal: completing.signal }) : request) }],
});
site.addToCacheList(__FILES__);
// What stands behind the question mark is for the page alone.
registerRoute(new PrecacheRoute(site, { ignoreURLParametersMatching: [/./] }));
registerRoute(
  ({ url }) => url.href.startsWith(`${scope}assets/`),
  async ({ request }) => (await caches.match(request.url)) ?? fetch(request),
);

const kind = `marginscope-pictures ${scope} `;
const pictures = new CacheFirst({
  cacheName: kind + __VERSION__,
  plugins: [
    {
      // The server may have another version by now, whose pictures show something else: what is not of this one does not come.
      requestWillFetch: ({ request: { url } }) =>
        Promise.resolve(new Request(url, { cache: 'no-cache', integrity: __PICTURES__[new URL(url).pathname.slice(new URL(scope).pathname.length)] ?? '' })),
      handlerDidError: ({ request: { url } }) => Promise.resolve(inWords(url)),
    },
  ],
});
registerRoute(({ url }) => url.href.startsWith(scope) && url.pathname.endsWith('.svg'), pictures);

/** What stands in the place of a picture that is not kept and does not come; pages to read have no script that could say it. */
function inWords(url: string): Response {
  const [ground = '', ink = ''] = __COLOURS__[url.endsWith('-dark.svg') ? 1 : 0] ?? [];
  const line = (y: number, text: string) => `<text x="160" y="${String(y)}" fill="${ink}">${text}</text>`;
  const lines = line(114, 'This picture is not kept here:') + line(138, 'it comes with a network.');
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" viewBox="0 0 320 240" font-family="sans-serif" font-size="17" text-anchor="middle"><rect width="320" height="240" fill="${ground}"/>${lines}</svg>`,
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
}

/**
 * Drops what is kept of the versions before, unless more pages are open than so many that are of this one. Where one that comes after is on its way
 * or waits, what is not of this one may be of that: they are kept in one place, for the files that both have.
 */
async function forgetBefore(event: LastingEvent, known: number): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { installing, waiting } = worker.registration;
  if (pages.length > known || installing || waiting) return;
  await site.activate(event as Parameters<typeof site.activate>[0]);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(kind) && name !== kind + __VERSION__).map((name) => caches.delete(name)));
}

/** What is missing of this version is fetched, as after somebody has let it be forgotten in another window; false where it does not all come. */
async function complete(event: LastingEvent): Promise<boolean> {
  try {
    for (const url of site.getCachedURLs()) {
      const key = site.getCacheKeyForURL(url) ?? url;
      if (await caches.match(key)) continue;
      if (completing.signal.aborted) return false;
      const fetchAnew = site.createHandlerBoundToURL(url);
      // As a page that asks for it: what is not of this version is not kept.
      const params = { integrity: site.getIntegrityForCacheKey(key) };
      await fetchAnew({ event, request: new Request(url), url: new URL(url), params } as unknown as Parameters<typeof fetchAnew>[0]);
    }
  } catch {
    return false;
  }
  return true;
}

/** Nothing is fetched any more, once that is answered, until it is asked for again. */
async function stopCompleting(): Promise<void> {
  completing.abort();
  await completed;
  completing = new AbortController();
}

worker.addEventListener('install', (event) => {
  void site.install(event as Parameters<typeof site.install>[0]);
});
worker.addEventListener('activate', (event) => {
  // The page of the first visit needs no network from now on, either.
  event.waitUntil(forgetBefore(event, 0).then(() => worker.clients.claim()));
});
worker.addEventListener('message', (event) => {
  const { type } = event.data as { type?: unknown };
  // As workbox-window asks for it.
  if (type === 'SKIP_WAITING') void worker.skipWaiting();
  // A page that this version has served, and perhaps no other is open.
  if (type === 'SERVED') event.waitUntil(forgetBefore(event, 1));
  // The answer is whether all of it is kept.
  if (type === 'COMPLETE') {
    completed = completed.then(() => complete(event)).then((isWhole) => event.ports[0]?.postMessage(isWhole));
    event.waitUntil(completed);
  }
  if (type === 'STOP') event.waitUntil(stopCompleting().then(() => event.ports[0]?.postMessage(true)));
});
