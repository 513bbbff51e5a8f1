// The card of equations: opened by key, by the mirror and by a press on the formula, set as MathML, and true at every
// iteration.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, eventually, pictureOf, quiet, refusalOf, resize, Site, skip, until } from './support/site.mjs';

const card = '#equations';

const shown = (page) => page.locator(`${card}:not([hidden])`);

/** The worked equations as a person reads them, scripts and all. */
const worked = (page) =>
  page.locator(`${card} ul[aria-label="With numbers"] li`).evaluateAll((lines) => lines.map((line) => line.textContent));

/** Letters, digits and signs without what only groups them: brackets, a solidus, blanks, the ten of a power. */
const plain = (text) =>
  text
    .replaceAll('½', '12')
    .replaceAll('·10', 'e')
    .normalize('NFKD')
    .replaceAll('√', '')
    .replaceAll(/[\s()/]/g, '');

describe('equations', { skip }, () => {
  const site = new Site();

  it('Q opens and closes it, and it follows the steps', async () => {
    const page = await site.open();
    await page.keyboard.press('q');
    await shown(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await until(page, 'iteration 1', ({ iteration }) => iteration === 1);
    await page.waitForFunction(() => document.querySelector('#equations')?.textContent.includes('Iteration 1, pattern 4'));
    const { worked: now } = await describePage(page);
    assert.equal(now.point, 3);
    assert.match(now.equations[0], /^b₄ ← 1 \+ 0\.4·\(/);
    assert.equal((await worked(page)).length, now.equations.length);
    assert.deepEqual(
      await page.locator(`${card} math`).evaluateAll((all) => all.filter((one) => one.namespaceURI !== 'http://www.w3.org/1998/Math/MathML')),
      [],
    );
    await page.keyboard.press('q');
    await shown(page).waitFor({ state: 'detached' });
    await site.close(page);
  });

  it('stays within the plane when the window has another size', async () => {
    const page = await site.open();
    await page.keyboard.press('q');
    await shown(page).waitFor();
    for (const size of [{ width: 390, height: 844 }, { width: 1440, height: 900 }]) {
      await resize(page, size);
      const beside = async () => {
        const { plane } = await describePage(page);
        const box = await page.locator(card).boundingBox();
        return box.x < plane.left || box.x + box.width > plane.left + plane.width || box.y < plane.top || box.y + box.height > plane.top + plane.height;
      };
      await eventually('the card is on the plane', beside, (is) => !is);
    }
    await site.close(page);
  });

  it('stays within what can be seen of the plane, beside a panel in a low window', async () => {
    const page = await site.open('', { viewport: { width: 340, height: 256 } });
    await page.locator('#mirror').getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await page.locator('#side ol.list').waitFor();
    await page.locator('#canvas').focus();
    await page.keyboard.press('q');
    await shown(page).waitFor();
    const stage = page.locator('#stage');
    for (const part of [0, 0.5, 1]) {
      await stage.evaluate((node, scrolled) => {
        node.scrollTop = scrolled * (node.scrollHeight - node.clientHeight);
      }, part);
      await quiet(page);
      const [box, seen] = await Promise.all([page.locator(card).boundingBox(), stage.boundingBox()]);
      const where = JSON.stringify({ part, box, seen });
      assert.ok(box.y + box.height <= seen.y + seen.height, where);
      // There most of the plane can be seen.
      if (part === 0.5) assert.ok(box.y >= seen.y && box.height > 40, where);
    }
    await site.close(page);
  });

  it('stands above a message', async () => {
    const page = await site.open('v=1&problem=circles&algorithm=rls');
    await page.keyboard.press('q');
    await shown(page).waitFor();
    const bottom = async () => {
      const { y, height } = await page.locator(card).boundingBox();
      return y + height;
    };
    const alone = await bottom();
    await page.keyboard.press('ArrowRight'); // there is nothing to iterate, which a message tells
    await eventually('the card has made room', bottom, (now) => now < alone - 60);
    await apply(page, { type: 'dismiss' });
    await eventually('the card has it again', bottom, (now) => now === alone);
    await site.close(page);
  });

  it('tells the numbers of the selected pattern', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 2 });
    await apply(page, { type: 'select', index: 1 });
    const { worked: now } = await describePage(page);
    assert.equal(now.point, 1);
    assert.match(now.equations.at(-1), /^e₂ ← /);
    await site.close(page);
  });

  it('opens from the mirror, takes the focus from there, and Escape leads back', async () => {
    const page = await site.open();
    await page.locator('#mirror').getByRole('button', { name: 'Equations with numbers' }).focus();
    await page.keyboard.press('Enter');
    await shown(page).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'equations');
    await page.keyboard.press('Escape');
    await shown(page).waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Equations with numbers');
    await site.close(page);
  });

  it('Escape on the canvas closes it before anything else, but for a list that lies over it', async () => {
    const page = await site.open();
    await apply(page, { type: 'select', index: 1 });
    await page.keyboard.press('q');
    await shown(page).waitFor();
    await page.keyboard.press('l');
    await quiet(page);
    await page.keyboard.press('Escape');
    assert.equal(await shown(page).count(), 1);
    await page.keyboard.press('Escape');
    await shown(page).waitFor({ state: 'detached' });
    assert.deepEqual((await describePage(page)).selection, [1]);
    await page.keyboard.press('Escape');
    await until(page, 'nothing is selected', ({ selection }) => selection.length === 0);
    await site.close(page);
  });

  it('sets the equations of every algorithm, and nothing sticks out of the card on a phone', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 } });
    await page.keyboard.press('q');
    await shown(page).waitFor();
    const { unfit } = await describePage(page);
    const algorithms = page.locator('#mirror').locator('select', { has: page.locator('option[value=hk]') });
    const ids = await algorithms.evaluate((select) => [...select.options].map(({ value }) => value));
    for (const id of ids.filter((one) => !(one in unfit.algorithms))) {
      await apply(page, { type: 'algorithm', id });
      await refusalOf(page, { type: 'step', count: 1 }); // those with a closed form have none
      await until(page, `${id} at rest`, ({ busy, algorithm }) => !busy && algorithm === id);
      const found = await page.locator(card).evaluate((node) => ({
        formulas: node.querySelectorAll('ul[aria-label="Each step"] math').length,
        empty: [...node.querySelectorAll('math, mrow, mfrac, msup, msub')].filter((part) => part.textContent === '').length,
        texts: [...node.querySelectorAll('math')].map((math) => [math.getAttribute('alttext'), math.textContent]),
        within: node.getBoundingClientRect().right <= window.innerWidth,
      }));
      assert.ok(found.formulas > 0, id);
      assert.equal(found.empty, 0, id);
      // Whatever the notation says is there, in its order.
      for (const [written, set] of found.texts) assert.equal(plain(set), plain(written), id);
      assert.ok(found.within, id);
    }
    await site.close(page);
  });

  // Without a font for mathematics, as here, some engines draw these from one font alone.
  it('draws every operator, and the sign of a root', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}reference.html`);
    const signs = await page.evaluate(() => {
      window.signOf = ({ localName, textContent }) => (localName === 'msqrt' ? '√' : textContent);
      window.signs = [...document.querySelectorAll('math :is(mo, msqrt)')];
      window.place = document.createElement('p');
      document.body.replaceChildren(window.place);
      return [...new Set(window.signs.map(window.signOf))];
    });
    assert.ok(signs.includes('√') && signs.includes('←') && signs.length > 15, signs.join(' '));
    for (const sign of signs) {
      const clip = await page.evaluate((wanted) => {
        const formula = window.signs.find((node) => window.signOf(node) === wanted).closest('math');
        window.place.replaceChildren(formula);
        window.sign = [...formula.querySelectorAll('mo, msqrt')].find((node) => window.signOf(node) === wanted);
        const { left, right, top, height } = window.sign.getBoundingClientRect();
        const end = window.sign.localName === 'msqrt' ? window.sign.firstElementChild.getBoundingClientRect().left : right;
        return { x: left, y: top - 8, width: end - left, height: height + 16 };
      }, sign);
      assert.ok(clip.width > 0, `${sign} takes room`);
      const shown = await pictureOf(page, { clip });
      await page.evaluate(() => {
        window.sign.style.color = 'transparent';
      });
      assert.ok(!shown.equals(await pictureOf(page, { clip })), `${sign} is drawn`);
    }
    await site.close(page);
  });
});
