// Several machines on the same points: by commands and links, and on the canvas by mouse, keyboard and mirror.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { native } from './support/native.mjs';
import { apply, describePage, enterForm, eventually, pictureOf, quiet, refusalOf, Site, skip, until } from './support/site.mjs';

/** The row of a machine in the table below the plane of a wide window, and what stands at its end. */
function rowOf({ plane, machines }, place, fromRight = 200) {
  const rows = machines.length;
  const bottom = plane.top + plane.height + 12 + tableHeight(rows);
  return [plane.left + plane.width - fromRight, bottom - 10 - 28 * (rows - place) + 14];
}

/** In a window that is wide enough for all columns. */
function tableHeight(rows) {
  return 2 * 10 + 28 + 32 + 28 * rows;
}

/** How many pixels of the plane have about this colour. */
async function pixelsLike(page, { plane }, [r, g, b]) {
  const png = await pictureOf(page, { clip: { x: plane.left, y: plane.top, width: plane.width, height: plane.height } });
  return page.evaluate(
    async ([encoded, red, green, blue]) => {
      const bytes = Uint8Array.from(window.atob(encoded), (c) => c.charCodeAt(0));
      const image = await window.createImageBitmap(new window.Blob([bytes], { type: 'image/png' }));
      const canvas = new window.OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        count += Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue) < 24;
      }
      return count;
    },
    [png.toString('base64'), r, g, b],
  );
}

const three = 'v=1&problem=overlap&others=smo:kernel=gaussian:sigma=1;ols//By%20hand&algorithm=hk&rules=&iteration=6';

describe('comparison', { skip }, () => {
  const site = new Site();

  it('machines go through the iterations together, with the numbers of the command line', async () => {
    const page = await site.open();
    assert.deepEqual((await describePage(page)).machines, []);
    await apply(page, { type: 'compare' });
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'compare' });
    await apply(page, { type: 'algorithm', id: 'ols' });
    await apply(page, { type: 'rename-machine', index: 2, name: 'By hand' });
    await apply(page, { type: 'set', field: 'target_margins', value: [1, 1, 1, 10] });
    await apply(page, { type: 'choose-machine', index: 0 });
    await apply(page, { type: 'seek', iteration: 6 });
    const now = await until(page, 'all at rest', ({ busy, iteration }) => !busy && iteration === 6);
    assert.equal(now.chosen, 0);
    assert.equal(now.algorithm, 'hk');
    assert.deepEqual(now.machines.map(({ id, name, algorithm }) => [id, name, algorithm]), [
      ['A', '', 'hk'],
      ['B', '', 'smo'],
      ['C', 'By hand', 'ols'],
    ]);
    assert.deepEqual(now.machines[0].quantities, now.quantities);
    assert.deepEqual(now.machines[0].record, now.record);
    assert.equal(now.machines[2].iteration, 0);
    const { machines } = await native('compare', now.scene);
    machines.forEach((told, place) => {
      const shown = now.machines[place];
      assert.equal(told.iterations, shown.iteration);
      assert.equal(told.training_error, shown.training_error);
      assert.equal(told.support_vectors, shown.support_vectors);
      assert.equal(told.smallest_margin, shown.smallest_margin);
      assert.equal(told.stop?.reason, shown.stop?.reason);
      if (shown.quantities.weights) assert.deepEqual(told.weights, shown.quantities.weights);
    });
    await site.close(page);
  });

  it('End leads to the same stops after going back', async () => {
    const page = await site.open('v=1&problem=four-points&algorithm=hk:learning_rate=0.05&others=hk:learning_rate=0.9');
    for (let turn = 0; turn < 2; turn += 1) {
      for (const [iterations, at] of [[[346, 346], 346], [[970, 970], 970], [[5291, 970], 5291]]) {
        await apply(page, { type: 'end' });
        const now = await describePage(page);
        assert.deepEqual([now.machines.map(({ iteration }) => iteration), now.iteration], [iterations, at]);
      }
      await apply(page, { type: 'seek', iteration: 0 });
    }
    await site.close(page);
  });

  it('a link opens the whole comparison, and undo takes it apart', async () => {
    const page = await site.open('v=1&problem=overlap&others=hka//Absolute;smo&algorithm=hk&rules=&chosen=B&iteration=5');
    const opened = await until(page, 'the iteration', ({ busy, iteration }) => !busy && iteration === 5);
    assert.equal(opened.machines.length, 3);
    assert.equal(opened.chosen, 1);
    assert.equal(opened.algorithm, 'hka');
    await apply(page, { type: 'remove-machine', index: 0 });
    await apply(page, { type: 'remove-machine', index: 1 });
    assert.deepEqual((await describePage(page)).machines, []);
    assert.match(await refusalOf(page, { type: 'remove-machine', index: 0 }), /^The only machine/);
    await apply(page, { type: 'undo' });
    await apply(page, { type: 'undo' });
    const again = await until(page, 'the comparison', ({ busy, machines }) => !busy && machines.length === 3);
    assert.equal(again.scene, opened.scene);
    await site.close(page);
  });

  it('the button beside the algorithm compares, a press on a row chooses, its menu removes', async () => {
    const page = await site.open('', { viewport: { width: 1900, height: 900 } });
    const alone = await describePage(page);
    const scale = alone.plane.left / (12 + 272 + 12);
    assert.equal(scale, 1);
    await page.mouse.click(12 + 272 - 50, 56 + 12 + 18);
    let now = await until(page, 'there are two', ({ machines }) => machines.length === 2);
    assert.equal(now.chosen, 1);
    await apply(page, { type: 'algorithm', id: 'ols' });
    now = await until(page, 'the table has its place', ({ plane }) => plane.height < alone.plane.height - 100);
    assert.equal(now.plane.height, alone.plane.height - 12 - tableHeight(2));
    await page.mouse.click(...rowOf(now, 0));
    await until(page, 'A is chosen', ({ chosen, algorithm }) => chosen === 0 && algorithm === 'hk');
    await page.mouse.click(...rowOf(now, 1, 22));
    await quiet(page);
    await page.keyboard.press('ArrowUp'); // to the last row of the menu
    await page.keyboard.press('Enter');
    now = await until(page, 'B is removed', ({ machines }) => machines.length === 0);
    assert.equal(now.algorithm, 'hk');
    await until(page, 'the plane has its place again', ({ plane }) => plane.height === alone.plane.height);
    await site.close(page);
  });

  it('keys compare, choose, move, rename and remove', async () => {
    const page = await site.open();
    await page.keyboard.press('c');
    await until(page, 'there are two', ({ machines }) => machines.length === 2);
    await apply(page, { type: 'algorithm', id: 'smo' });
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowUp');
    await until(page, 'A is chosen', ({ chosen }) => chosen === 0);
    await page.keyboard.press('Shift+ArrowDown');
    await until(page, 'it is below now', ({ chosen, machines }) => chosen === 1 && machines[1].algorithm === 'hk');
    await page.keyboard.press('r');
    const name = page.getByLabel('New value of name');
    assert.equal(await name.inputValue(), '');
    assert.equal(await name.getAttribute('placeholder'), 'Ho-Kashyap');
    await name.fill('Least errors');
    await page.keyboard.press('Enter');
    await until(page, 'it has a name', ({ machines }) => machines[1].name === 'Least errors' && machines[1].caption === 'Least errors');
    await page.keyboard.press('b');
    const timed = await until(page, 'they play by time', ({ pace }) => pace === 'time');
    assert.match(timed.scene, /&pace=time&/);
    await page.keyboard.press('b');
    await until(page, 'they play by iteration', ({ pace, scene }) => pace === 'iteration' && !scene.includes('pace'));
    await page.keyboard.press('x');
    await until(page, 'it is removed', ({ machines, algorithm }) => machines.length === 0 && algorithm === 'smo');
    await site.close(page);
  });

  it('the mirror has the table with the numbers of the command line, and does all that can be done', async () => {
    const page = await site.open(three);
    await page.getByRole('button', { name: 'Compare', exact: true }).evaluate((node) => node.click());
    const four = await until(page, 'there are four', ({ machines, busy }) => machines.length === 4 && !busy);
    await eventually('no more can be compared', () => page.getByRole('button', { name: 'Compare', exact: true }).isDisabled());
    const rows = () => page.evaluate(() => [...document.querySelectorAll('#machines tbody tr')].map((row) => [...row.cells].map(({ textContent }) => textContent)));
    const told = four.machines.map(({ cells }) => cells.map(({ text }) => text));
    await eventually('the table tells of the four', rows, (seen) => isDeepStrictEqual(seen.map((cells, place) => cells.slice(2, 2 + told[place]?.length)), told));
    const { machines } = await native('compare', four.scene);
    machines.forEach((told, place) => {
      const training = four.machines[place].cells.find(({ head }) => head === 'training').text;
      const wrong = Math.round(told.training_error * four.points.length);
      assert.ok(training.endsWith(`(${wrong} of ${four.points.length})`), training);
    });
    assert.equal(await page.locator('#comparison').textContent(), four.comparison);
    assert.match(four.comparison, /The classes of all 4 machines differ at \d+ of \d+ points\.$/);
    assert.equal(four.machines.at(-1).state, 'waits at its end');
    const press = (name) => page.getByRole('button', { name }).evaluate((node) => node.click());
    await press('Choose machine C');
    await until(page, 'C is chosen', ({ chosen }) => chosen === 2);
    await press('Move machine C up');
    await until(page, 'it is above', ({ chosen, machines: list }) => chosen === 1 && list[1].algorithm === 'smo');
    await page.getByLabel('Name of machine B').fill('Round');
    await page.keyboard.press('Enter');
    await until(page, 'it has a name', ({ machines: list }) => list[1].name === 'Round');
    await page.getByLabel('Machines keep together').selectOption('time');
    await until(page, 'they play by time', ({ pace }) => pace === 'time');
    await press('Remove machine D');
    await until(page, 'three are left', ({ machines: list }) => list.length === 3);
    await site.close(page);
  });

  it('a machine that is moved in the table takes the focus along, and where all are is told', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=hk');
    for (const name of ['first', 'second', 'third']) {
      if (name !== 'first') await apply(page, { type: 'compare' });
      await apply(page, { type: 'rename-machine', index: (await describePage(page)).chosen, name });
    }
    await enterForm(page);
    const names = ({ machines }) => machines.map(({ name }) => name).join();
    const before = names(await describePage(page)).split(',');
    const [a, b, c] = before;
    const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    const told = (order) =>
      eventually('where all are is told', () => page.locator('#changed').textContent(), (text) => text === `Machines: A is ${order[0]}, B is ${order[1]}, C is ${order[2]}.`);
    await page.getByRole('button', { name: 'Move machine C up', exact: true }).focus();
    for (const [order, next] of [
      [[a, c, b], 'Move machine B up'],
      [[c, a, b], 'Move machine A down'],
      [[a, c, b], 'Move machine B down'],
      [[a, b, c], 'Move machine C up'],
    ]) {
      await page.keyboard.press('Enter');
      await until(page, `the order is ${order.join()}`, (now) => names(now) === order.join());
      assert.equal(await focused(), next);
      await told(order);
    }
    await site.close(page);
  });

  it('machines that come and go, and their names, are told, as is what undo brings back; another setting is told as that', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=smo');
    await enterForm(page);
    const act = async (command, said) => {
      await apply(page, command);
      await eventually(`it is said: ${said}`, () => page.locator('#changed').textContent(), (text) => text === said);
    };
    const smo = 'Support vector machine (SMO)';
    await act({ type: 'compare' }, `Machines: A is ${smo}, B is ${smo}.`);
    await act({ type: 'set', field: 'C', value: 10 }, 'Regularisation: 10.');
    await act({ type: 'rename-machine', index: 0, name: 'mine' }, `Machines: A is mine, B is ${smo}, C = 10.`);
    await act({ type: 'undo' }, `Machines: A is ${smo}, B is ${smo}, C = 10.`);
    await act({ type: 'remove-machine', index: 0 }, 'One machine is left.');
    await act({ type: 'undo' }, `Machines: A is ${smo}, B is ${smo}, C = 10.`);
    await site.close(page);
  });

  it('all boundaries are drawn, each in its colour, and just where the machines differ is shaded', async () => {
    const page = await site.open(three, { deviceScaleFactor: 1 });
    const now = await until(page, 'all at rest', ({ busy, iteration }) => !busy && iteration === 6);
    await quiet(page);
    const strokes = [[0x2a, 0x35, 0x47], [0x0d, 0x8a, 0x78], [0xb8, 0x32, 0x5f]];
    for (const stroke of strokes) assert.ok((await pixelsLike(page, now, stroke)) > 60, `a line of ${stroke}`);
    assert.equal(now.view.differences.shaded, false);
    const shade = [0xc9, 0xcb, 0xce];
    const before = await pixelsLike(page, now, shade);
    await page.locator('#canvas').focus();
    await page.keyboard.press('d');
    await until(page, 'differences are shaded', ({ view }) => view.differences.shaded);
    await quiet(page);
    const shaded = await pixelsLike(page, now, shade);
    assert.ok(shaded > before + 2000, `${shaded} pixels of the shade after ${before}`);
    const box = page.getByLabel('Shade where the machines differ');
    await eventually('the mirror has it', () => box.isChecked());
    await box.evaluate((node) => node.click());
    await until(page, 'no more', ({ view }) => !view.differences.shaded);
    await site.close(page);
  });

  it('the space of weights has the paths of all linear machines', async () => {
    const page = await site.open(three);
    await page.keyboard.press('w');
    const now = await until(page, 'the weights are shown', ({ view }) => view.weight_space !== null);
    assert.deepEqual(now.view.weight_space.others.map(({ id }) => id), ['C']);
    await page.keyboard.press('ArrowDown');
    const refused = await until(page, 'B has none', ({ chosen, view }) => chosen === 1 && view.weight_space === null);
    assert.equal(refused.view.shown, 'points');
    await site.close(page);
  });
});
