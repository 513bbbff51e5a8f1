// Checks that the fonts of the canvas (assets/fonts) have every glyph that the texts in the sources use.
//   node tests/check_glyphs.mjs --list    prints these glyphs, one after the other

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/// Glyph → the first file with a string literal that has it, for what is beyond ASCII.
function glyphsOfSources() {
  const glyphs = new Map();
  for (const folder of ['src', 'wasm']) {
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.(h|cpp)$/.test(name)) continue;
      const file = join(folder, name);
      const source = readFileSync(join(root, file), 'utf8').replace(/^\s*\/\/.*$/gm, '');
      for (const [literal] of source.matchAll(/"(?:\\.|[^"\\\n])*"/g)) {
        for (const glyph of literal) {
          if (glyph.codePointAt(0) > 0x7e && !glyphs.has(glyph)) glyphs.set(glyph, file);
        }
      }
    }
  }
  return glyphs;
}

/// The glyphs of a font that assets/fonts/make.py wrote: its character map is one table of format 12.
function glyphsOfFont(name) {
  const font = readFileSync(join(root, 'assets/fonts', name));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  const cmap = font.subarray(font.readUInt32BE(entry + 8));
  const map = cmap.subarray(cmap.readUInt32BE(8));
  if (map.readUInt16BE(0) !== 12) throw new Error(`${name} was not made by make.py`);
  const glyphs = new Set();
  for (let group = 0; group < map.readUInt32BE(12); ++group) {
    const [first, last] = [map.readUInt32BE(16 + 12 * group), map.readUInt32BE(20 + 12 * group)];
    for (let code = first; code <= last; ++code) glyphs.add(String.fromCodePoint(code));
  }
  return glyphs;
}

const needed = glyphsOfSources();
if (process.argv[2] === '--list') {
  process.stdout.write([...needed.keys()].sort().join(''));
} else {
  // What the text's font lacks is taken from that of the symbols.
  const known = new Set(['text.ttf', 'symbol.ttf'].flatMap((name) => [...glyphsOfFont(name)]));
  const missing = [...needed].filter(([glyph]) => !known.has(glyph));
  for (const [glyph, file] of missing) {
    console.error(`${file}: the fonts have no “${glyph}”; python3 assets/fonts/make.py cuts them anew.`);
  }
  console.log(`${needed.size} glyphs beyond ASCII in the texts of the sources, ${missing.length} of them missing in the fonts.`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
