// The fonts of the canvas: cut down to the glyphs that the playground draws (those of the texts in its
// sources, and what people may bring in names) and written as a C++ header, build/fonts/fonts.h. The canvas' rasteriser reads outlines and advances only, knows no
// OpenType features and no composed accents, so two things are settled here: the digits are the
// fonts' tabular ones, and every table that it does not read is dropped.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, Refusal } from './log.mjs';
import { buildFolder, projectRoot } from './paths.mjs';

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const ASCII = range(0x20, 0x7e);
// Names of features and files come from people: Western European letters at least.
const LATIN = range(0xa0, 0xac) + range(0xae, 0xff) + 'ŒœŠšŽž';
// Made up at run time, so that no source has them all: numbers, exponents, subscripts.
const NUMBERS = '−×…⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉';
// Capital Greek letters stand upright, as in ΔJ and Σ; small ones are slanted.
const GREEK_CAPITALS = 'ΓΔΘΛΞΠΣΦΨΩ';
const GREEK = 'αβγδεζηθικλμνξπρστφχψω';

// Small Greek letters are taken from the symbol font everywhere, so that a μ in a sentence looks like the
// μ of a formula.
const FONTS = [
  {
    name: 'text_font',
    file: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    glyphs: ASCII + LATIN + NUMBERS + GREEK_CAPITALS,
    takesTheRest: true,
  },
  {
    name: 'strong_font',
    file: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
    glyphs: ASCII + '−·×…–—’',
  },
  {
    name: 'symbol_font',
    file: '@expo-google-fonts/stix-two-text/400Regular_Italic/STIXTwoText_400Regular_Italic.ttf',
    glyphs: range(0x41, 0x5a) + range(0x61, 0x7a) + GREEK,
  },
];

// At 13 px and three device pixels each, a step of this grid is a thirteenth of a device pixel.
const UNITS_PER_EM = 512;

// What stb_truetype reads.
const KEPT_TABLES = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];

function readTables(font) {
  const tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    const start = font.readUInt32BE(entry + 8);
    const tag = font.toString('latin1', entry, entry + 4);
    tables.set(tag, font.subarray(start, start + font.readUInt32BE(entry + 12)));
  }
  return tables;
}

/// Code point → glyph, from the subtables of formats 4 and 12.
function readCharacterMap(cmap) {
  const map = new Map();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const start = cmap.readUInt32BE(8 + 8 * i);
    const format = cmap.readUInt16BE(start);
    if (format === 12) {
      for (let group = 0; group < cmap.readUInt32BE(start + 12); group++) {
        const entry = start + 16 + 12 * group;
        const first = cmap.readUInt32BE(entry);
        const last = cmap.readUInt32BE(entry + 4);
        for (let code = first; code <= last; code++) {
          map.set(code, cmap.readUInt32BE(entry + 8) + code - first);
        }
      }
    } else if (format === 4) {
      const segments = cmap.readUInt16BE(start + 6) / 2;
      const ends = start + 14;
      const starts = ends + 2 * segments + 2;
      const deltas = starts + 2 * segments;
      const offsets = deltas + 2 * segments;
      for (let s = 0; s < segments; s++) {
        const last = cmap.readUInt16BE(ends + 2 * s);
        const first = cmap.readUInt16BE(starts + 2 * s);
        const offset = cmap.readUInt16BE(offsets + 2 * s);
        for (let code = first; code <= last && code !== 0xffff; code++) {
          const glyph = offset
            ? cmap.readUInt16BE(offsets + 2 * s + offset + 2 * (code - first))
            : code;
          if (glyph) map.set(code, (glyph + cmap.readUInt16BE(deltas + 2 * s)) & 0xffff);
        }
      }
    }
  }
  return map;
}

function readCoverage(gsub, start) {
  const glyphs = [];
  const count = gsub.readUInt16BE(start + 2);
  if (gsub.readUInt16BE(start) === 1) {
    for (let i = 0; i < count; i++) glyphs.push(gsub.readUInt16BE(start + 4 + 2 * i));
  } else {
    for (let i = 0; i < count; i++) {
      const entry = start + 4 + 6 * i;
      for (let g = gsub.readUInt16BE(entry); g <= gsub.readUInt16BE(entry + 2); g++) glyphs.push(g);
    }
  }
  return glyphs;
}

/// Glyph → glyph, the single substitutions of one OpenType feature.
function readFeature(gsub, feature) {
  const substitutes = new Map();
  const features = gsub.readUInt16BE(6);
  const lookups = gsub.readUInt16BE(8);
  const wanted = new Set();
  for (let i = 0; i < gsub.readUInt16BE(features); i++) {
    const entry = features + 2 + 6 * i;
    if (gsub.toString('latin1', entry, entry + 4) !== feature) continue;
    const start = features + gsub.readUInt16BE(entry + 4);
    for (let k = 0; k < gsub.readUInt16BE(start + 2); k++) {
      wanted.add(gsub.readUInt16BE(start + 4 + 2 * k));
    }
  }
  for (const index of wanted) {
    const lookup = lookups + gsub.readUInt16BE(lookups + 2 + 2 * index);
    for (let k = 0; k < gsub.readUInt16BE(lookup + 4); k++) {
      let type = gsub.readUInt16BE(lookup);
      let start = lookup + gsub.readUInt16BE(lookup + 6 + 2 * k);
      if (type === 7) {
        // An extension only says where the substitution is.
        type = gsub.readUInt16BE(start + 2);
        start += gsub.readUInt32BE(start + 4);
      }
      if (type !== 1) continue;
      readCoverage(gsub, start + gsub.readUInt16BE(start + 2)).forEach((glyph, i) => {
        const substitute =
          gsub.readUInt16BE(start) === 1
            ? (glyph + gsub.readUInt16BE(start + 4)) & 0xffff
            : gsub.readUInt16BE(start + 6 + 2 * i);
        substitutes.set(glyph, substitute);
      });
    }
  }
  return substitutes;
}

/// A character map of one subtable of format 12.
function writeCharacterMap(map) {
  const codes = [...map.keys()].sort((a, b) => a - b);
  const groups = [];
  for (const code of codes) {
    const group = groups.at(-1);
    if (group && code === group.last + 1 && map.get(code) === group.glyph + code - group.first) {
      group.last = code;
    } else {
      groups.push({ first: code, last: code, glyph: map.get(code) });
    }
  }
  const table = Buffer.alloc(12 + 16 + 12 * groups.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4); // Windows, full Unicode
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  groups.forEach((group, i) => {
    table.writeUInt32BE(group.first, 28 + 12 * i);
    table.writeUInt32BE(group.last, 32 + 12 * i);
    table.writeUInt32BE(group.glyph, 36 + 12 * i);
  });
  return table;
}

function writeTables(tables) {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  const parts = [directory];
  let position = directory.length;
  tables.forEach(([tag, table], i) => {
    const entry = 12 + 16 * i;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(position, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    position += table.length + padding.length;
  });
  return Buffer.concat(parts);
}

/// The outlines on a grid of `most` units per em or a little less. Text of 13 px needs no more than 512,
/// and most steps from point to point then fit one byte.
function coarsen(tables, most) {
  const head = Buffer.from(tables.get('head'));
  const divisor = Math.ceil(head.readUInt16BE(18) / most);
  const scaled = (value) => Math.round(value / divisor);
  const scaleAt = (table, ...offsets) => {
    for (const at of offsets) table.writeInt16BE(scaled(table.readInt16BE(at)), at);
  };

  const longOffsets = head.readInt16BE(50) === 1;
  const loca = tables.get('loca');
  const glyf = tables.get('glyf');
  const offset = (i) => (longOffsets ? loca.readUInt32BE(4 * i) : 2 * loca.readUInt16BE(2 * i));
  const count = tables.get('maxp').readUInt16BE(4);
  const offsets = Buffer.alloc(2 * count + 2);
  const outlines = [];
  let position = 0;
  for (let i = 0; i < count; i++) {
    const outline = coarserOutline(glyf.subarray(offset(i), offset(i + 1)), scaled, scaleAt);
    outlines.push(outline);
    position += outline.length;
    offsets.writeUInt16BE(position / 2, 2 * i + 2);
  }

  const hhea = Buffer.from(tables.get('hhea'));
  const hmtx = Buffer.from(tables.get('hmtx'));
  head.writeUInt16BE(head.readUInt16BE(18) / divisor, 18);
  scaleAt(head, 36, 38, 40, 42);
  head.writeInt16BE(0, 50);
  scaleAt(hhea, 4, 6, 8, 10, 12, 14, 16);
  // Advance and left side bearing of each glyph: all are 16 bits.
  for (let at = 0; at < hmtx.length; at += 2) scaleAt(hmtx, at);
  tables.set('head', head).set('hhea', hhea).set('hmtx', hmtx);
  tables.set('glyf', Buffer.concat(outlines)).set('loca', offsets);
}

/// One glyph with its coordinates scaled, padded to an even length.
function coarserOutline(glyph, scaled, scaleAt) {
  if (glyph.length === 0) return glyph;
  const contours = glyph.readInt16BE(0);
  const header = Buffer.from(glyph.subarray(0, 10));
  scaleAt(header, 2, 4, 6, 8);
  if (contours < 0) {
    return Buffer.concat([header, movedParts(glyph.subarray(10), scaled)]);
  }

  const points = glyph.readUInt16BE(10 + 2 * contours - 2) + 1;
  let at = 10 + 2 * contours;
  const ends = glyph.subarray(10, at);
  at += 2 + glyph.readUInt16BE(at);
  const flags = [];
  while (flags.length < points) {
    const flag = glyph[at++];
    const repeats = flag & 8 ? glyph[at++] : 0;
    for (let k = 0; k <= repeats; k++) flags.push(flag);
  }
  const readAxis = (short, same) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) {
        value += flag & same ? glyph[at++] : -glyph[at++];
      } else if (!(flag & same)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return scaled(value);
    });
  };
  const x = readAxis(2, 16);
  const y = readAxis(4, 32);

  const newFlags = flags.map((flag) => flag & 1);
  const writeAxis = (values, short, same) =>
    values.flatMap((value, i) => {
      const step = value - (values[i - 1] ?? 0);
      if (step === 0) {
        newFlags[i] |= same;
        return [];
      }
      if (Math.abs(step) < 256) {
        newFlags[i] |= short | (step > 0 ? same : 0);
        return [Math.abs(step)];
      }
      return [(step >> 8) & 255, step & 255];
    });
  const steps = [...writeAxis(x, 2, 16), ...writeAxis(y, 4, 32)];
  const packed = [];
  for (let i = 0; i < points; i++) {
    let repeats = 0;
    while (repeats < 255 && newFlags[i + repeats + 1] === newFlags[i]) repeats++;
    if (repeats > 1) {
      packed.push(newFlags[i] | 8, repeats);
      i += repeats;
    } else {
      packed.push(newFlags[i]);
    }
  }
  const outline = Buffer.concat([header, ends, Buffer.from([0, 0, ...packed, ...steps])]);
  return outline.length % 2 ? Buffer.concat([outline, Buffer.alloc(1)]) : outline;
}

/// The parts of a glyph that is made of others (a letter and its accent), moved to scaled places.
function movedParts(parts, scaled) {
  const moved = Buffer.from(parts);
  for (let at = 0, more = true; more; ) {
    const flags = moved.readUInt16BE(at);
    const words = flags & 1;
    if (flags & 2) {
      for (const k of [0, 1]) {
        if (words) moved.writeInt16BE(scaled(moved.readInt16BE(at + 4 + 2 * k)), at + 4 + 2 * k);
        else moved.writeInt8(scaled(moved.readInt8(at + 4 + k)), at + 4 + k);
      }
    }
    const transform = flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (words ? 4 : 2) + transform;
    more = (flags & 0x20) !== 0;
  }
  return moved;
}

async function cut(subsetFont, require, { file, glyphs }) {
  let whole;
  try {
    whole = readFileSync(require.resolve(file));
  } catch {
    throw new Refusal(`the font ${file} is missing; run npm install.`);
  }
  const known = readCharacterMap(readTables(whole).get('cmap'));
  const missing = [...glyphs].filter((glyph) => !known.has(glyph.codePointAt(0)));
  if (missing.length) throw new Refusal(`${file} has no glyph for ${missing.join(' ')}.`);

  const subset = await subsetFont(whole, glyphs, {
    targetFormat: 'sfnt',
    keepFeatures: ['tnum'],
    noHinting: true,
  });
  const tables = readTables(subset);
  const map = readCharacterMap(tables.get('cmap'));
  const tabular = tables.has('GSUB') ? readFeature(tables.get('GSUB'), 'tnum') : new Map();
  for (const [code, glyph] of map) {
    if (/[0-9−]/u.test(String.fromCodePoint(code)) && tabular.has(glyph)) {
      map.set(code, tabular.get(glyph));
    }
  }
  tables.set('cmap', writeCharacterMap(map));
  coarsen(tables, UNITS_PER_EM);
  return writeTables(KEPT_TABLES.map((tag) => [tag, tables.get(tag)]));
}

function bytesOf(font) {
  const lines = [];
  for (let i = 0; i < font.length; i += 24) lines.push([...font.subarray(i, i + 24)].join(','));
  return lines.join(',\n');
}

/// What the string literals of the canvas and of the core contain beyond ASCII.
function glyphsOfSources() {
  const glyphs = new Set();
  for (const folder of ['src', 'wasm']) {
    for (const file of readdirSync(join(projectRoot, folder), { recursive: true })) {
      if (!/\.(h|cpp)$/.test(file)) continue;
      const source = readFileSync(join(projectRoot, folder, file), 'utf8');
      for (const [literal] of source.replace(/^\s*\/\/.*$/gm, '').matchAll(/"(?:\\.|[^"\\\n])*"/g)) {
        for (const glyph of literal) {
          if (glyph.codePointAt(0) > 0x7e) glyphs.add(glyph);
        }
      }
    }
  }
  return glyphs;
}

/// Writes `folder`/fonts.h unless it already holds what is needed. Returns its path.
export async function makeFonts(folder = join(buildFolder, 'fonts')) {
  const header = join(folder, 'fonts.h');
  const sources = glyphsOfSources();
  const fonts = FONTS.map((font) => {
    const rest = font.takesTheRest ? [...sources].filter((glyph) => !GREEK.includes(glyph)) : [];
    return { ...font, glyphs: [...new Set([...font.glyphs, ...rest])].sort().join('') };
  });
  const self = readFileSync(fileURLToPath(import.meta.url));
  const key = createHash('sha256').update(self).update(JSON.stringify(fonts)).digest('hex');
  const mark = `// Made from ${key}`;
  if (existsSync(header) && readFileSync(header, 'utf8').includes(mark)) return header;

  const require = createRequire(import.meta.url);
  let subsetFont;
  try {
    subsetFont = require('subset-font');
  } catch {
    throw new Refusal('the package subset-font is missing; run npm install.');
  }
  const parts = [
    '#pragma once\n',
    '// Made by wasm/toolchain/fonts.mjs. Inter and STIX Two Text, SIL Open Font License 1.1.',
    `${mark}\n`,
    'namespace marginscope {\n',
  ];
  for (const font of fonts) {
    const bytes = await cut(subsetFont, require, font);
    parts.push(`inline constexpr unsigned char ${font.name}[] = {\n${bytesOf(bytes)}};\n`);
  }
  parts.push('}  // namespace marginscope\n');
  mkdirSync(dirname(header), { recursive: true });
  writeFileSync(`${header}.partial`, parts.join('\n'));
  renameSync(`${header}.partial`, header);
  return header;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await makeFonts(process.argv[2]);
  });
}
