// The site is kept on the device, to be there without a network, and a new version of it is told. All that is kept can
// be forgotten.

import { Workbox } from 'workbox-window';
import { reopen } from '../fault';
import { addMessage, showMessage } from '../messages';
import type { Playground } from '../playground';

const own = /^marginscope[-. ]/; // how the names of what the page keeps begin

/** Fetches what the site consists of, once nobody waits for anything. */
export async function keepSite(playground: Playground): Promise<void> {
  // Missing on pages that do not come by https, whatever its declaration says, and in some private windows.
  if (!('serviceWorker' in navigator)) return;
  const site = new Workbox('./service_worker.js');
  const open = () => {
    reopen(playground.app.scene_text());
  };
  let isAsked = false;
  site.addEventListener('waiting', () => {
    addMessage('A new version of this page is ready.', {
      label: 'Open it',
      run: () => {
        isAsked = true;
        site.messageSkipWaiting();
      },
    });
  });
  site.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (isAsked) open();
    // What this page has not fetched yet is there no more.
    else if (isUpdate === true || isExternal) showMessage('A new version of this page was opened beside it.', { label: 'Open it here, too', run: open });
  });
  // A browser that refuses, or a server that is gone: the page stays what it is.
  await site.register().catch(() => undefined);
}

/** Everything that the page has kept on this device: the site, scenes, lists, progress, choices. */
export async function forgetAll(): Promise<void> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  if (registration) {
    for (const name of await caches.keys()) if (name.includes(registration.scope)) await caches.delete(name);
    await registration.unregister();
  }
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (own.test(key)) storage.removeItem(key);
    }
  } catch {
    // Storage is switched off: there is nothing in it.
  }
  showMessage('Nothing is kept on this device any more. What you do from now on is, as before.');
}
