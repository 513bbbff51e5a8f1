// Model selection in the page, against the command line's numbers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertTable,
  choose,
  draw,
  gaussian,
  handDrawn,
  make,
  openLaboratory,
  panel,
  planned,
  problem,
  sentences,
} from './support/laboratory.mjs';
import { native } from './support/native.mjs';
import { apply, describePage, eventually, Site, skip, until } from './support/site.mjs';

describe('the laboratory: model selection', { skip }, () => {
  const site = new Site();

  async function open(page) {
    await openLaboratory(page);
    await page.getByRole('tab', { name: 'Model selection' }).click();
  }

  it('a setting that is refused beside a result is told, until it is right', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), gaussian);
    await open(page);
    const setting = panel(page).getByLabel('Setting and its values');
    const told = (expected) => eventually(`${expected} is told`, () => problem(page), (text) => expected.test(text));
    await setting.fill('C=0.1,1');
    await panel(page).getByLabel('A second setting').fill('');
    await choose(page, 'cross-validation', { 'Folds k': '3' });
    await planned(page, /(?<!\d)2 machines are judged/);
    await make(page);
    assert.equal(await problem(page), '');
    const cells = await panel(page).locator('td button').count();
    await setting.fill('foo=1,2');
    await setting.press('Enter');
    await told(/foo.*\.$/);
    assert.equal(await panel(page).locator('td button').count(), cells);
    await setting.fill('C=1,2');
    await setting.press('Enter');
    await told(/^$/);
    // The same of a bound.
    await page.getByRole('tab', { name: 'Bound' }).click();
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '2' });
    await planned(page, /2 /);
    await make(page);
    const swaps = panel(page).getByLabel('Swaps η');
    await swaps.fill('x');
    await swaps.press('Enter');
    await told(/^swaps is x; .*\.$/);
    await site.close(page);
  });

  it('judges a grid as the command line does, and opens its machines', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), gaussian);
    const { scene } = await describePage(page);
    await open(page);
    // What is offered suits the machine: C and the kernel's width.
    assert.match(await panel(page).getByLabel('Setting and its values').inputValue(), /^C=/);
    assert.match(await panel(page).getByLabel('A second setting').inputValue(), /^kernel:sigma=/);
    await panel(page).getByLabel('Setting and its values').fill('C=0.1,1,10');
    await panel(page).getByLabel('A second setting').fill('kernel:sigma=0.5,1,2,4');
    await choose(page, 'cross-validation', { 'Folds k': '5' });
    // Before it is made, its cells are there, and how often is trained.
    await planned(page, /12 machines are judged, one for each cell of the table\..* 5 times without 8 of them, .* 6 trainings/s);
    assert.equal(await panel(page).locator('td button:disabled').count(), 12);
    assert.match(await panel(page).locator('td button').first().getAttribute('aria-label'), /^C = 0\.1, kernel:sigma = 0\.5; not judged yet$/);
    assert.equal(await panel(page).locator('.present canvas').isVisible(), true);
    await make(page);
    assert.equal(await panel(page).locator('.present canvas').isVisible(), false);
    const grid = ['--grid', 'C=0.1,1,10', '--grid', 'kernel:sigma=0.5,1,2,4'];
    const expected = await native('select', scene, '--by', 'cross-validation', '--folds', '5', ...grid);
    const heads = await panel(page).locator('th').allTextContents();
    assert.deepEqual(heads.slice(1), ['0.5', '1', '2', '4', '0.1', '1', '10']);
    await assertTable(page, expected);
    assert.equal(await panel(page).locator('svg').count(), 0);

    const cell = panel(page).locator('tbody tr').nth(2).locator('td').nth(1);
    await cell.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const now = await until(page, 'the machine is open', ({ settings }) => settings.C === '10');
    assert.equal(now.settings.kernel, 'gaussian:sigma=1');
    assert.match(now.notice, /^C = 10, kernel:sigma = 1, judged by cross-validation:folds=5: error .*\. Undo/);
    assert.equal(await page.isVisible('#laboratory'), false);
    // What was written and what was made are still there, and still of these points.
    await openLaboratory(page);
    assert.equal(await panel(page).getByLabel('Setting and its values').inputValue(), 'C=0.1,1,10');
    assert.equal(await panel(page).locator('.former').isVisible(), false);
    await page.keyboard.press('Escape');
    await apply(page, { type: 'add-point', x: 0, y: 0, label: 1 });
    await openLaboratory(page);
    assert.equal(await panel(page).locator('.former').isVisible(), true);
    await site.close(page);
  });

  it('a cell opens at the iteration that the stop of its run retains, also where that run takes its time', async () => {
    const page = await site.open('v=1&problem=overlap:n=900&algorithm=hkes:kernel=gaussian:sigma=0.5,learning_rate=0.3&rules=iterations:n=60%20validation-minimum&seed=4');
    await apply(page, { type: 'split-validation', fraction: 0.4 });
    await open(page);
    await panel(page).getByLabel('Setting and its values').fill('learning_rate=0.1,0.4');
    await panel(page).getByLabel('A second setting').fill('');
    await panel(page).getByLabel('A second setting').press('Enter');
    await choose(page, 'validation');
    await planned(page, /(?<!\d)2 machines are judged/);
    await make(page);
    await panel(page).locator('td button').first().click();
    const { notice, iteration, retained, record } = await until(
      page,
      'the machine is trained and shown',
      ({ settings, busy, stop, iteration, retained }) => settings.learning_rate === '0.1' && !busy && stop !== null && iteration === retained?.iteration,
    );
    assert.ok(iteration < retained.stop);
    assert.equal(Number(/error ([\d.]+) %/.exec(notice)[1]).toFixed(2), (100 * record.validation_error).toFixed(2));
    await site.close(page);
  });

  it('a result is told to be of a former scene where what the machine sees has changed, and there alone', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 40 }, (_, i) => [1, 2, 3, 4].map((k) => (Math.sin(i * k) + (i % 2) * 0.4 * k).toFixed(3)).concat(i % 2).join(','));
    await apply(page, { type: 'csv', text: `a,b,c,d,kind\n${rows.join('\n')}`, name: 'four.csv' });
    await apply(page, { type: 'algorithm', id: 'smo' });
    const former = panel(page).locator('.former');
    /** Makes it anew, and tells what is said of it after each change. */
    const said = async (changes) => {
      await open(page);
      await panel(page).getByLabel('Setting and its values').fill('C=0.1,1');
      await panel(page).getByLabel('A second setting').fill('');
      await choose(page, 'cross-validation', { 'Folds k': '2' });
      await planned(page, /(?<!\d)2 machines are judged/);
      await make(page);
      const found = [];
      for (const change of changes) {
        await page.keyboard.press('Escape');
        await apply(page, change);
        await open(page);
        found.push((await former.isVisible()) ? await former.textContent() : '');
      }
      await page.keyboard.press('Escape');
      return found;
    };
    const shows = (x, y, learned) => ({ type: 'projection', x, y, learned });
    const [looked, alone] = await said([shows(3, 4, 'all'), shows(1, 2, 'shown')]);
    assert.equal(looked, '');
    assert.match(alone, /^The scene has changed since\. .* on four\.csv: 40 training patterns, seed 1\.$/);
    const [others, back] = await said([shows(3, 4, 'shown'), shows(1, 2, 'shown')]);
    assert.match(others, /four\.csv: 40 training patterns by a and b alone, seed 1\.$/);
    assert.equal(back, '');
    // Another machine beside the one that is chosen is nothing to it.
    const [compared, otherChosen] = await said([{ type: 'compare' }, { type: 'set', field: 'kernel', value: 'gaussian:sigma=2' }]);
    assert.equal(compared, '');
    assert.notEqual(otherChosen, '');
    await site.close(page);
  });

  it('compares a bound with the validation error', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), gaussian);
    await apply(page, { type: 'split-validation', fraction: 0.3 });
    const { scene } = await describePage(page);
    await open(page);
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '5' });
    await panel(page).getByLabel('Setting and its values').fill('C=0.1,1,10');
    await panel(page).getByLabel('A second setting').fill('kernel:sigma=1,3');
    await make(page);
    const grid = ['--grid', 'C=0.1,1,10', '--grid', 'kernel:sigma=1,3'];
    await assertTable(page, await native('select', scene, '--bound', 'maximal-discrepancy', '--swaps', '5', ...grid));
    assert.equal(await panel(page).locator('svg circle').count(), 6);
    assert.equal(await panel(page).locator('svg circle.chosen').count(), 1);
    await site.close(page);
  });

  it('searches C in two stages', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), { algorithm: 'rls', ...gaussian });
    const { scene } = await describePage(page);
    await open(page);
    await panel(page).getByLabel('Search').selectOption('two-stage');
    assert.equal(await panel(page).getByLabel('Setting and its values').isVisible(), false);
    await choose(page, 'leave-one-out');
    await make(page);
    const expected = await native('select', scene, '--by', 'leave-one-out', '--search', 'two-stage');
    assert.equal(expected.cells.length, 20);
    await assertTable(page, expected);
    await site.close(page);
  });

  it('gives mean squared errors of a regression, not percents', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'sinc' });
    await apply(page, { type: 'algorithm', id: 'rls' });
    await apply(page, { type: 'set', field: 'kernel', value: 'gaussian:sigma=1' });
    const { scene } = await describePage(page);
    await open(page);
    await panel(page).getByLabel('Setting and its values').fill('C=1,100');
    await panel(page).getByLabel('A second setting').fill('');
    await choose(page, 'leave-one-out');
    await make(page);
    await assertTable(page, await native('select', scene, '--by', 'leave-one-out', '--grid', 'C=1,100'));
    assert.doesNotMatch(await panel(page).locator('td').first().textContent(), /%/);
    await site.close(page);
  });

  it('what cannot be selected is explained, and a cell without a value says why', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), gaussian);
    await open(page);
    const refused = async (first, second = '') => {
      await panel(page).getByLabel('Setting and its values').fill(first);
      await panel(page).getByLabel('A second setting').fill(second);
      await make(page);
      return problem(page);
    };
    assert.match(await refused('C'), /^The grid "C" has no values; .*[^.]\.$/);
    assert.match(await refused('C=1,,2'), /has an empty value.*[^.]\.$/);
    assert.match(await refused('C=1,x'), /x.*[^.]\.$/);
    assert.match(await refused('size=1,2'), /size.*[^.]\.$/);
    assert.match(await refused(''), /^There is nothing to select from.*[^.]\.$/);
    // What does not fit cannot be chosen, and says why.
    const option = panel(page).getByLabel('Criterion').locator('option[value=validation]');
    assert.equal(await option.isDisabled(), true);
    assert.match(await option.textContent(), /validation part/);
    await choose(page, 'compression');
    assert.equal(await refused('C=0.01,1'), '');
    assert.match(await sentences(page), /^No cell has a value: The compression bound .*[^.]\.$/);
    assert.match(await panel(page).locator('td button').first().getAttribute('aria-label'), /^–; C = 0.01; The compression bound/);
    await site.close(page);
  });

  it('fits a phone: nothing is wider than the screen but the table, which scrolls', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await draw(page, handDrawn(), gaussian);
    await openLaboratory(page);
    const fits = () => page.evaluate(() => {
      const dialog = document.querySelector('#laboratory');
      return dialog.scrollWidth <= dialog.clientWidth && dialog.getBoundingClientRect().width <= window.innerWidth;
    });
    await choose(page, 'precise-maximal-discrepancy', { 'Swaps η': '5' });
    await make(page);
    assert.ok(await fits(), 'the bound is too wide');
    await page.getByRole('tab', { name: 'Model selection' }).click();
    await choose(page, 'cross-validation', { 'Folds k': '3' });
    await make(page);
    assert.ok(await fits(), 'the selection is too wide');
    await site.close(page);
  });
});
