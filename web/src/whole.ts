// Whether a file is the one that the page was built with: a network, a server or a cache may have cut it short or damaged it.
// The browsers' digests are computed later, or for a fetch alone; what is needed at once comes by a synchronous request
// (deferred.ts), and on addresses without https they are not there.

/**
 * FNV-1a of 32 bits, over words of four bytes and what is left. The first frame waits for it, in code that has only just come and is
 * not compiled yet: a byte at a time takes 100 ms there.
 */
export function sumOf(bytes: Uint8Array): number {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0x811c9dc5;
  let at = 0;
  for (; at + 4 <= words.byteLength; at += 4) sum = Math.imul(sum ^ words.getUint32(at, true), 0x01000193);
  for (; at < words.byteLength; at += 1) sum = Math.imul(sum ^ words.getUint8(at), 0x01000193);
  return sum;
}
