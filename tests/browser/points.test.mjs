// Points by mouse, key and finger on the canvas itself.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingersOn, tap } from './support/fingers.mjs';
import { apply, describePage, eventually, freePixels, pictureOf, pixelOf, pixelSize, planeAt, quiet, Site, skip, until } from './support/site.mjs';

describe('points on the canvas', { skip }, () => {
  const site = new Site();

  const freePixel = (now) => freePixels(now, 1, 40)[0];
  // Without what the machine makes of them.
  const placed = (now) => now.points.map(({ x, y, label, part }) => ({ x, y, label, part }));

  /// Whether the point lies at that pixel, of the plane as it is in `now`.
  function isNear(now, point, [left, top]) {
    const [x, y] = planeAt(now, left, top);
    return Math.max(Math.abs(point.x - x), Math.abs(point.y - y)) <= pixelSize(now);
  }
  function assertNear(now, point, [left, top]) {
    const [x, y] = planeAt(now, left, top);
    assert.ok(Math.abs(point.x - x) <= pixelSize(now), `x is ${point.x}, the pixel was at ${x}`);
    assert.ok(Math.abs(point.y - y) <= pixelSize(now), `y is ${point.y}, the pixel was at ${y}`);
  }

  it('a click adds a point where it was made, of the class and part that the keys chose', async () => {
    const page = await site.open();
    const cases = [
      ['2', -1, 'training'],
      ['1', 1, 'training'],
      ['v', 1, 'validation'],
    ];
    for (const [key, label, part] of cases) {
      const earlier = await describePage(page);
      await page.keyboard.press(key);
      const at = freePixel(earlier);
      await page.mouse.click(...at);
      const now = await until(page, `the key ${key} and a click added a point`, ({ points }) => points.length > earlier.points.length);
      const added = now.points.at(-1);
      assert.equal(now.points.length, earlier.points.length + 1);
      assertNear(earlier, added, at);
      assert.equal(added.label, label);
      assert.equal(added.part, part);
      assert.equal(now.iteration, 0);
    }
    await site.close(page);
  });

  it('a drag moves a point and is one step of undo', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    const from = pixelOf(earlier, earlier.points[0].x, earlier.points[0].y);
    const to = freePixel(earlier);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.up();
    await quiet(page);
    const now = await until(page, 'the point moved', ({ points }) => points[0].x !== earlier.points[0].x);
    assert.equal(now.points.length, earlier.points.length);
    assertNear(earlier, now.points[0], to);
    assert.deepEqual(placed(now).slice(1), placed(earlier).slice(1));
    await page.keyboard.press('Control+z');
    const undone = await until(page, 'undone', ({ points }) => points[0].x === earlier.points[0].x);
    assert.deepEqual(undone.points, earlier.points);
    await page.keyboard.press('Control+y');
    const redone = await until(page, 'redone', ({ points }) => points[0].x === now.points[0].x);
    assert.deepEqual(redone.points, now.points);
    await site.close(page);
  });

  it('the right button erases, and so does Delete on the selected point', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    const [first, second] = earlier.points;
    await page.mouse.click(...pixelOf(earlier, second.x, second.y), { button: 'right' });
    const now = await until(page, 'a point is gone', ({ points }) => points.length === earlier.points.length - 1);
    assert.deepEqual(placed(now), placed(earlier).filter((_, i) => i !== 1));
    await page.mouse.click(...pixelOf(now, first.x, first.y));
    await until(page, 'the point is selected', ({ selected }) => selected === 0);
    await page.keyboard.press('Delete');
    const last = await until(page, 'the selected point is gone', ({ points }) => points.length === now.points.length - 1);
    assert.deepEqual(placed(last), placed(now).slice(1));
    await site.close(page);
  });

  it('of other points the plane that is described is the one that will be drawn, before any frame', async () => {
    const page = await site.open();
    const commands = [
      { type: 'problem', text: 'spirals' },
      { type: 'scene', text: 'v=1&problem=two-gaussians:distance=9&algorithm=hk' },
      { type: 'add-point', x: 15, y: -15, label: 1 },
      { type: 'undo' },
    ];
    for (const command of commands) {
      const { refusal, plane } = await page.evaluate((sent) => {
        const refused = window.marginscope.apply(sent);
        return { refusal: refused, plane: window.marginscope.describe().plane };
      }, command);
      assert.equal(refusal, null);
      await quiet(page);
      assert.deepEqual(plane, (await describePage(page)).plane, JSON.stringify(command));
    }
    await site.close(page);
  });

  it('on a touch screen a tap adds, a drag moves, a long press erases', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const finger = fingersOn(page);
    const earlier = await describePage(page);

    // Sent together: a finger that stays until an answer has come may be taken for a long press.
    // Below the first words.
    const { left, top, width, height } = earlier.plane;
    const tapped = [Math.round(left + width / 5), Math.round(top + (4 * height) / 5)];
    await Promise.all([finger.down(tapped), finger.up()]);
    const added = await until(page, 'the tap added a point', ({ points }) => points.length === earlier.points.length + 1);
    assertNear(earlier, added.points.at(-1), tapped);

    const goal = freePixel(added);
    const towards = (part) => tapped.map((from, axis) => from + (part / 5) * (goal[axis] - from));
    await Promise.all([finger.down(tapped), finger.move(towards(1))]);
    for (let part = 2; part <= 5; part += 1) {
      await quiet(page);
      await finger.move(towards(part));
    }
    await finger.up();
    const moved = await until(page, 'the drag moved it there', ({ points }) => isNear(added, points.at(-1), goal));
    assert.equal(moved.points.length, added.points.length);
    await quiet(page);

    await finger.down(goal);
    const erased = await until(page, 'the long press erased it', ({ points }) => points.length === earlier.points.length);
    await finger.up();
    await quiet(page);
    assert.deepEqual((await describePage(page)).points, earlier.points);
    assert.deepEqual(erased.points, earlier.points);
    await site.close(page);
  });

  it('a point that is dragged stays where the browser takes the pointer away, and that is one step of undo', async () => {
    const takes = [
      (canvas) => canvas.dispatchEvent(new window.PointerEvent('pointercancel', { pointerType: 'mouse', pointerId: 1 })),
      // Browsers differ in the number of the mouse.
      (canvas) => [0, 1].filter((id) => canvas.hasPointerCapture(id)).forEach((id) => canvas.releasePointerCapture(id)),
    ];
    for (const take of takes) {
      const page = await site.open();
      const earlier = await describePage(page);
      const from = pixelOf(earlier, earlier.points[0].x, earlier.points[0].y);
      await page.mouse.move(...from);
      await page.mouse.down();
      const to = [from[0] + 40, from[1] + 20];
      await page.mouse.move(...to, { steps: 4 });
      const moved = await until(page, 'the point came along', (now) => {
        const at = pixelOf(now, now.points[0].x, now.points[0].y);
        return Math.hypot(at[0] - to[0], at[1] - to[1]) < 1;
      });
      await page.locator('#canvas').evaluate(take);
      await page.mouse.move(from[0] + 120, from[1] + 90, { steps: 4 });
      await quiet(page);
      assert.deepEqual((await describePage(page)).points, moved.points);
      await page.mouse.up();
      await page.keyboard.press('Control+z');
      await until(page, 'the point is where it was', ({ points }) => points[0].x === earlier.points[0].x);
      assert.equal((await describePage(page)).can_undo, false);
      await site.close(page);
    }
  });

  it('a finger that has rested still drags the timeline and the plane', async () => {
    const page = await site.open('v=1&problem=overlap&algorithm=hk', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await apply(page, { type: 'end' });
    const finger = fingersOn(page);
    /** It rests longer than a long press, and then goes there. */
    const restAndDrag = async (from, to) => {
      await finger.down(from);
      // Of two timers as long, the later one comes after that of the press.
      await page.evaluate((longPress) => new Promise((resolve) => setTimeout(resolve, longPress)), 500);
      for (let part = 1; part <= 4; part += 1) {
        await finger.move(from.map((at, axis) => at + (part / 4) * (to[axis] - at)));
        await quiet(page);
      }
      await finger.up();
      await quiet(page);
    };
    const { iteration, plane, points } = await describePage(page);
    await restAndDrag([200, 72], [80, 72]);
    await until(page, 'the timeline followed', (now) => now.iteration < iteration);
    const [left, middle] = [plane.left + plane.width / 20, plane.top + plane.height / 2];
    await restAndDrag([left, middle], [left + 80, middle]);
    await until(page, 'the plane followed', (now) => now.plane.x0 < plane.x0);
    assert.deepEqual((await describePage(page)).points, points);
    await site.close(page);
  });

  it('a point that a finger drags stays where the system takes the finger away, and the next tap adds one', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const finger = fingersOn(page);
    const earlier = await describePage(page);
    const from = pixelOf(earlier, earlier.points[0].x, earlier.points[0].y);
    await Promise.all([finger.down(from), finger.move([from[0] + 15, from[1]])]);
    await quiet(page);
    await finger.move([from[0] + 30, from[1] + 10]);
    await quiet(page);
    await finger.cancel();
    await quiet(page);
    const moved = await describePage(page);
    assert.notEqual(moved.points[0].x, earlier.points[0].x);
    await tap(page, freePixel(moved));
    const added = await until(page, 'the tap added a point', ({ points }) => points.length === earlier.points.length + 1);
    assert.deepEqual(placed(added).slice(0, -1), placed(moved));
    for (const before of [moved, earlier]) {
      await apply(page, { type: 'undo' });
      assert.deepEqual(placed(await describePage(page)), placed(before));
    }
    assert.equal((await describePage(page)).can_undo, false);
    await site.close(page);
  });

  it('the wheel brings the plane nearer and takes it farther, of units however large or small', async () => {
    const page = await site.open();
    for (const unit of ['1e10', '1', '1e-10']) {
      const exponent = unit.slice(1);
      const rows = [[1, 1, 1], [2, 3, -1], [3, 1, 1]].map(([x, y, label]) => `${x}${exponent},${y}${exponent},${label}`);
      await apply(page, { type: 'csv', text: rows.join('\n'), name: 'units.csv' });
      await quiet(page);
      const width = async () => {
        const { plane } = await describePage(page);
        return plane.x1 - plane.x0;
      };
      const { plane } = await describePage(page);
      const fitted = await width();
      await page.mouse.move(plane.left + plane.width / 2, plane.top + plane.height / 2);
      await page.mouse.wheel(0, -300);
      await eventually(`at ${unit} it is nearer`, width, (now) => now < 0.9 * fitted);
      await page.mouse.wheel(0, 600);
      await eventually(`at ${unit} it is farther`, width, (now) => now > 1.1 * fitted);
    }
    await site.close(page);
  });

  it('a tap opens a sentence that has no room, and the next press closes it', async () => {
    const link = 'v=1&problem=overlap&algorithm=hkes&rules=validation-minimum%20iterations:n=20';
    const page = await site.open(link, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await apply(page, { type: 'split-validation', fraction: 0.33 });
    await apply(page, { type: 'end' });
    const clip = { x: 60, y: 640, width: 270, height: 90 }; // above the sentence
    const look = async () => {
      await quiet(page);
      return pictureOf(page, { clip });
    };
    const before = await look();
    await tap(page, [200, 762]);
    assert.ok(!before.equals(await look()), 'the whole of it is there');
    await tap(page, [200, 762]);
    assert.ok(before.equals(await look()), 'it is away');
    await site.close(page);
  });

  it('two fingers zoom the plane', async () => {
    const page = await site.open('', { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });
    const two = fingersOn(page);
    const earlier = await describePage(page);
    const { left, top, width, height } = earlier.plane;
    const middle = [left + width / 2, top + height / 2];
    const apartBy = (apart) => [-apart, apart].map((offset) => [middle[0] + offset, middle[1]]);
    await two.down(...apartBy(40));
    for (let apart = 50; apart <= 120; apart += 10) {
      await two.move(...apartBy(apart));
      await quiet(page);
    }
    await two.up();
    const now = await until(page, 'the plane shows less', ({ plane }) => plane.x1 - plane.x0 < 0.8 * (earlier.plane.x1 - earlier.plane.x0));
    assert.deepEqual(now.points, earlier.points);
    await site.close(page);
  });

  it('in a window that is lower than the canvas can be, what lies around the plane scrolls it by wheel and finger, and the plane stays a plane', async () => {
    const page = await site.open('v=1&problem=overlap:n=40', { viewport: { width: 340, height: 256 }, hasTouch: true });
    const scrolled = () => page.locator('#stage').evaluate(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight]);
    const [top, most] = await scrolled();
    assert.equal(top, 0);
    assert.ok(most > 0);
    const { plane } = await describePage(page);
    assert.ok(plane.height > 100, `the plane is ${plane.height} pixels high`);

    await page.mouse.move(170, 60);
    await page.mouse.wheel(0, 40);
    await eventually('the wheel has scrolled the page', scrolled, ([now]) => now > 0);
    await page.mouse.wheel(0, 1000);
    await eventually('the page is scrolled to its end', scrolled, ([now]) => now === most);
    const below = await describePage(page);
    assert.equal(below.plane.top, plane.top - most);

    // Over the plane it is the plane's, and a press falls where it is made.
    const centre = [below.plane.left + below.plane.width / 2, below.plane.top + below.plane.height / 2];
    await page.mouse.move(...centre);
    await page.mouse.wheel(0, -1000);
    const nearer = await until(page, 'the plane is nearer', (now) => now.plane.x1 - now.plane.x0 < 0.5 * (plane.x1 - plane.x0));
    assert.deepEqual(await scrolled(), [most, most]);
    const place = freePixels(nearer, 1, 20)[0];
    await page.mouse.click(...place);
    const { points } = await until(page, 'a point is added', (now) => now.points.length === 41);
    assertNear(nearer, points.at(-1), place);

    const finger = fingersOn(page);
    await finger.down([170, 230]);
    for (const y of [240, 250, 255]) await finger.move([170, y]);
    await finger.up();
    assert.deepEqual(await eventually('the finger has scrolled the page', scrolled, ([now]) => now < most), [most - 25, most]);

    // By keys, and what lies over the plane comes along.
    await page.locator('#mirror').getByRole('button', { name: 'Equations with numbers', exact: true }).press('Enter');
    const card = page.locator('#equations');
    const liesOnPlane = async () => {
      const [box, now] = [await card.boundingBox(), await describePage(page)];
      return box && box.y >= now.plane.top && box.y + box.height <= now.plane.top + now.plane.height;
    };
    await eventually('the equations lie on the plane', liesOnPlane);
    await page.locator('#canvas').focus();
    await page.keyboard.press('PageUp');
    await eventually('the page is scrolled to its beginning', scrolled, ([now]) => now === 0);
    await eventually('the equations lie on the plane there', liesOnPlane);
    await page.keyboard.press('PageDown');
    await eventually('the page is scrolled to its end again', scrolled, ([now]) => now === most);
    await site.close(page);
  });

  it('a point lies on the grid at once, so that its link is exact', async () => {
    const page = await site.open();
    await apply(page, { type: 'add-point', x: Math.PI, y: -Math.E, label: 1 });
    const now = await describePage(page);
    const { x, y } = now.points.at(-1);
    // 24 bits an axis; with the opening scene's extent of 32 a step is 2^-19.
    for (const value of [x, y]) assert.ok(Number.isInteger(value * 2 ** 24), `${value} is not on the grid`);
    const again = await site.open(now.scene);
    assert.deepEqual((await describePage(again)).points, now.points);
    await site.close(again);
    await site.close(page);
  });
});
