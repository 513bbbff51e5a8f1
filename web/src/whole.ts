// Whether a file is the one that the page was built with: a network, a server or a cache may have cut it short or damaged it.
// The browsers' digests are computed later, or for a fetch alone; what is needed at once comes by a synchronous request
// (deferred.ts), and on addresses without https they are not there.

/** FNV-1a, of 32 bits. */
export function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum;
}
