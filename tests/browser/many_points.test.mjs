// Many points at once: lasso, spray, curve and noise, by mouse, key and finger and in the text form.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingersOn } from './support/fingers.mjs';
import { apply, describePage, enterForm, eventually, freePixels, pixelOf, pixelSize, planeAt, quiet, refusalOf, Site, skip, until, without } from './support/site.mjs';

describe('many points at once', { skip }, () => {
  const site = new Site();

  const pixelOfPoint = (now, index) => pixelOf(now, now.points[index].x, now.points[index].y);
  const labels = ({ points }) => points.map(({ label }) => label);

  /** A drag of the left button along these pixels. */
  async function drag(page, places) {
    await page.mouse.move(...places[0]);
    await page.mouse.down();
    for (const place of places.slice(1)) await page.mouse.move(...place, { steps: 6 });
    await page.mouse.up();
    await quiet(page);
  }

  /**
   * Takes a tool by its key, and waits for its part of the page: while that is fetched for a first key or stroke, Firefox drops the
   * keys and movements that come from a driver.
   */
  async function take(page, key) {
    await page.keyboard.press(key);
    await page.getByRole('group', { name: 'Spray' }).waitFor({ state: 'attached' });
  }

  const around = ([x, y], half) => [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];

  it('the lasso selects, Shift adds, a drag moves all of them in one step of undo', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    await take(page, 'n');
    await drag(page, around(pixelOfPoint(earlier, 1), 20));
    await until(page, 'one is selected', ({ selection, selected }) => selection.join() === '1' && selected === 1);
    await page.keyboard.down('Shift');
    await page.mouse.click(...pixelOfPoint(earlier, 0));
    await page.keyboard.up('Shift');
    await until(page, 'two are selected', ({ selection, selected }) => selection.join() === '0,1' && selected === -1);
    const from = pixelOfPoint(earlier, 1);
    await drag(page, [from, [from[0] + 40, from[1] - 20]]);
    const moved = await until(page, 'both have moved', ({ points }) => points[1].x !== earlier.points[1].x);
    const by = (axis, index) => moved.points[index][axis] - earlier.points[index][axis];
    assert.equal(by('x', 0), by('x', 1));
    assert.equal(by('y', 0), by('y', 1));
    const goal = planeAt(earlier, from[0] + 40, from[1] - 20);
    assert.ok(Math.abs(moved.points[1].x - goal[0]) <= pixelSize(earlier));
    assert.ok(Math.abs(moved.points[1].y - goal[1]) <= pixelSize(earlier));
    assert.deepEqual(moved.points[2], { ...earlier.points[2], predicted: moved.points[2].predicted });
    await page.keyboard.press('Control+z');
    const undone = await until(page, 'both are back', ({ points }) => points[1].x === earlier.points[1].x);
    assert.deepEqual(undone.points, earlier.points);
    assert.deepEqual(undone.selection, [0, 1]);
    await page.keyboard.press('Escape');
    await until(page, 'none is selected', ({ selection }) => selection.length === 0);
    await site.close(page);
  });

  it('a lasso goes wherever the pointer was, also while the page was at something else', { skip: without('move while busy') }, async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    await take(page, 'n');
    const [first, ...others] = around(pixelOfPoint(earlier, 1), 20);
    await page.mouse.move(...first);
    await page.mouse.down();
    // The page waits for an answer that comes once the pointer has gone around.
    let answer;
    const isAsked = new Promise((resolve) => {
      void page.route('**/busy', (route) => {
        answer = () => route.fulfill({ body: '' });
        resolve();
      });
    });
    const busy = page.evaluate(() => {
      const request = new window.XMLHttpRequest();
      request.open('GET', 'busy', false);
      request.send();
    });
    await isAsked;
    const moves = [...others, first].map((place) => page.mouse.move(...place));
    await site.version();
    await answer();
    await Promise.all([busy, ...moves]);
    await page.mouse.up();
    await until(page, 'one is selected', ({ selection }) => selection.join() === '1');
    await site.close(page);
  });

  it('keys select all, nudge, flip, set apart, duplicate and remove', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    await page.locator('#canvas').focus();
    await page.keyboard.press('Control+a');
    await until(page, 'all are selected', ({ selection }) => selection.length === 4);
    await page.keyboard.press('Control+ArrowRight');
    const near = await until(page, 'all are further right', ({ points }) => points[0].x > earlier.points[0].x);
    await page.keyboard.press('Control+Shift+ArrowUp');
    const far = await until(page, 'and up', ({ points }) => points[0].y > earlier.points[0].y);
    const ratio = (far.points[0].y - earlier.points[0].y) / (near.points[0].x - earlier.points[0].x);
    assert.ok(Math.abs(ratio - 10) < 1e-3, `Shift goes ${ratio} times as far`);
    assert.equal(far.iteration, 0);
    await page.keyboard.press('i');
    await until(page, 'the labels are flipped', (now) => labels(now).join() === labels(earlier).map((each) => -each).join());
    await page.keyboard.press('v');
    await until(page, 'all are set apart', ({ points }) => points.every(({ part }) => part === 'validation'));
    await page.keyboard.press('Control+d');
    await until(page, 'there are copies', ({ points, selection }) => points.length === 8 && selection.join() === '4,5,6,7');
    await page.keyboard.press('Delete');
    await until(page, 'they are gone', ({ points, selection }) => points.length === 4 && selection.length === 0);
    await site.close(page);
  });

  it('the spray places points below the pointer while it is held, and one undo takes them away', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    await take(page, 's');
    await page.keyboard.press('2');
    const [at] = freePixels(earlier, 1, 60);
    await page.mouse.move(...at);
    await page.mouse.down();
    const held = await until(page, 'there are many', ({ points }) => points.length > 30);
    await page.mouse.up();
    await quiet(page);
    const [x, y] = planeAt(earlier, ...at);
    const radius = 41 * (pixelSize(earlier) / 1.5);
    for (const point of held.points.slice(4)) {
      assert.equal(point.label, -1);
      assert.ok(Math.hypot(point.x - x, point.y - y) <= radius, `(${point.x}, ${point.y}) is outside of the disc`);
    }
    await page.keyboard.press('Control+z');
    const undone = await until(page, 'they are gone', ({ points }) => points.length === 4);
    assert.deepEqual(undone.points, earlier.points);
    assert.equal(undone.can_undo, false);
    await site.close(page);
  });

  it('a curve drawn by hand labels all points by a key; a formula makes one in its place', async () => {
    const page = await site.open();
    const now = await describePage(page);
    const { left, top, width, height } = now.plane;
    await take(page, 'u');
    await drag(page, [
      [left + width * 0.2, top + height * 0.4],
      [left + width * 0.5, top + height * 0.6],
      [left + width * 0.8, top + height * 0.4],
    ]);
    const drawn = await until(page, 'there is a curve', ({ curve }) => curve.length >= 6);
    assert.equal(drawn.formula, '');
    assert.equal(drawn.can_undo, false);
    await page.keyboard.press('y');
    await until(page, 'labels are by the curve', ({ can_undo: can }) => can);
    // The field of the formula is the lowest that is as wide as the card: the others are two in a row.
    const field = page.getByLabel('New value of text');
    const betweenTwo = left - 12 - 272 / 2;
    for (let y = top + height - 6; y > top && !(await field.isVisible()); y -= 8) {
      await page.mouse.click(betweenTwo, y);
      await quiet(page);
    }
    await field.fill('2 + foo(x)');
    await page.keyboard.press('Enter');
    await eventually('the refusal says where', () => page.textContent('#edit-error'), (text) => text.includes('"foo(x)" begins with no name that is known'));
    await field.fill('x - 1');
    await page.keyboard.press('Enter');
    await until(page, 'the curve is the formula', ({ formula, curve }) => formula === 'x - 1' && curve.length === 4);
    await page.keyboard.press('y');
    await until(page, 'labels are by the formula', ({ points }) => points.every(({ x, y, label }) => label === (y > x - 1 ? 1 : -1)));
    await site.close(page);
  });

  it('the same seed and edits give the same points, and refusals are sentences', async () => {
    const page = await site.open();
    const run = async () => {
      await apply(page, { type: 'problem', text: 'two-gaussians', seed: 7 });
      await apply(page, { type: 'spray', x: 0, y: 0, radius: 1, count: 30, label: 1 });
      await apply(page, { type: 'noise', amount: 0.2 });
      await apply(page, { type: 'duplicate-points', index: [0, 1, 2] });
      return (await describePage(page)).scene;
    };
    assert.equal(await run(), await run());
    assert.match(await refusalOf(page, { type: 'spray', x: 0, y: 0, radius: 1, count: 300000, label: 1 }), /up to 200000 can be edited$/);
    assert.match(await refusalOf(page, { type: 'label-by-curve' }), /^There is no curve/);
    assert.match(await refusalOf(page, { type: 'remove-point', index: [0, 9999] }), /it must be the index of a point, 0 to \d+, or a list of such$/);
    await site.close(page);
  });

  it('in regression, what is about classes says why it does nothing', async () => {
    const page = await site.open('v=1&problem=sinc&algorithm=rls');
    await enterForm(page);
    const form = page.locator('#mirror');
    await apply(page, { type: 'formula', text: 'sin(x)' });
    await apply(page, { type: 'select', index: 0 });
    const part = form.getByRole('region', { name: 'Many points' });
    // From then on the buttons can be pressed.
    await part.getByText('1 point is selected.').waitFor();
    const said = part.locator('p.problem');
    for (const name of ['Flip labels', 'Label all by the curve']) {
      await form.getByRole('button', { name, exact: true }).press('Enter');
      await eventually('the reason is there', () => said.textContent(), (text) => text === 'Points of a regression have targets, not classes.');
      await form.getByRole('button', { name: 'Select all', exact: true }).press('Enter');
      await eventually('it is gone', () => said.textContent(), (text) => text === '');
    }
    await site.close(page);
  });

  it('a finger that rests sprays, also over a point, until it is lifted', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const finger = fingersOn(page);
    const earlier = await describePage(page);
    await page.keyboard.press('s');
    await quiet(page);
    const at = pixelOfPoint(earlier, 1);
    await finger.down(at);
    const sprayed = await until(page, 'points come', ({ points }) => points.length > earlier.points.length + 5);
    assert.deepEqual(sprayed.points[1], earlier.points[1]);
    await finger.move([at[0], at[1] + 30]);
    await until(page, 'more come', ({ points }) => points.length > sprayed.points.length + 5);
    await finger.up();
    await quiet(page);
    await apply(page, { type: 'undo' });
    assert.deepEqual((await describePage(page)).points, earlier.points);
    await site.close(page);
  });

  it('a finger draws the lasso, two fingers still zoom', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const hand = fingersOn(page);
    const earlier = await describePage(page);
    await page.keyboard.press('n');
    await quiet(page);
    const [first, ...rest] = around(pixelOfPoint(earlier, 1), 24);
    // Sent together: a finger that stays until an answer has come may be taken for a long press.
    await Promise.all([hand.down(first), hand.move(rest[0])]);
    for (const place of rest.slice(1)) {
      await quiet(page);
      await hand.move(place);
    }
    await quiet(page);
    await hand.up();
    await until(page, 'the point is selected', ({ selection }) => selection.join() === '1');
    const { left, top, width, height } = earlier.plane;
    const middle = [left + width / 2, top + height / 2];
    const fingers = (apart) => [-apart, apart].map((offset) => [middle[0] + offset, middle[1]]);
    await hand.down(...fingers(40));
    for (let apart = 50; apart <= 100; apart += 10) {
      await hand.move(...fingers(apart));
      await quiet(page);
    }
    await hand.up();
    const zoomed = await until(page, 'the plane shows less', ({ plane }) => plane.x1 - plane.x0 < 0.8 * (earlier.plane.x1 - earlier.plane.x0));
    assert.deepEqual(zoomed.selection, [1]);
    assert.deepEqual(zoomed.points, earlier.points);
    await site.close(page);
  });

  it('the text form does all of it by keyboard alone', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    const press = async (name) => {
      const button = page.getByRole('button', { name, exact: true });
      await eventually(`${name} is enabled`, () => button.isEnabled());
      await button.focus();
      await page.keyboard.press('Enter');
    };
    const type = async (name, text) => {
      const field = page.getByLabel(name, { exact: true });
      await field.focus();
      await field.fill(text);
      await page.keyboard.press('Enter');
    };
    for (const point of [1, 3]) {
      await page.getByLabel(`Select point ${point}`, { exact: true }).focus();
      await page.keyboard.press('Space');
      await until(page, `point ${point} is selected`, ({ selection }) => selection.includes(point - 1));
    }
    await page.getByText('2 points are selected.').waitFor({ state: 'attached' });
    await type('Move right by', '0.25');
    await press('Move');
    await until(page, 'both have moved', ({ points }) => points[0].x === earlier.points[0].x + 0.25 && points[2].x === earlier.points[2].x + 0.25);
    await press('Flip labels');
    await until(page, 'labels are flipped', ({ points }) => points[0].label === -earlier.points[0].label && points[1].label === earlier.points[1].label);
    await press('To validation');
    await until(page, 'both are set apart', ({ points }) => points.map(({ part }) => part === 'validation').join() === 'true,false,true,false');
    await press('Duplicate');
    await until(page, 'the copies are selected', ({ points, selection }) => points.length === 6 && selection.join() === '4,5');
    await press('Erase the selected');
    await until(page, 'they are gone', ({ points }) => points.length === 4);
    await press('Select all');
    await until(page, 'all are selected', ({ selection }) => selection.length === 4);
    await press('Select none');
    await until(page, 'none is', ({ selection }) => selection.length === 0);

    await type('Curve: y >', '2 *');
    await page.getByText('The formula ends where a number').waitFor({ state: 'attached' });
    await type('Curve: y >', 'x');
    await until(page, 'there is a curve', ({ formula }) => formula === 'x');
    await type('Count', '50');
    await page.getByLabel('Labels', { exact: true }).selectOption('curve');
    await press('Spray points');
    const sprayed = await until(page, 'points are sprayed', ({ points }) => points.length === 54);
    for (const { x, y, label } of sprayed.points.slice(4)) assert.equal(label, y > x ? 1 : -1);
    await press('Label all by the curve');
    const clean = await until(page, 'all are labelled', ({ points }) => points.every(({ x, y, label }) => label === (y > x ? 1 : -1)));
    await type('Noise', '0.5');
    await press('Add noise');
    const flipped = ({ points }) => points.filter(({ label }, i) => label !== clean.points[i].label).length;
    const patterns = clean.points.filter(({ part }) => part === 'training').length;
    await until(page, 'half of the training labels are flipped', (now) => flipped(now) === Math.round(patterns / 2));
    await press('Remove the curve');
    await until(page, 'there is none', ({ curve }) => curve.length === 0);
    await site.close(page);
  });

  it('a row of the comparison is dragged to another place', async () => {
    const page = await site.open('v=1&problem=overlap&others=smo//Round;ols//By%20hand&algorithm=hk&rules=&iteration=6', {
      viewport: { width: 1900, height: 900 },
    });
    const now = await until(page, 'all at rest', ({ busy, iteration }) => !busy && iteration === 6);
    const { left, top, height } = now.plane;
    // The rows end a little above the foot of the table.
    const foot = 900 - 52 - 12 - 10;
    assert.ok(foot > top + height);
    const row = (fromLast) => [left + 90, foot - 14 - 28 * fromLast];
    await drag(page, [row(2), [row(0)[0], row(0)[1] + 10]]);
    const moved = await until(page, 'the first is the last', ({ machines }) => machines[2].algorithm === 'hk');
    assert.deepEqual(moved.machines.map(({ algorithm }) => algorithm), ['smo', 'ols', 'hk']);
    assert.equal(moved.chosen, 2);
    await page.keyboard.press('Control+z');
    await until(page, 'back', ({ machines }) => machines[0].algorithm === 'hk');
    await site.close(page);
  });
});
