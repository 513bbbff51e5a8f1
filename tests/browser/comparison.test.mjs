// Several machines on the same points, by commands and links.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { native } from './support/native.mjs';
import { apply, describePage, refusalOf, Site, skip, until } from './support/site.mjs';

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
});
