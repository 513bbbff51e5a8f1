// The two facts about an ELF file that the set-up needs: is it linked dynamically, and which program
// interpreter does it name?

import { closeSync, openSync, readSync } from 'node:fs';

const MAGIC = 0x7f454c46;
const CLASS_64 = 2;
const PT_DYNAMIC = 2;
const PT_INTERP = 3;

function readAt(file, offset, length) {
  const buffer = Buffer.alloc(length);
  return readSync(file, buffer, 0, length, offset) === length ? buffer : null;
}

/// `{dynamic, interpreter}` of a 64-bit little-endian ELF file, null for any other file.
export function inspectElf(path) {
  const file = openSync(path, 'r');
  try {
    const header = readAt(file, 0, 64);
    if (!header || header.readUInt32BE(0) !== MAGIC || header[4] !== CLASS_64) return null;
    const tableOffset = Number(header.readBigUInt64LE(32));
    const entrySize = header.readUInt16LE(54);
    const entries = header.readUInt16LE(56);
    const facts = { dynamic: false, interpreter: null };
    for (let i = 0; i < entries; ++i) {
      const entry = readAt(file, tableOffset + i * entrySize, entrySize);
      if (!entry) return null;
      const type = entry.readUInt32LE(0);
      if (type === PT_DYNAMIC) facts.dynamic = true;
      if (type === PT_INTERP) {
        const text = readAt(file, Number(entry.readBigUInt64LE(8)), Number(entry.readBigUInt64LE(32)));
        facts.interpreter = text?.toString('latin1').replace(/\0.*$/, '') ?? null;
      }
    }
    return facts;
  } finally {
    closeSync(file);
  }
}
