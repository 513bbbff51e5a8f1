// Going through the iterations: keys, playing, the timeline, and what the numbers must be.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, framesGoBy, quiet, ready, refusalOf, send, Site, skip, until } from './support/site.mjs';

const close = (value, expected, tolerance) =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} is not ${expected} to within ${tolerance}`);

describe('time', { skip }, () => {
  const site = new Site();

  it('opens on four points that least squares fails on and Ho-Kashyap separates at iteration 4', async () => {
    const page = await site.open();
    const first = await describePage(page);
    assert.equal(first.algorithm, 'hk');
    assert.equal(first.iteration, 0);
    assert.equal(first.points.length, 4);
    assert.equal(first.record.training_error, 0.25);
    assert.equal(first.settings.learning_rate, '0.4');
    // numpy.linalg.pinv on the same four points.
    [0.15328467, -0.4379562, 3.2189781].forEach((weight, i) => close(first.quantities.weights[i], weight, 5e-9));
    [1, 1, 1, 1].forEach((margin, i) => close(first.quantities.margin_vector[i], margin, 0));
    await apply(page, { type: 'step', count: 3 });
    const third = await describePage(page);
    assert.equal(third.iteration, 3);
    assert.equal(third.record.training_error, 0.25);
    await apply(page, { type: 'step', count: 1 });
    const fourth = await describePage(page);
    assert.equal(fourth.iteration, 4);
    assert.equal(fourth.record.training_error, 0);
    assert.ok(fourth.sentence.length > 20);
    await site.close(page);
  });

  it('arrow keys step, Home goes to the start, and going back gives the same numbers', async () => {
    const page = await site.open();
    const seen = [];
    for (let k = 0; k <= 3; k += 1) {
      if (k > 0) await page.keyboard.press('ArrowRight');
      seen.push(await until(page, `iteration ${k}`, ({ iteration }) => iteration === k));
    }
    for (let k = 2; k >= 0; k -= 1) {
      await page.keyboard.press('ArrowLeft');
      const now = await until(page, `iteration ${k} again`, ({ iteration }) => iteration === k);
      assert.deepEqual(now.quantities, seen[k].quantities);
      assert.deepEqual(now.record, seen[k].record);
      assert.equal(now.last_iteration, 3);
    }
    await apply(page, { type: 'seek', iteration: 3 });
    await page.keyboard.press('Home');
    await until(page, 'the start', ({ iteration }) => iteration === 0);
    await page.keyboard.press('End');
    const end = await until(page, 'the stop', ({ stop, busy }) => stop !== null && !busy);
    assert.equal(end.iteration, end.stop.iteration);
    assert.ok(end.stop.message.length > 10);
    await site.close(page);
  });

  it('K shows the iteration that early stopping keeps, and goes back', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap:n=40' });
    await apply(page, { type: 'split-validation', fraction: 0.4 });
    await apply(page, { type: 'rules', text: 'validation-minimum' });
    await apply(page, { type: 'end' });
    const end = await describePage(page);
    assert.ok(end.retained.iteration < end.iteration, `${end.retained.iteration} is kept at ${end.iteration}`);
    assert.equal(end.retained.stop, end.iteration);
    await page.keyboard.press('k');
    const kept = await until(page, 'the kept iteration', ({ iteration }) => iteration === end.retained.iteration);
    assert.ok(kept.record.validation_error <= end.record.validation_error);
    assert.deepEqual(kept.retained, end.retained);
    await page.keyboard.press('k');
    await until(page, 'the stop again', ({ iteration }) => iteration === end.iteration);
    await site.close(page);
  });

  it('2,000 points take little to draw while they play', async () => {
    const page = await site.open();
    await page.evaluate(() => {
      const prototype = window.WebGL2RenderingContext.prototype;
      const { bufferData, clear } = prototype;
      window.uploads = [];
      prototype.clear = function (mask) {
        window.uploads.push(0);
        clear.call(this, mask);
      };
      prototype.bufferData = function (...args) {
        const [, source, , , length] = args;
        window.uploads[window.uploads.length - 1] += (length ?? source.length) * source.BYTES_PER_ELEMENT;
        bufferData.apply(this, args);
      };
    });
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'rules', text: '' });
    await apply(page, { type: 'problem', text: 'overlap:n=2000' });
    await apply(page, { type: 'speed', speed: 0 });
    await apply(page, { type: 'play' });
    await until(page, 'it has played for a while', ({ iteration }) => iteration > 500);
    await apply(page, { type: 'pause' });
    // Vertices and indices of a frame, in bytes; a marker of corners and smooth edges has 2,700.
    const most = await page.evaluate(() => Math.max(...window.uploads));
    assert.ok(most > 200_000, `${most} bytes cannot be 2,000 points`);
    assert.ok(most < 3_000_000, `${most} bytes`);
    await site.close(page);
  });

  it('frames are drawn while a training on 2,000 points starts, and Escape gives it up', async () => {
    const page = await site.blank();
    // What a frame has time for shrinks while the page's time runs faster than ours, and no more frames come than are let: then what is begun is
    // not over before Escape comes.
    await page.addInitScript(() => {
      const { performance } = window;
      const requestFrame = window.requestAnimationFrame.bind(window);
      const waiting = [];
      let left = Infinity;
      window.requestAnimationFrame = (draw) => {
        if (left < 1) return waiting.push(draw);
        left -= 1;
        return requestFrame(draw);
      };
      window.letFrames = (count) => {
        left = count;
        for (const draw of waiting.splice(0)) window.requestAnimationFrame(draw);
      };
      const now = performance.now.bind(performance);
      let pace = 1;
      let last = now();
      let told = last;
      performance.now = () => {
        const here = now();
        told += (here - last) * pace;
        last = here;
        return told;
      };
      window.runTime = (times) => {
        performance.now();
        pace = times;
      };
    });
    await page.goto(site.url);
    await ready(page);
    await apply(page, { type: 'problem', text: 'overlap:n=2000' });
    await page.evaluate(() => {
      window.runTime(50);
      window.letFrames(0);
    });
    await send(page, { type: 'algorithm', id: 'lsvm' });
    await send(page, { type: 'set', field: 'kernel', value: 'gaussian' });
    // The settings hold at once; the matrix of two million pairs takes its time.
    const first = await describePage(page);
    assert.equal(first.settings.kernel, 'gaussian:sigma=1');
    assert.equal(first.busy, true);
    assert.match(first.sentence, /^Working towards the first iteration \(the .+, \d+ %\); Escape gives it up\.$/);
    await page.evaluate(() => window.letFrames(10));
    await until(page, 'frames go by', ({ frames: drawn }) => drawn >= first.frames + 3);
    await page.keyboard.press('Escape');
    const idle = await until(page, 'it is given up', ({ busy }) => !busy);
    assert.match(idle.sentence, /given up before its first iteration/);
    await page.evaluate(() => {
      window.runTime(10);
      window.letFrames(Infinity);
    });
    // A step begins it anew, and goes on in pieces as well.
    await send(page, { type: 'step', count: 2 });
    const again = await describePage(page);
    assert.equal(again.busy, true);
    const done = await until(page, 'both steps are made', ({ busy }) => !busy);
    assert.equal(done.iteration, 2);
    assert.ok(done.frames >= again.frames + 10, `${done.frames - again.frames} frames`);
    assert.equal(done.quantities.error.length, 2000);
    await site.close(page);
  });

  it('Space plays and pauses', async () => {
    const page = await site.open();
    await page.keyboard.press('Space');
    await until(page, 'it plays', ({ playing, iteration }) => playing && iteration >= 2);
    await page.keyboard.press('Space');
    const paused = await until(page, 'it pauses', ({ playing }) => !playing);
    await framesGoBy(page);
    assert.equal((await describePage(page)).iteration, paused.iteration);
    await site.close(page);
  });

  it('dragging the timeline goes through the iterations', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap' });
    // So slow that it does not end by itself before.
    await apply(page, { type: 'set', field: 'learning_rate', value: 0.02 });
    await apply(page, { type: 'rules', text: 'iterations:n=100' });
    await apply(page, { type: 'seek', iteration: 100 });
    await until(page, 'iteration 100', ({ iteration }) => iteration === 100);
    // Three pixels of the timeline, the same distance apart; where it begins and ends need not be known.
    const y = 31;
    await page.mouse.move(600, y);
    await page.mouse.down();
    const middle = await until(page, 'the press has gone somewhere', ({ busy, iteration }) => !busy && iteration !== 100);
    await page.mouse.move(650, y, { steps: 10 });
    await quiet(page);
    const later = await until(page, 'a later iteration', ({ iteration }) => iteration > middle.iteration + 3);
    await page.mouse.move(550, y, { steps: 20 });
    await until(page, 'as far back as it went forward', ({ iteration }) => {
      return Math.abs(middle.iteration - iteration - (later.iteration - middle.iteration)) <= 2;
    });
    await page.mouse.move(20, y, { steps: 10 });
    const start = await until(page, 'the start', ({ iteration }) => iteration === 0);
    await page.mouse.up();
    assert.equal(start.last_iteration, 100);
    await site.close(page);
  });

  it('a long seek goes on in slices and can be given up', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap:n=2000' });
    await apply(page, { type: 'algorithm', id: 'hka' });
    await apply(page, { type: 'rules', text: '' });
    // By the page itself: it may be over before this process has its turn.
    const first = await page.evaluate(() => {
      const { apply: send, describe: look } = window.marginscope;
      send({ type: 'seek', iteration: 90_000 });
      const { busy, iteration } = look();
      const giveUp = () => {
        if (look().iteration > iteration) send({ type: 'cancel' });
        else window.requestAnimationFrame(giveUp);
      };
      giveUp();
      return { busy, iteration };
    });
    assert.equal(first.busy, true);
    const stopped = await until(page, 'it is given up', ({ busy, iteration }) => !busy && iteration > first.iteration);
    assert.ok(stopped.iteration < 90_000, 'it was over before it was given up');
    await framesGoBy(page);
    assert.equal((await describePage(page)).iteration, stopped.iteration);
    await site.close(page);
  });

  it('a changed setting goes to iteration 0, paused; changed rules do not train again', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 10 });
    await apply(page, { type: 'rules', text: 'separated no-positive-error' });
    const judged = await describePage(page);
    assert.equal(judged.iteration, 10);
    assert.equal(judged.would_stop.separated, 4);
    await apply(page, { type: 'play' });
    await apply(page, { type: 'set', field: 'learning_rate', value: 0.5 });
    const changed = await describePage(page);
    assert.deepEqual([changed.iteration, changed.playing], [0, false]);
    assert.equal(changed.settings.learning_rate, '0.5');
    await site.close(page);
  });

  it('refuses what is wrong in a sentence that says what would be right, and changes nothing', async () => {
    const page = await site.open();
    const earlier = await describePage(page);
    const refused = [
      [null, /type/],
      [42, /type/],
      [{}, /type/],
      [{ type: 'fly' }, /"fly".*add-point/],
      [{ type: 'add-point', x: 1, y: 2 }, /label/],
      [{ type: 'add-point', x: '1', y: 2, label: 1 }, /x/],
      [{ type: 'add-point', x: Infinity, y: 2, label: 1 }, /x/],
      [{ type: 'add-point', x: 1, y: 2, label: 1, part: 'test' }, /validation/],
      [{ type: 'move-point', index: 4, x: 0, y: 0 }, /0 to 3/],
      [{ type: 'remove-point', index: 0.5 }, /index/],
      [{ type: 'algorithm', id: 'magic' }, /hk/],
      [{ type: 'set', field: 'learning_rate', value: 1.4 }, /learning_rate.*1\.4/],
      [{ type: 'set', field: 'colour', value: 1 }, /learning_rate/],
      [{ type: 'set', field: 'learning_rate', value: { valueOf: 1 } }, /value/],
      [{ type: 'rules', text: 'sometimes' }, /separated/],
      [{ type: 'step' }, /count/],
      [{ type: 'seek', iteration: -1 }, /./],
      [{ type: 'undo' }, /undo/],
      [{ type: 'redo' }, /redo/],
    ];
    for (const [command, expected] of refused) {
      const answer = await refusalOf(page, command);
      assert.match(answer ?? 'taken', expected, JSON.stringify(command));
    }
    const hostile = await page.evaluate(() =>
      window.marginscope.apply({
        get type() {
          throw new Error('no');
        },
      }),
    );
    assert.equal(typeof hostile, 'string');
    const now = await describePage(page);
    for (const key of ['scene', 'iteration', 'points', 'settings', 'quantities']) assert.deepEqual(now[key], earlier[key]);
    await site.close(page);
  });
});
