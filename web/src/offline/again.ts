// Before a page that could not start is loaded again: what the device keeps of the site may be the reason, so that the server
// is asked for all of it. Without a network there is nothing else than what is kept.

/** Drops what the site at this address keeps of itself: the names of its caches end there (Workbox), or have a blank after it. */
export async function dropCaches(scope: string): Promise<void> {
  for (const name of await caches.keys()) if (`${name} `.includes(`${scope} `)) await caches.delete(name);
}

export async function leaveKept(): Promise<void> {
  const kept = await navigator.serviceWorker.getRegistration();
  // No version of the site keeps its service worker itself.
  if (!kept || !(await fetch('./service_worker.js', { cache: 'no-store' })).ok) return;
  await dropCaches(kept.scope);
  await kept.unregister();
}
