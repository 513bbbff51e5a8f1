// What WCAG asks of a page beside the rules of axe-core: that nothing of it is cut off, laid over or reached by
// scrolling sideways alone (1.4.10, 1.4.12), that the focus goes in the order of reading, is seen, and is not covered
// (2.4.3, 2.4.7, 2.4.11).

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '../../../wasm/toolchain/paths.mjs';
import { faultsOf } from './axe.mjs';
import { without } from './engines.mjs';
import { resize } from './site.mjs';

// Where this is set, each look of each state is kept to be looked at.
const screenshots = process.env.MARGINSCOPE_SCREENSHOTS && join(buildFolder, 'screenshots', 'access');
if (screenshots) mkdirSync(screenshots, { recursive: true });

/** For a test's `skip`: what takes long and is tried by hand, after a change of what is seen. */
export const seldom = process.env.MARGINSCOPE_EVERY_LOOK ? false : 'takes long: MARGINSCOPE_EVERY_LOOK=1 tries it.';

/** Text as somebody may have it to read at all (1.4.12). */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Spaces text so, or as the page has it. Sheets that are made by a script are no matter of the page's policy. */
async function spaceText(page, wide) {
  await page.evaluate((rules) => {
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, wide ? spacing : '');
}

/** In the page: what is lost of what is on top now, a dialog or all of it, a sentence each. */
function findLosses() {
  const losses = new Set();
  const slack = 1.5; // pixels
  const nameOf = (node) => {
    const text = (node.getAttribute('aria-label') ?? node.textContent).replace(/\s+/g, ' ').trim().slice(0, 50);
    const { id, classList } = node;
    return `${node.tagName.toLowerCase()}${id ? `#${id}` : ''}${[...classList].map((name) => `.${name}`).join('')} “${text}”`;
  };
  const styleOf = (node) => window.getComputedStyle(node);
  const isHidden = (node) => styleOf(node).clipPath === 'inset(50%)' || styleOf(node).opacity === '0';
  const modal = [...document.querySelectorAll('dialog[open]')].find((dialog) => dialog.matches(':modal'));
  const top = modal ?? document.body;
  const nodes = [];
  const collect = (node) => {
    if (!node.checkVisibility({ visibilityProperty: true }) || isHidden(node)) return;
    if (node !== top && node instanceof window.HTMLDialogElement && !node.open) return;
    nodes.push(node);
    // What is drawn, and what has a layout of its own, is one thing.
    if (!node.matches('svg, math, canvas, select, textarea')) for (const child of node.children) collect(child);
  };
  collect(top);

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) losses.add(`the page is ${root.scrollWidth} pixels wide in a window of ${root.clientWidth}`);

  // Sideways scroll only things with two dimensions; what is cut off has to be no text.
  const twoDimensional = 'table, pre, code, svg, canvas, math';
  for (const node of nodes) {
    if (node.clientWidth === 0 || node === document.body || node.matches(twoDimensional) || node.matches('input, select, textarea')) continue;
    const { overflowX, overflowY, textOverflow } = styleOf(node);
    const wide = node.scrollWidth - node.clientWidth > slack;
    const high = node.scrollHeight - node.clientHeight > slack;
    if (wide && /auto|scroll/.test(overflowX) && !node.querySelector(twoDimensional)) losses.add(`${nameOf(node)} scrolls sideways`);
    if (wide && /hidden|clip/.test(overflowX) && !(textOverflow === 'ellipsis' && node.title !== '')) losses.add(`${nameOf(node)} is cut off at its side`);
    if (high && /hidden|clip/.test(overflowY)) losses.add(`${nameOf(node)} is cut off below`);
  }

  // Whatever has a text or can be pressed is in the window, or can be brought there.
  const isFixed = (node) => {
    for (let at = node; at; at = at.parentElement) if (styleOf(at).position === 'fixed') return true;
    return false;
  };
  const sides = { overflowX: ['left', 'right', window.innerWidth], overflowY: ['top', 'bottom', window.innerHeight] };
  const isWithin = (node, direction) => {
    const [from, to, room] = sides[direction];
    const rect = node.getBoundingClientRect();
    if (rect[from] >= -slack && rect[to] <= room + slack) return true;
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll/.test(styleOf(at)[direction])) return isWithin(at, direction);
    }
    return styleOf(root)[direction] !== 'hidden' && styleOf(document.body)[direction] !== 'hidden' && !isFixed(node);
  };
  const hasText = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim() !== '');
  const told = nodes.filter((node) => hasText(node) || node.matches('input, select, textarea, button, summary, a[href]'));
  for (const node of told) {
    const { width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    if (!isWithin(node, 'overflowX')) losses.add(`${nameOf(node)} is beside the window`);
    if (!isWithin(node, 'overflowY')) losses.add(`${nameOf(node)} is above or below the window`);
  }

  // Texts that flow in the same box are not laid over one another.
  const boxOf = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (styleOf(at).position !== 'static' || /auto|scroll|hidden/.test(styleOf(at).overflowY)) return at;
    }
    return root;
  };
  const texts = told.filter(hasText).flatMap((node) => {
    const range = document.createRange();
    return [...node.childNodes]
      .filter((child) => child.nodeType === 3 && child.nodeValue.trim() !== '')
      .flatMap((child) => {
        range.selectNodeContents(child);
        // What is left out of a text that has an ellipsis lies over nothing.
        const end = styleOf(node).textOverflow === 'ellipsis' ? node.getBoundingClientRect().right : Infinity;
        return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({ node, box: boxOf(node), rect: { left, right: Math.min(right, end), top, bottom } }));
      });
  });
  texts.sort((a, b) => a.rect.top - b.rect.top);
  texts.forEach(({ node, box, rect }, i) => {
    for (let k = i + 1; k < texts.length && texts[k].rect.top < rect.bottom - 4; k += 1) {
      const other = texts[k];
      if (other.node === node || other.box !== box || other.node.contains(node) || node.contains(other.node)) continue;
      const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
      if (across > 2) losses.add(`${nameOf(node)} lies over ${nameOf(other.node)}`);
    }
  });
  return [...losses];
}

/**
 * How a page is looked at: a window, what the system prefers, how text is spaced. 640 × 400 is what twice the size leaves
 * of 1280 × 800, and 320 pixels are what four times the size leaves of its width.
 */
const looks = {
  light: { width: 1440, height: 900 },
  dark: { width: 390, height: 844, colorScheme: 'dark' },
  'light, with more contrast, in 320 pixels': { width: 320, height: 640, contrast: 'more' },
  'dark, with more contrast, at twice the size': { width: 640, height: 400, colorScheme: 'dark', contrast: 'more' },
  'light, with spaced text, in 320 pixels': { width: 320, height: 640, spaced: true },
  'in colours of the system': { width: 1024, height: 768, colorScheme: 'dark', forcedColors: 'active' },
};

// Where a page can be told of light and dark alone, or a window cannot be as narrow, so much of it is tried.
const isToldAll = !without('preferences');
const canBeNarrow = !without('be narrow');
const tried = Object.entries(looks).filter(([, { width, contrast, forcedColors }]) => (isToldAll || !(contrast || forcedColors)) && (canBeNarrow || width > 320));

/** What the page takes the system to prefer. What still moves then, since it cannot be told not to, comes to its end. */
async function prefer(page, colorScheme, rest) {
  await page.emulateMedia(isToldAll ? { colorScheme, ...rest } : { colorScheme });
  if (!isToldAll) await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
}

/**
 * Fails where something is lost of a page in one of these looks, or axe-core finds something, or it moves by itself.
 * `settle` waits until what a look has changed is there.
 */
export async function legible(page, what, settle = async () => {}) {
  for (const [look, { width, height, colorScheme = 'light', contrast = 'no-preference', forcedColors = 'none', spaced = false }] of tried) {
    await resize(page, { width, height });
    await prefer(page, colorScheme, { contrast, forcedColors, reducedMotion: 'reduce' });
    await spaceText(page, spaced);
    await settle(colorScheme, contrast === 'more' || forcedColors === 'active');
    if (screenshots) await page.screenshot({ path: join(screenshots, `${what} ${look}.png`.replaceAll(/[ ,]+/g, '-')) });
    const losses = await page.evaluate(findLosses);
    // What the system colours is no matter of the page's.
    if (forcedColors === 'none') losses.push(...(await faultsOf(page, 'html', contrast === 'more' || spaced)));
    if (isToldAll && (await page.evaluate(() => document.getAnimations().length > 0))) losses.push('something moves by itself');
    assert.deepEqual(losses, [], look);
  }
  await resize(page, looks.light);
  await prefer(page, 'light', { contrast: 'no-preference', forcedColors: 'none' });
  await settle('light', false);
}

/** In the page: where the focus is after a Tab, and what is wrong with that; null once it has been everywhere. */
async function findFocus(isFirst) {
  const node = document.activeElement;
  if (isFirst) window.walked = { nodes: [], wrapped: false, hasReturned: false };
  const { walked } = window;
  const isNowhere = !node || node === document.body;
  if (walked.nodes.includes(node) || (isNowhere && walked.wrapped)) return null;
  // Between the last and the first.
  walked.wrapped ||= isNowhere;
  if (isNowhere) return { name: '', faults: [] };
  const last = walked.nodes.at(-1);
  walked.nodes.push(node);
  const text = node.getAttribute('aria-label') ?? node.labels?.[0]?.textContent ?? node.textContent;
  const name = `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} “${text.replace(/\s+/g, ' ').trim().slice(0, 50)}”`;
  const faults = [];
  const style = window.getComputedStyle(node);
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1.5) faults.push(`${name} does not show that it has the focus`);
  const isOver = (hit) => hit && (node.contains(hit) || hit.contains(node) || [...(node.labels ?? [])].some((label) => label.contains(hit)));
  const isSeen = () => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    const inset = 2;
    const places = [
      [left + width / 2, top + height / 2],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ];
    return places.some((place) => isOver(document.elementFromPoint(...place)));
  };
  // WebKit brings a field there some frames after it has the focus.
  for (let frames = 0; frames < 60 && !isSeen(); frames += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
  if (!isSeen()) faults.push(`${name} is covered or out of sight while it has the focus`);
  const { left, bottom } = node.getBoundingClientRect();
  if (node.tabIndex > 0) faults.push(`${name} has a place of its own in the order`);
  const follows = (one, other) => (other.compareDocumentPosition(one) & 4) !== 0;
  if (last?.isConnected && !follows(node, last)) {
    // Once, from the last to the first.
    if (walked.hasReturned || follows(node, walked.nodes[0])) faults.push(`${name} comes after what stands behind it`);
    walked.wrapped = walked.hasReturned = true;
  } else if (last?.isConnected) {
    const before = last.getBoundingClientRect();
    const partOf = (one) => one.closest('dialog, #stage, #mirror, #side, #talk, #toast, #equations');
    if (partOf(node) === partOf(last) && bottom <= before.top && left < before.right) faults.push(`${name} comes after what stands below it`);
  }
  return { name, faults };
}

/** Goes through all that Tab reaches; its names, in their order. Fails where the focus is lost from sight or jumps. */
export async function walk(page, where) {
  const names = [];
  const faults = [];
  for (let isFirst = true; ; isFirst = false) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(findFocus, isFirst);
    if (!found) break;
    if (found.name !== '') names.push(found.name);
    else await page.bringToFront(); // from the browser's own controls back into the page
    faults.push(...found.faults);
  }
  assert.deepEqual(faults, [], where);
  return names;
}
