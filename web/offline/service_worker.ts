// The site without a network. What it consists of is kept when it is first visited, as one version; pictures are kept
// once they were seen. A new version waits until all pages of the old one are closed, or until a person asks for it.

import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

// Put in by the plugin beside this.
declare const __FILES__: { url: string; revision: string | null }[];
declare const __VERSION__: string;

/** What a service worker has of its own, which the types of a page do not know. */
interface ServiceWorker {
  registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'message', listener: (event: MessageEvent<unknown>) => void) => void) &
    ((type: 'activate', listener: (event: Event & { waitUntil: (done: Promise<unknown>) => void }) => void) => void);
}
const worker = self as unknown as ServiceWorker;

cleanupOutdatedCaches();
// What stands behind the question mark is for the page alone.
precacheAndRoute(__FILES__, { ignoreURLParametersMatching: [/./] });

const { scope } = worker.registration;
const kind = `marginscope-pictures ${scope} `;
registerRoute(({ url }) => url.href.startsWith(scope) && url.pathname.endsWith('.svg'), new CacheFirst({ cacheName: kind + __VERSION__ }));

async function forgetOldPictures(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(kind) && name !== kind + __VERSION__).map((name) => caches.delete(name)));
}
worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldPictures());
});
worker.addEventListener('message', ({ data }) => {
  // As workbox-window asks for it.
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
});
