// Whether a file is the one that the page was built with: a network, a server or a cache may have cut it short or damaged it.
// The browsers' digests are computed later, or for a fetch alone; what is needed at once comes by a synchronous request
// (deferred.ts), and on addresses without https they are not there.

/**
 * FNV-1a of 32 bits, over words of four bytes in the machine's order, and what is left. The first frame waits for it, in code that has only
 * just come and is not compiled yet: a byte at a time takes 100 ms there, and words out of a DataView twice to four times as long as these.
 */
export function sumOf(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  let sum = 0x811c9dc5;
  for (let at = 0; at < words.length; at += 1) sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193);
  for (let at = 4 * words.length; at < bytes.length; at += 1) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return sum;
}
