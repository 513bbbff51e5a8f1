// The site is kept on the device, to be there without a network, and a new version of it is told. All that is kept can
// be forgotten.

import { Workbox } from 'workbox-window';
import { reopen } from '../fault';
import { addMessage, showMessage } from '../messages';
import type { Playground } from '../playground';
import { dropCaches } from './again';

const own = /^marginscope[-. ]/; // how the names of what the page keeps begin

let isAsked = false; // the browser, to keep the site, by this page: what is forgotten after that is not kept again by it

/** Missing on pages that do not come by https, whatever its declaration says, and in some private windows. */
const workers = () => (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return workers()?.getRegistration().catch(() => undefined);
}

/** What the worker answers: whether it has all of the site, once it has fetched what it lacked, or that it has stopped to. */
function ask(worker: ServiceWorker, type: 'COMPLETE' | 'STOP'): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ type }, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      resolve(data === true);
    };
  });
}

const patience = 3000; // milliseconds that a person waits for an answer

/** The answer, or false where it takes longer. */
function soon(answer: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => { setTimeout(() => { resolve(false); }, patience); });
  return Promise.race([answer, late]);
}

/** Fetches what the site consists of, once nobody waits for anything. */
export async function keepSite(playground: Playground): Promise<void> {
  const container = workers();
  if (!container) return;
  const site = new Workbox('./service_worker.js');
  const open = () => {
    reopen(playground.app.scene_text());
  };
  let isChosen = false;
  let isKept = container.controller !== null;
  container.controller?.postMessage({ type: 'SERVED' });
  site.addEventListener('waiting', () => {
    addMessage('A new version of this page is ready.', {
      label: 'Open it',
      run: () => {
        isChosen = true;
        site.messageSkipWaiting();
      },
    });
  });
  site.addEventListener('controlling', () => {
    if (isChosen) open();
    else if (isKept) addMessage('A new version of this page was opened beside it.', { label: 'Open it here, too', run: open });
    // The first time it is no version but the same.
    isKept = true;
  });
  isAsked = true;
  // A browser that refuses, or a server that is gone: the page stays what it is.
  await site.register().catch(() => undefined);
  // What one window has let be forgotten while another was open the same worker keeps again.
  const active = (await registration())?.active;
  if (active) void ask(active, 'COMPLETE');
}

/** Tells what this device has of the site, in a sentence, and again where that changes. */
export async function tellKept(tell: (sentence: string) => void): Promise<void> {
  if (!workers()) {
    tell(isSecureContext
      ? 'This browser, or its private window, keeps no site on the device, so that it needs a network when you come back.'
      : 'The site is not kept on this device, which a browser does for addresses with https alone, so that it needs a network when you come back.');
    return;
  }
  const kept = await registration();
  const isKept = kept?.active ? ask(kept.active, 'COMPLETE') : Promise.resolve(false);
  if (!(await soon(isKept))) tell(`The site is not kept on this device yet: with a network it is, once the page ${isAsked && !kept ? 'is loaded again' : 'has been open for a few seconds'}.`);
  if (await isKept) tell('The site is kept on this device and needs no network any more. Pictures of the gallery and of pages to read are kept once they were seen.');
}

/** Waits until what is being installed is, or will not be. */
async function settled(worker: ServiceWorker | null): Promise<void> {
  while (worker?.state === 'installing') await new Promise((resolve) => { worker.addEventListener('statechange', resolve, { once: true }); });
}

/** Everything that the page has kept on this device: the site, scenes, lists, progress, choices. */
export async function forgetAll(): Promise<void> {
  const kept = await registration();
  if (kept) {
    // A worker that is still at it would keep the rest.
    await settled(kept.installing);
    if (kept.active) await soon(ask(kept.active, 'STOP'));
    await kept.unregister();
    await dropCaches(kept.scope).catch(() => undefined);
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
