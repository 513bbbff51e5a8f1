// Before a page that could not start is loaded again: what the device keeps of the site may be the reason, so that the server
// is asked for all of it. Without a network there is nothing else than what is kept.

export async function leaveKept(): Promise<void> {
  const kept = await navigator.serviceWorker.getRegistration();
  // No version of the site keeps its service worker itself.
  if (!kept || !(await fetch('./service_worker.js', { cache: 'no-store' })).ok) return;
  for (const name of await caches.keys()) if (name.includes(kept.scope)) await caches.delete(name);
  await kept.unregister();
}
