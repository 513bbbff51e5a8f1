// Lessons as a reader takes them, from the first step to the last, by what the lesson's own “Show me” does; and wrong answers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessible } from './support/axe.mjs';
import { begun, feedback, fixed, ids, isDone, openLesson, panel, press, shown, step, takeStep } from './support/lessons.mjs';
import { apply, describePage, dropFile, enterForm, eventually, framesGoBy, keptScenes, quiet, ready, Site, skip, until, untilKept } from './support/site.mjs';

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

  it('why the scene of an address cannot be opened is told beside the lesson that it asks for', async () => {
    const page = await site.open();
    await page.goto('about:blank');
    await page.goto(`${site.url}?lesson=01#v=1&problem=nope`);
    await ready(page);
    await panel(page).getByText('Step 1 of 6').waitFor();
    const { notice } = await until(page, 'it is told', (now) => now.notice !== null && !now.busy);
    assert.match(notice, /nope/);
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

  it('a lesson that comes when another scene was opened leaves that one open', async () => {
    const page = await site.blank();
    const answers = await site.holdUp(page, /\/01-[^/]*\.js/);
    await page.goto(`${site.url}?lessons`);
    await ready(page);
    await panel(page).locator('ol.list button').first().click();
    await answers.asked(1);
    await apply(page, { type: 'problem', text: 'xor' });
    await answers.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).problem?.id, 'xor');
    assert.equal(await panel(page).locator('h1').textContent(), 'Lessons');
    await site.close(page);
  });

  it('a lesson that does not begin is not said to', async () => {
    const page = await site.blank();
    const answers = await site.holdUp(page, /\/01-[^/]*\.js/);
    await page.goto(`${site.url}?lesson=01&step=99`);
    await ready(page);
    await answers.asked(1);
    await press(page, 'Gallery');
    await answers.come();
    await framesGoBy(page);
    assert.equal((await describePage(page)).notice, null);
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
});
