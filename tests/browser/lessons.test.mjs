// Lessons as a reader takes them, from the first step to the last, by what the lesson's own "Show me" does; wrong
// answers; the gallery.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { accessible } from './support/axe.mjs';
import { engine } from './support/engines.mjs';
import { fingersOn, tap } from './support/fingers.mjs';
import { apply, describePage, dropFile, enterForm, eventually, framesGoBy, freePixels, keptScenes, pixelOf, quiet, ready, Site, skip, until, untilKept } from './support/site.mjs';

const ids = readdirSync(join(projectRoot, 'assets/lessons')).map((file) => file.replace(/\.md$/, ''));

async function openLesson(site, id, step = 1, options = {}) {
  const page = await site.blank(options);
  await page.goto(`${site.url}?lesson=${id}&step=${step}`);
  await ready(page);
  await page.locator('#side .step').waitFor();
  return page;
}

/** A number as lessons write it. */
const fixed = (value) => value.toFixed(1).replace(/^-(?=0\.0$)/, '').replace('-', '−');

const panel = (page) => page.locator('#side');
const step = (page) => panel(page).locator('.step');
const feedback = (page) => panel(page).locator('.feedback').textContent();
const press = (page, name) => panel(page).getByRole('button', { name, exact: true }).click();

/** The step's scene is there, and nothing is under way. */
async function begun(page) {
  await panel(page).locator('.step[aria-busy=false]').waitFor();
  return until(page, 'nothing is under way', ({ busy }) => !busy);
}

const isDone = (page) => step(page).evaluate((node) => node.classList.contains('done'));

/** Presses “Show me”, and gives what the step then says and what there is to see. */
async function shown(page, where, by = () => press(page, 'Show me')) {
  await by();
  await eventually(`${where} is done`, () => isDone(page));
  const { scene, notice, selected, view } = await until(page, `${where} is still`, ({ busy }) => !busy);
  return { said: await feedback(page), scene, notice, selected, view: view.shown };
}

/** A scene that has nothing of what steps are about. */
const elsewhere = 'v=1&problem=sinc&algorithm=rls';

/** Goes through the present step by what it shows itself, which is the same however often it is asked for, after a detour, too. */
async function takeStep(page, where) {
  await begun(page);
  assert.equal(await isDone(page), false, `${where} is done before anything was`);
  await apply(page, { type: 'replace', text: elsewhere });
  await quiet(page);
  assert.equal(await isDone(page), false, `${where} is done by another scene`);
  await apply(page, { type: 'undo' });
  const first = await shown(page, where);
  assert.match(first.said, /\S/, `${where} says nothing`);
  assert.doesNotMatch(first.said, /undefined|NaN|null|Infinity/, `${where} says: ${first.said}`);
  assert.equal(first.notice, null, where);
  assert.deepEqual(await shown(page, where), first, `${where}, asked for twice`);
  assert.deepEqual(await shown(page, where, () => panel(page).getByRole('button', { name: 'Show me', exact: true }).dblclick()), first, `${where}, by a double click`);
}

describe('lessons', { skip }, () => {
  const site = new Site();

  for (const id of ids) {
    it(`${id}, from the first step to the last`, async () => {
      const page = await openLesson(site, id);
      const place = await step(page).locator('.soft').first().textContent();
      const steps = Number(/of (\d+)/.exec(place)[1]);
      for (let at = 1; at <= steps; at += 1) {
        await takeStep(page, `step ${at} of ${id}`);
        await press(page, at === steps ? 'To the end' : 'Next');
      }
      await panel(page).getByRole('heading', { name: 'You have taken this lesson' }).waitFor();
      await press(page, 'All lessons');
      assert.equal(await panel(page).locator('li.taken').count(), 1);
      await site.close(page);
    });
  }

  it('a wrong answer gets what is said of it, and the right one is marked', async () => {
    const page = await openLesson(site, '09', 4);
    await begun(page);
    await panel(page).getByRole('button', { name: /It tilts/ }).click();
    await eventually('it is answered', () => feedback(page));
    assert.match(await feedback(page), /It stays/);
    assert.match(await panel(page).locator('.answers .right').textContent(), /stays exactly/);
    await site.close(page);
  });

  it('“Show me” shows the right answer after a wrong one, and is spoken of', async () => {
    const page = await openLesson(site, '01', 1);
    await begun(page);
    await panel(page).locator('.guess').waitFor();
    await press(page, 'This is my line');
    await eventually('the line is judged', () => isDone(page));
    assert.match(await feedback(page), /^Your line gets [1-4] of 4 wrong/);
    const { said } = await shown(page, 'the line');
    assert.match(said, /^Your line gets 0 of 4 wrong/);
    await press(page, 'Next');
    await begun(page);
    await panel(page).getByRole('button', { name: /The steep one/ }).click();
    await eventually('it is answered', () => isDone(page));
    assert.match(await feedback(page), /^It separates the points/);
    assert.match((await shown(page, 'the choice')).said, /^Yes\. Its sum is 1\.77/);
    const marked = await panel(page).locator('.answers > button.chosen').allTextContents();
    assert.deepEqual(marked, [await panel(page).locator('.answers > .right').textContent()]);
    await site.close(page);
  });

  it('a point that is not the one gets its sentence, and another may follow', async () => {
    const page = await openLesson(site, '09', 1);
    await begun(page);
    await page.evaluate(() => window.marginscope.apply({ type: 'select', index: 13 }));
    await eventually('it is judged', () => feedback(page));
    assert.match(await feedback(page), /further back/);
    await page.evaluate(() => window.marginscope.apply({ type: 'select', index: 4 }));
    await eventually('it is right', async () => /one of the 3/.test(await feedback(page)));
    await site.close(page);
  });

  it('reading the table of points answers nothing; selecting a point there does', async () => {
    const page = await openLesson(site, '01', 3);
    await begun(page);
    await page.getByLabel('Select point 1', { exact: true }).focus();
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('Tab');
    await quiet(page);
    assert.equal(await feedback(page), '');
    await page.getByLabel('Select point 1', { exact: true }).press('Space');
    await eventually('it is judged', () => feedback(page));
    await site.close(page);
  });

  it('the focus stays in the panel when what has it can be pressed no more, and Escape closes it from there', async () => {
    const page = await openLesson(site, '01', 2);
    await begun(page);
    const focused = () => page.evaluate(() => (document.activeElement.closest('#side') ? document.activeElement.textContent : document.activeElement.tagName));
    const hint = panel(page).getByRole('button', { name: 'Hint', exact: true });
    await hint.focus();
    while (await hint.isVisible()) await page.keyboard.press('Enter');
    await framesGoBy(page, 3);
    assert.equal(await focused(), 'Show me');
    assert.notEqual(await panel(page).locator('.hints').evaluate((list) => list.closest('[role=status]')), null);
    const choice = panel(page).locator('.answers > button').first();
    const text = await choice.textContent();
    await choice.focus();
    await page.keyboard.press('Enter');
    await eventually('it is answered', () => feedback(page));
    await framesGoBy(page, 3);
    assert.equal(await focused(), text);
    await page.keyboard.press('Escape');
    await eventually('the panel is closed', async () => !(await panel(page).isVisible()));
    await page.goto('about:blank');
    await page.goto(`${site.url}?lesson=01&step=1`);
    await ready(page);
    await panel(page).locator('.guess').waitFor();
    await panel(page).getByRole('button', { name: 'This is my line' }).focus();
    await page.keyboard.press('Enter');
    await eventually('it is answered', () => feedback(page));
    await framesGoBy(page, 3);
    assert.equal(await focused(), 'This is my line');
    await site.close(page);
  });

  it('the focus goes to the list where somebody goes back to it: from the first step, from any step, and from the end', async () => {
    const page = await openLesson(site, '01', 1);
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    for (const [last, ways] of [[false, ['Back', 'All lessons']], [true, ['All lessons']]]) {
      for (const way of ways) {
        await begun(page);
        if (last) {
          while (await panel(page).getByRole('button', { name: 'Next', exact: true }).isVisible()) await press(page, 'Next');
          await press(page, 'To the end');
        }
        await panel(page).getByRole('button', { name: way, exact: true }).press('Enter');
        await panel(page).locator('ol.list').waitFor();
        assert.equal(await focused(), 'Lessons', `${way}${last ? ' at the end' : ''}`);
        await panel(page).locator('ol.list button').first().press('Enter');
        await step(page).waitFor();
      }
    }
    await site.close(page);
  });

  it('in the text form the keys that turn pages scroll the form', async () => {
    const page = await openLesson(site, '13', 2);
    await begun(page);
    await enterForm(page);
    await page.locator('#mirror').getByRole('button', { name: 'Compare', exact: true }).focus();
    const { scene } = await describePage(page);
    const scrolled = () => page.locator('#mirror').evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    await page.keyboard.press('PageDown');
    await eventually('the form scrolls', scrolled, (now) => now > before);
    await framesGoBy(page);
    assert.equal(await step(page).locator('.soft').first().textContent(), 'Step 2 of 6');
    assert.equal((await describePage(page)).scene, scene);
    assert.ok(await page.evaluate(() => document.activeElement.closest('#mirror') !== null));
    await site.close(page);
  });

  it('a lesson or step that there is none of is told, and what there is opens', async () => {
    const page = await site.open();
    for (const step of ['99', '0', '-1', 'two', '1.5']) {
      await page.goto('about:blank');
      await page.goto(`${site.url}?lesson=01&step=${step}`);
      await ready(page);
      const { notice } = await until(page, `the step ${step} is told of`, (now) => now.notice !== null);
      assert.equal(notice, `The lesson “Why least squares can fail” has steps 1 to 6 and no “${step}”; it begins with the first.`);
      await panel(page).getByText('Step 1 of 6').waitFor();
    }
    await page.goto('about:blank');
    await page.goto(`${site.url}?lesson=99`);
    await ready(page);
    const { notice } = await until(page, 'the lesson is told of', (now) => now.notice !== null);
    assert.equal(notice, 'There is no lesson “99”; the list shows those that there are.');
    await site.close(page);
  });

  it('the line that is asked for is told: its ends with their range, the points, and how many are on their side', async () => {
    const page = await openLesson(site, '03', 1);
    await begun(page);
    const end = panel(page).locator('.guess .end').first();
    await end.waitFor();
    const told = () => end.evaluate((node) => ['valuemin', 'valuenow', 'valuemax', 'valuetext'].map((name) => node.getAttribute(`aria-${name}`)));
    const [least, value, most, text] = await told();
    assert.ok(Number(least) < Number(value) && Number(value) < Number(most), `${value} of ${least} to ${most}`);
    assert.match(text, /^−?[\d.]+, −?[\d.]+; \d of 4 on their side$/);
    await end.focus();
    for (let i = 0; i < 60; i += 1) await page.keyboard.press('ArrowLeft');
    assert.equal((await told())[1], least);
    const { points } = await describePage(page);
    const named = await panel(page).locator('.guess').evaluate((picture) => [picture.getAttribute('aria-label'), [...picture.querySelectorAll('[role=img]')].map((mark) => mark.getAttribute('aria-label'))]);
    assert.equal(named[0], 'The points and your line');
    assert.deepEqual(named[1], points.map(({ x, y, label }) => `${label > 0 ? 'Circle' : 'Square'} at ${fixed(x)}, ${fixed(y)}`));
    await site.close(page);
  });

  it('what it says has the minus sign of the page, and none before a zero', async () => {
    const page = await openLesson(site, '01', 4);
    await begun(page);
    await apply(page, { type: 'move-point', index: 3, x: -0.02, y: 9 });
    await eventually('it is done', () => feedback(page), (said) => /^At \(0\.0, 9\.0\) /.test(said));
    await site.close(page);
    const third = await openLesson(site, '01', 3);
    await begun(third);
    await apply(third, { type: 'select', index: 2 });
    await eventually('it is answered', () => feedback(third), (said) => /^There f is −1\.0, /.test(said));
    await site.close(third);
  });

  it('by keys alone: a choice, and on and back as by a clicker', async () => {
    const page = await openLesson(site, '09', 4);
    await begun(page);
    for (let i = 0; i < 20 && !/It stays/.test(await page.evaluate(() => document.activeElement.textContent)); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually('it is answered', () => feedback(page));
    const heading = () => step(page).locator('h2').textContent();
    const here = await heading();
    await page.keyboard.press('PageDown');
    await eventually('the next step is there', heading, (text) => text !== here);
    await page.keyboard.press('PageUp');
    await eventually('the step is back', heading, (text) => text === here);
    await page.keyboard.press('Escape');
    await eventually('the panel is closed', async () => !(await panel(page).isVisible()));
    await site.close(page);
  });

  it('a detour is allowed, and the step’s scene comes back', async () => {
    const page = await openLesson(site, '09', 1);
    const { name } = await begun(page);
    await page.evaluate(() => window.marginscope.apply({ type: 'problem', text: 'xor' }));
    await until(page, 'another scene is open', (now) => now.name !== name);
    await press(page, 'This step’s scene again');
    await until(page, 'it is back', (now) => now.name === name);
    await site.close(page);
  });

  it('points and machines that a step is not about answer nothing, which is told; undo and the step’s scene bring back what it is about', async () => {
    const page = await openLesson(site, '01', 5);
    await begun(page);
    const told = (text) => eventually(`it is said: ${text}`, () => feedback(page), (said) => said === text);
    const points = 'This step is about other points; “This step’s scene again” brings them back.';
    const machine = 'This step is about another machine; “This step’s scene again” brings it back.';
    await apply(page, { type: 'remove-point', index: 2 });
    await told(points);
    await apply(page, { type: 'undo' });
    await told('');
    await apply(page, { type: 'algorithm', id: 'hk' });
    await told(machine);
    await apply(page, { type: 'end' });
    await quiet(page);
    assert.equal(await isDone(page), false);
    await press(page, 'This step’s scene again');
    await begun(page);
    await told('');
    await apply(page, { type: 'set-pattern', field: 'target_margins', index: 3, value: 1.75 });
    await eventually('it is done', () => isDone(page));
    assert.match(await feedback(page), /^Asked for 1\.75 instead of 1, /);
    await site.close(page);
  });

  it('what is said of a prediction is about the step’s own scene, wherever the reader has been before', async () => {
    const page = await openLesson(site, '10', 3);
    const { iteration, record } = await begun(page);
    await apply(page, { type: 'seek', iteration: 0 });
    await panel(page).getByRole('button', { name: /It is flatter/ }).click();
    await eventually('it is answered', () => isDone(page));
    assert.ok((await feedback(page)).startsWith(`Kurtosis ${record.kurtosis.toFixed(2)}, below the bell's 3.`), await feedback(page));
    assert.equal((await describePage(page)).iteration, iteration);
    await site.close(page);
    const second = await openLesson(site, '02', 2);
    await begun(second);
    await apply(second, { type: 'step', count: 3 });
    await apply(second, { type: 'select', index: 3 });
    await eventually('it is answered', () => isDone(second));
    const now = await describePage(second);
    assert.deepEqual([now.iteration, now.selected], [1, 3]);
    assert.ok((await feedback(second)).includes(`The tick stands at ${now.quantities.margin_vector[3].toFixed(2)} now`));
    await site.close(second);
  });

  it('a lesson that comes when another is under way, or the panel is closed, takes no one’s place', async () => {
    const page = await site.blank();
    const answers = await site.holdUp(page, /\/(01|02)-[^/]*\.js/);
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    const lesson = (at) => panel(page).locator('ol.list button').nth(at);
    await lesson(0).click();
    await answers.asked(1);
    await lesson(5).click();
    await begun(page);
    await press(page, 'Next');
    await begun(page);
    await press(page, 'All lessons');
    await lesson(1).click();
    await answers.asked(2);
    await press(page, 'Close');
    const { scene } = await describePage(page);
    await answers.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).scene, scene);
    assert.equal(await panel(page).locator('h1').textContent(), 'Lessons');
    await site.close(page);
  });

  it('what was open before comes back', async () => {
    const page = await site.open('v=1&problem=xor&algorithm=ols');
    await page.evaluate(() => document.querySelector('#mirror').focus());
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await panel(page).getByRole('button', { name: /^Four points/ }).or(panel(page).locator('ol.list button').first()).first().press('Enter');
    await step(page).waitFor();
    await begun(page);
    const { scene } = await describePage(page);
    assert.doesNotMatch(scene, /xor/);
    await page.keyboard.press('Control+z');
    await site.close(page);
  });

  it('after a lesson one’s own scene of last comes back, not that before a lesson of before', async () => {
    const page = await site.open('v=1&problem=moons');
    const act = (command) => page.evaluate((sent) => window.marginscope.apply(sent), command);
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    const take = async (at) => {
      await panel(page).locator('ol.list button').nth(at).click();
      await begun(page);
    };
    const end = async () => {
      while (await panel(page).getByRole('button', { name: 'Next', exact: true }).isVisible()) await press(page, 'Next');
      await press(page, 'To the end');
      await press(page, 'Back to the scene from before');
    };
    await take(0);
    await press(page, 'All lessons');
    await take(3);
    await end();
    await until(page, 'the scene from before all lessons is back', ({ name }) => name === 'Moons');
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await press(page, 'All lessons');
    await take(0);
    await press(page, 'Close');
    await act({ type: 'problem', text: 'spirals' });
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await press(page, 'All lessons');
    await take(1);
    await end();
    await until(page, 'the scene from before this lesson is back', ({ name }) => name === 'Spirals');
    await site.close(page);
  });

  it('one’s own scene stays kept for the next visit while others are looked at, which take one place together', async () => {
    const page = await site.open();
    await apply(page, { type: 'remove-point', index: 0 });
    const mine = await untilKept(page);
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await panel(page).locator('ol.list button').first().click();
    await begun(page);
    await press(page, 'Next');
    await begun(page);
    const step = await untilKept(page);
    assert.deepEqual((await keptScenes(page)).sort(), [mine, step].sort());
    await press(page, 'Gallery');
    for (const at of [3, 4]) {
      await panel(page).locator('.cards button').nth(at).click();
      await until(page, 'it is open', ({ busy }) => !busy);
      await untilKept(page);
    }
    const card = await untilKept(page);
    assert.deepEqual((await keptScenes(page)).sort(), [mine, step, card].sort());
    // What somebody makes of it is theirs, too.
    await apply(page, { type: 'add-point', x: 0.5, y: 0.5, label: 1 });
    const changed = await untilKept(page);
    await panel(page).locator('.cards button').nth(5).click();
    await until(page, 'it is open', ({ busy }) => !busy);
    const last = await untilKept(page);
    assert.deepEqual((await keptScenes(page)).sort(), [mine, step, changed, last].sort());
    await dropFile(page, 'own.csv', '1,2,1\n3,4,0\n');
    await until(page, 'the file is open', ({ name }) => name === 'own.csv');
    const file = await untilKept(page);
    assert.deepEqual((await keptScenes(page)).sort(), [mine, step, changed, file].sort());
    await site.close(page);
  });

  const fisher = '13-fisher-and-three-groups';
  const place = (page) => step(page).locator('.soft').first().textContent();
  const asked = (page) => page.evaluate(() => window.location.search);
  const progress = (page) => page.evaluate((id) => window.localStorage[`marginscope-lesson-${id}`], fisher);
  const inAddress = async (page) => {
    const { scene } = await describePage(page);
    await eventually('the address has the scene', () => page.evaluate(() => window.location.hash.slice(1)), (hash) => hash === scene);
    return scene;
  };
  const beside = async (page, address) => {
    const other = await page.context().newPage();
    await other.goto(address);
    await ready(other);
    return other;
  };

  it('the address follows lesson and step, and loaded again the page goes on there with the scene as it was left', async () => {
    const page = await openLesson(site, '13', 2);
    const entries = await page.evaluate(() => window.history.length);
    for (let at = 3; at <= 5; at += 1) {
      await begun(page);
      await press(page, 'Next');
      assert.equal(await asked(page), `?lesson=${fisher}&step=${at}`);
    }
    const { iteration } = await begun(page);
    await apply(page, { type: 'move-points', dx: 0, dy: 0.25, index: '4,5,6,7' });
    await untilKept(page);
    const scene = await inAddress(page);
    assert.equal(await page.evaluate(() => window.history.length), entries);
    assert.equal(await progress(page), '4');
    for (let i = 0; i < 2; i += 1) {
      await page.reload();
      await ready(page);
      await begun(page);
      assert.match(await place(page), /^Step 5 of/);
      assert.equal((await describePage(page)).scene, scene);
      assert.equal(await progress(page), '4');
    }
    // The step is about how it began, not about how it was left.
    await apply(page, { type: 'move-points', dx: 0, dy: 1.25, index: '4,5,6,7' });
    await eventually('it is done', () => isDone(page));
    await press(page, 'This step’s scene again');
    await begun(page);
    assert.equal((await describePage(page)).iteration, iteration);
    // Handed on, the address has both, too.
    await apply(page, { type: 'move-points', dx: 0, dy: 0.5, index: '4,5,6,7' });
    await untilKept(page);
    const handed = await inAddress(page);
    const other = await beside(page, page.url());
    await begun(other);
    assert.match(await place(other), /^Step 5 of/);
    assert.equal((await describePage(other)).scene, handed);
    await other.close();
    await site.close(page);
  });

  it('a lesson that is closed is in the address no more: what is open then comes again, here and in another page', async () => {
    const page = await openLesson(site, '13', 2);
    await begun(page);
    await press(page, 'Close');
    assert.equal(await asked(page), '');
    await apply(page, { type: 'problem', text: 'moons' });
    await untilKept(page);
    const scene = await inAddress(page);
    const other = await beside(page, page.url());
    await page.bringToFront();
    await page.reload();
    await ready(page);
    for (const each of [page, other]) {
      await until(each, 'the scene is there', (now) => now.scene === scene);
      assert.equal(await panel(each).count(), 0);
    }
    await other.close();
    // The list is in the address while it is there, and gives way to the gallery.
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await panel(page).locator('ol.list').waitFor();
    assert.equal(await asked(page), '?lessons');
    await press(page, 'Gallery');
    await panel(page).locator('.cards').first().waitFor();
    assert.equal(await asked(page), '');
    await site.close(page);
  });

  it('a link to a step lowers nobody’s progress', async () => {
    const page = await openLesson(site, '13', 4);
    await eventually('it is kept', () => progress(page), (kept) => kept === '3');
    await page.goto('about:blank');
    await page.goto(`${site.url}?lesson=13&step=2`);
    await ready(page);
    await begun(page);
    assert.match(await place(page), /^Step 2 of/);
    await press(page, 'Back');
    await begun(page);
    assert.equal(await progress(page), '3');
    await site.close(page);
  });

  it('loaded again amid a lesson, the page still leads back to the scene from before', async () => {
    const page = await site.open('v=1&problem=moons');
    await page.getByRole('button', { name: 'Lessons and gallery' }).press('Enter');
    await panel(page).locator('ol.list button').nth(0).click();
    await begun(page);
    await press(page, 'Next');
    await begun(page);
    await page.reload();
    await ready(page);
    await begun(page);
    assert.match(await place(page), /^Step 2 of/);
    while (await panel(page).getByRole('button', { name: 'Next', exact: true }).isVisible()) await press(page, 'Next');
    await press(page, 'To the end');
    await page.reload();
    await ready(page);
    await begun(page);
    await press(page, 'To the end');
    await press(page, 'Back to the scene from before');
    await until(page, 'it is back', ({ name }) => name === 'Moons');
    await site.close(page);
  });

  it('Back to another scene leaves the lesson where it is, and the address says so; what else it asks for stays', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}?embed=transport,menus&lesson=13&step=2`);
    await ready(page);
    await begun(page);
    const scene = await inAddress(page);
    await page.evaluate(() => {
      window.location.hash = 'v=1&problem=xor';
    });
    await until(page, 'the link is open', ({ name }) => name === 'Exclusive or');
    await press(page, 'Next');
    await begun(page);
    assert.equal(await asked(page), `?embed=transport,menus&lesson=${fisher}&step=3`);
    await inAddress(page);
    await page.goBack();
    await until(page, 'the scene is back', (now) => now.scene === scene);
    assert.match(await place(page), /^Step 3 of/);
    assert.equal(await asked(page), `?embed=transport,menus&lesson=${fisher}&step=3`);
    await site.close(page);
  });

  it('the panel is accessible: the list, a choice, a line, what is said; light and dark', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await openLesson(site, '01', 1, { colorScheme });
      await begun(page);
      await panel(page).locator('.guess').waitFor();
      await accessible(page, '#side');
      await takeStep(page, 'step 1');
      await accessible(page, '#side');
      await press(page, 'Next');
      await panel(page).locator('.answers > button').first().waitFor();
      await accessible(page, '#side');
      await press(page, 'All lessons');
      await accessible(page, '#side');
      await site.close(page);
    }
  });

  it('on a phone the panel lies below the canvas, and a lesson can be taken', async () => {
    const page = await openLesson(site, ids[0], 1, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const [above, below] = await Promise.all([page.locator('#canvas').boundingBox(), panel(page).boundingBox()]);
    assert.ok(above.y + above.height <= below.y + 1);
    await takeStep(page, 'step 1');
    await site.close(page);
  });

  it('on a phone all of the picture for a line can be seen at once, its panel scrolls from it, and a finger on an end moves the line', async () => {
    for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 640 }, { width: 640, height: 360 }]) {
      const page = await openLesson(site, '01', 1, { viewport, hasTouch: true, isMobile: engine === 'chromium' });
      await begun(page);
      const body = panel(page).locator('.body');
      const scrolled = () => body.evaluate(({ scrollTop }) => scrollTop);
      const picture = panel(page).locator('.guess');
      await page.keyboard.press('Shift'); // After the focus has come nobody has scrolled before doing anything.
      await picture.evaluate((node) => {
        const scroller = node.closest('.body');
        scroller.scrollTop += node.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
      });
      await quiet(page);
      const [seen, box] = await Promise.all([body.boundingBox(), picture.boundingBox()]);
      const where = JSON.stringify({ viewport, seen, box });
      assert.ok(box.y >= seen.y && box.y + box.height <= seen.y + seen.height + 1, where);
      assert.ok(Math.abs(box.width - box.height) < 1, where);
      // The other engines take a finger for a script's, which captures nothing and scrolls nothing.
      const isTouched = engine === 'chromium';
      const { mouse } = page;
      const byMouse = { down: (at) => mouse.move(...at).then(() => mouse.down()), move: (at) => mouse.move(...at), up: () => mouse.up() };
      const pointer = isTouched ? fingersOn(page) : byMouse;
      const drag = async ([x, y], [across, down]) => {
        await pointer.down([x, y]);
        for (let i = 1; i <= 10; i += 1) await pointer.move([x + (across * i) / 10, y + (down * i) / 10]);
        await pointer.up();
      };
      const end = panel(page).locator('.guess .end').first();
      const place = () => end.getAttribute('aria-valuetext');
      const [before, began] = [await place(), await scrolled()];
      const { x, y, width, height } = await end.boundingBox();
      // A finger may come down beside its middle, on a circle of 24 pixels at the least.
      const middle = [x + width / 2, y + height / 2];
      for (const [across, down] of [[11, 0], [-11, 0], [0, 11], [0, -11]]) {
        const holds = await page.evaluate((at) => document.elementFromPoint(...at).closest('.end') !== null, [middle[0] + across, middle[1] + down]);
        assert.ok(holds, `${across}, ${down} ${where}`);
      }
      await drag([middle[0] + 10, middle[1]], [-30, 40]);
      await eventually('the end has moved', place, (text) => text !== before);
      assert.equal(await scrolled(), began, `the panel has scrolled: ${where}`);
      if (isTouched) {
        await drag([box.x + 0.8 * box.width, box.y + 0.8 * box.height], [0, -0.7 * box.height]);
        await eventually('the panel has scrolled', scrolled, (top) => top > began);
      }
      await site.close(page);
    }
  });

  it('on a phone that lies on its side the panel is beside the canvas, which keeps a plane to be touched', async () => {
    for (const viewport of [{ width: 844, height: 390 }, { width: 390, height: 700 }]) {
      const page = await openLesson(site, '05-outliers-and-absolute-errors', 1, { viewport, hasTouch: true });
      await quiet(page);
      const [canvas, beside] = await Promise.all([page.locator('#canvas').boundingBox(), panel(page).boundingBox()]);
      if (viewport.width > viewport.height) assert.ok(canvas.x + canvas.width <= beside.x + 1 && beside.height === viewport.height);
      const now = await describePage(page);
      assert.ok(now.plane.width >= 240 && now.plane.height >= 150, JSON.stringify(now.plane));
      await site.close(page);
    }
  });

  it('a tap on a point answers, and no menu comes to lie over what is then shown', async () => {
    const page = await openLesson(site, '02-the-margin-vector', 1, { viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const at of [1, 2]) {
      await begun(page);
      await quiet(page);
      const now = await describePage(page);
      // One after the other: what is wrong is told, too.
      for (const { x, y } of now.points) {
        if (await step(page).evaluate((node) => node.classList.contains('done'))) break;
        const before = await feedback(page);
        await tap(page, pixelOf(now, x, y));
        await eventually(`step ${at} answers`, () => feedback(page), (said) => said !== before);
      }
      await eventually(`step ${at} is done`, () => step(page).evaluate((node) => node.classList.contains('done')));
      await quiet(page);
      // With a menu open, a tap beside it would close that and do nothing else.
      const after = await describePage(page);
      await tap(page, freePixels(after, 1, 30)[0]);
      await until(page, 'a point is added', ({ points }) => points.length === after.points.length + 1);
      await press(page, 'Next');
    }
    await site.close(page);
  });

  it('a scene of the gallery opens by a press, and its picture is there', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await press(page, 'Gallery');
    const card = panel(page).locator('.cards button').first();
    await card.scrollIntoViewIfNeeded();
    await eventually('its picture is there', () => card.locator('img.light').evaluate((image) => image.naturalWidth > 0));
    await card.press('Enter');
    await until(page, 'its scene is open', ({ algorithm, busy }) => !busy && algorithm === 'ols');
    await site.close(page);
  });

  const gallery = parse(readFileSync(join(projectRoot, 'assets/gallery.yaml'), 'utf8')).flatMap(({ scenes }) => scenes);
  /** What a picture of this entry shows: the iteration, and what the plane then has. */
  const pictured = ({ scene, view }) => ({
    iteration: Number(/&iteration=(\d+)/.exec(scene)?.[1] ?? 0),
    shown: { weights: 'weight-space', proof: 'proof' }[view] ?? 'points',
  });
  const opened = async (page, entry) => {
    const wanted = pictured(entry);
    const now = await until(page, `${entry.id} is open as it is pictured`, ({ busy, iteration, view }) => !busy && iteration === wanted.iteration && view.shown === wanted.shown);
    assert.doesNotMatch(now.headline, /Nothing is learned/, entry.id);
    return now;
  };

  it('a scene of the gallery opens at the iteration and in the view that its picture shows, whatever was chosen before', async () => {
    const page = await site.blank();
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await press(page, 'Gallery');
    for (const [at, entry] of gallery.entries()) {
      await panel(page).locator('.cards button').nth(at).click();
      await opened(page, entry);
    }
    await site.close(page);
  });

  it('a file that comes late does not take the place of a scene of the gallery that was pressed meanwhile', async () => {
    const page = await site.blank();
    const answers = await site.holdUp(page, /opening-[^/]*\.js/);
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await press(page, 'Gallery');
    await dropFile(page, 'late.csv', '1,2,1\n3,4,0\n');
    await answers.asked(1);
    await panel(page).locator('.cards button').first().click();
    const { scene } = await opened(page, gallery[0]);
    await answers.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).scene, scene);
    await site.close(page);
  });

  it('the page of the gallery needs no script, and each of its links opens', async () => {
    const page = await site.blank({ javaScriptEnabled: false });
    await page.goto(`${site.url}gallery.html`);
    const links = await page.locator('.cards a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.equal(links.length, gallery.length);
    await site.close(page);
    const open = await site.open();
    for (const link of links) {
      const scene = link.slice(link.indexOf('#') + 1);
      const refusal = await open.evaluate((text) => window.marginscope.apply({ type: 'scene', text }), scene);
      assert.equal(refusal, null, link);
    }
    // What was chosen last counts for a visit of its own, not for a link that says what it shows.
    for (const id of ['four-points-weights', 'widest-margin', 'nearest-points']) {
      const at = gallery.findIndex((entry) => entry.id === id);
      await open.goto('about:blank');
      await open.goto(new URL(links[at], site.url).href);
      await ready(open);
      await opened(open, gallery[at]);
      assert.equal(await asked(open), '');
    }
    await open.locator('#canvas').press('w');
    const chosen = await until(open, 'the weights are chosen', ({ view }) => view.shown === 'weight-space');
    await open.reload();
    await ready(open);
    await until(open, 'they are there again', ({ scene, view }) => scene === chosen.scene && view.shown === 'weight-space');
    await site.close(open);
  });
});
