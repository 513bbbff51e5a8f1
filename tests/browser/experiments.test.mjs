// The papers' experiments in the page, against the command line's numbers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { focusReturned, make, openLaboratory, panel, problem, start } from './support/laboratory.mjs';
import { reproduced } from './support/native.mjs';
import { describePage, eventually, framesGoBy, quiet, Site, skip, until } from './support/site.mjs';

describe('the laboratory: experiments', { skip }, () => {
  const site = new Site();

  async function open(experiment, settings = {}) {
    const page = await site.open();
    await openLaboratory(page);
    await page.getByRole('tab', { name: 'experiments' }).click();
    await panel(page).getByLabel('Experiment').selectOption(experiment);
    for (const [label, value] of Object.entries(settings)) {
      const field = panel(page).getByLabel(label, { exact: true });
      if ((await field.evaluate((node) => node.tagName)) === 'SELECT') {
        await field.selectOption(value);
      } else {
        await field.fill(value);
        await field.press('Enter');
      }
    }
    return page;
  }

  const rows = (page) =>
    panel(page)
      .locator('.cells tbody tr')
      .evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const summary = (page) => panel(page).locator('.outcome > p').first().textContent();

  it('before it begins it says what is measured, on what, and that nothing is made', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'titanic' });
    const about = await panel(page).locator('.about').innerText();
    assert.match(about, /Test errors of linear classifiers/);
    assert.match(about, /splits of the paper: others are drawn here from the seed/);
    assert.match(about, /2201 people/);
    assert.match(await summary(page), /No cell is made yet/);
    assert.equal(await panel(page).locator('.cells').isVisible(), false);
    await panel(page).getByLabel('Experiment').selectOption('decherchi-table-2');
    assert.doesNotMatch(await panel(page).locator('.about').innerText(), /drawn here/);
    assert.equal(await panel(page).getByLabel('Swaps of the labels').isVisible(), true);
    await panel(page).getByLabel('Experiment').selectOption('four-points');
    assert.equal(await panel(page).getByLabel('Data set').isVisible(), false);
    await site.close(page);
  });

  it('why a cell cannot be opened is told until something else is asked for', async () => {
    const page = await open('lauer-table-2', { 'Data set': 'titanic', Realisations: '1' });
    await make(page);
    await panel(page).getByRole('button', { name: 'hkes, seconds' }).click();
    const told = page.locator('#laboratory > .problem');
    await eventually('it is told', () => told.textContent(), (text) => text.startsWith('There is no single run behind'));
    await panel(page).getByLabel('Experiment').selectOption('four-points');
    await make(page);
    assert.equal(await told.textContent(), '');
    await site.close(page);
  });

  it('does not begin while a number is refused, and says why', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'titanic', Realisations: '3,5' });
    const refusal = 'Realisations must be a whole number from 0 to 10000.';
    await start(page).click();
    assert.equal(await problem(page), refusal);
    assert.equal(await start(page).textContent(), 'Reproduce');
    assert.match(await summary(page), /No cell is made yet/);
    const field = panel(page).getByLabel('Realisations');
    await field.fill('1');
    await field.press('Enter');
    assert.equal(await problem(page), '');
    await make(page);
    assert.notEqual((await rows(page)).length, 0);
    await site.close(page);
  });

  it('a number that is mended is used by the press that follows it', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'titanic', Realisations: '3,5' });
    await start(page).click();
    assert.match(await problem(page), /^Realisations must be/);
    await panel(page).getByLabel('Realisations').fill('1');
    // With the time that a finger takes between its press and its release.
    await start(page).scrollIntoViewIfNeeded();
    const { x, y, width, height } = await start(page).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await framesGoBy(page, 5);
    await page.mouse.up();
    await panel(page).locator('.cells tbody tr').first().waitFor();
    await site.close(page);
  });

  it('a refusal names the field by what it is called, and goes with what it is about', async () => {
    const page = await open('decherchi-table-2', { 'Swaps of the labels': '1.5' });
    const said = () => panel(page).locator('.settings .problem').allTextContents().then((texts) => texts.join(''));
    assert.equal(await said(), 'Swaps of the labels must be a whole number from 0 to 10000.');
    await start(page).click();
    assert.equal(await problem(page), await said());
    await panel(page).getByLabel('Experiment').selectOption('lauer-table-3');
    assert.equal(await said(), '');
    assert.equal(await problem(page), '');
    assert.equal(await panel(page).getByLabel('Realisations').inputValue(), '0');
    await site.close(page);
  });

  it('says what it is doing from the first moment, and its table and columns have names', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'titanic', Realisations: '1' });
    await panel(page).locator('.go [role=status]').evaluate((node) => {
      window.told = [];
      new window.MutationObserver(() => window.told.push(node.textContent)).observe(node, { childList: true, characterData: true, subtree: true });
    });
    await make(page);
    const told = await page.evaluate(() => window.told);
    assert.ok(told.some((text) => /\S …$/.test(text)), JSON.stringify(told));
    for (const text of told) assert.match(text, /^$|^\S/);
    const table = panel(page).getByRole('table', { name: 'What is made here, beside what is printed' });
    assert.deepEqual(await table.getByRole('columnheader').allTextContents(), ['cell', 'here', 'printed', 'compared']);
    await page.getByRole('tab', { name: 'Model selection' }).click();
    await panel(page).getByRole('table', { name: 'The criterion by settings' }).waitFor();
    await site.close(page);
  });

  it('a table says of what it is once something else is chosen', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'titanic', Realisations: '1' });
    for (const box of await panel(page).getByRole('checkbox').all()) await box.setChecked((await box.getAttribute('value')) === 'hk');
    await make(page);
    const former = () => panel(page).locator('.former').textContent();
    assert.equal(await former(), '');
    const told = 'The choice has changed since. What is shown is of the former one: Lauer & Bloch 2006, Table 3 on Titanic: 1 realisation, seed 1.';
    await panel(page).getByLabel('Data set').selectOption('heart');
    assert.equal(await former(), told);
    await panel(page).getByLabel('Data set').selectOption('titanic');
    assert.equal(await panel(page).locator('.former').isVisible(), false);
    await panel(page).getByLabel('Realisations').fill('0');
    await panel(page).getByLabel('Realisations').press('Enter');
    assert.equal(await former(), told);
    await panel(page).getByLabel('Experiment').selectOption('four-points');
    assert.equal(await former(), told);
    await make(page);
    assert.equal(await former(), '');
    await panel(page).getByLabel('Experiment').selectOption('decherchi-table-2');
    assert.match(await former(), /What is shown is of the former one: Why do we need the Ho-Kashyap algorithm\?$/);
    await site.close(page);
  });

  it('makes the article’s numbers, and a cell opens its run', async () => {
    const page = await open('four-points');
    await make(page);
    const made = await rows(page);
    assert.equal(made.length, 18);
    assert.ok(made.every(([, here, printed, verdict]) => here === printed && verdict === 'as printed'));
    assert.match(await summary(page), /18 of 18 compared cells are as printed/);
    await panel(page).getByRole('button', { name: 'ho-kashyap, weights 1' }).click();
    await focusReturned(page);
    await quiet(page);
    const now = await describePage(page);
    assert.equal(now.algorithm, 'hk');
    assert.equal(now.settings.learning_rate, '0.5');
    assert.equal(now.stop.reason, 'solved');
    assert.ok(Math.abs(now.quantities.weights[0] - 2) < 1e-6);
    await site.close(page);
  });

  it('has the command line’s numbers on a set that the site carries', async () => {
    const page = await open('decherchi-table-2', { 'Data set': 'sonar', 'Swaps of the labels': '4', Seed: '3' });
    await make(page);
    const expected = await reproduced('decherchi-table-2', '--datasets', 'sonar', '--swaps', '4', '--seed', '3');
    const made = await rows(page);
    assert.deepEqual(made.map(([method]) => method), expected.cells.map(({ method }) => method));
    made.forEach(([, here], i) => {
      assert.equal(here.split(' ')[0], expected.cells[i].mean.toFixed(2));
    });
    await site.close(page);
  });

  it('can be stopped while its data set comes, and takes no other panel’s place when that comes late', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'heart' });
    const answers = await site.holdUp(page, /heart-[^/]*\.csv/);
    const isStopped = () => start(page).filter({ hasText: 'Reproduce' }).waitFor();
    await start(page).click();
    await answers.asked(1);
    await start(page).filter({ hasText: 'Stop' }).click();
    await isStopped();
    await start(page).click();
    await answers.asked(2);
    await page.getByRole('tab', { name: 'Bound' }).click();
    // Slowly enough to watch it would take a frame and more for each swap.
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await make(page);
    const bound = await panel(page).locator('.outcome').innerText();
    await answers.come();
    await framesGoBy(page);
    await quiet(page);
    assert.equal(await panel(page).locator('.outcome').innerText(), bound);
    await start(page).filter({ hasText: 'Make the bound' }).waitFor();
    await page.getByRole('tab', { name: 'experiments' }).click();
    await isStopped();
    assert.match(await summary(page), /No cell is made yet/);
    await site.close(page);
  });

  it('fills its table while it works, stops, keeps what is finished, and tells what cannot be', async () => {
    const page = await open('lauer-table-3', { 'Data set': 'heart' });
    await start(page).click();
    await panel(page).locator('.cells tbody tr').first().waitFor();
    await start(page).click();
    await page.waitForFunction(() => /Reproduce/.test(document.querySelector('#laboratory [role=tabpanel]:not([hidden]) .go button').textContent));
    const kept = (await rows(page)).length;
    assert.ok(kept > 0);
    // The split behind the first cell, trained to its stop.
    const [[entry]] = await rows(page);
    await panel(page).getByRole('button', { name: entry, exact: true }).click();
    await focusReturned(page);
    await quiet(page);
    const now = await until(page, 'it has come to its stop', ({ busy, stop }) => !busy && stop !== null);
    assert.equal(now.points.length, 270);
    await openLaboratory(page);
    await panel(page).getByLabel('Realisations').fill('21');
    await panel(page).getByLabel('Realisations').press('Enter');
    await make(page);
    assert.match(await problem(page), /heart has 20 realisations, not 21/);
    for (const box of await panel(page).getByRole('checkbox').all()) await box.uncheck();
    await start(page).click();
    assert.match(await problem(page), /tick a method/);
    await site.close(page);
  });
});
