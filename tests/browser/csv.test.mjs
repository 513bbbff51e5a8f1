// Points as separated text: what is in it is shown, and columns, label and task are chosen before it is opened.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, dropFile, eventually, Site, skip, until, without } from './support/site.mjs';

const numbers = 'id,width,height,kind\n1,6,9,1\n2,5,7,1\n3,5,9,0\n4,0,10,0\n';
const flowers = '5.1,3.5,setosa\n7,3.2,versicolor\n6.3,3.3,virginica\n4.9,3,setosa\n';
const faulty = 'a;b;note;kind\n1;2;red;0\n3;x;;1\n5;6;blue;0\n';

const outcome = (page) => page.textContent('#paste-outcome');
const fault = (page) => page.textContent('#paste-error');
const isOpen = (page) => page.evaluate(() => document.querySelector('#paste')?.open ?? false);
const use = (page) => page.getByRole('button', { name: 'Use these points' });
const feature = (page, name) => page.getByLabel(`${name} is a feature`, { exact: true });
const label = (page, name) => page.getByLabel(`${name} is the label`, { exact: true });
const points = ({ points: list }) => list.map(({ x, y, label: kind, target }) => [x, y, kind ?? target]);

/** The rows of the preview as texts, heads left out. */
function rows(page) {
  return page.$$eval('#paste tr', (list) => list.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent)));
}

function says(page, what, expected) {
  return eventually(`${expected} is said`, () => what(page), (text) => expected.test(text));
}

async function startPasting(page, text) {
  await page.getByRole('button', { name: 'Paste points' }).focus();
  await page.keyboard.press('Enter');
  await page.fill('#paste-text', text);
}

describe('points as separated text', { skip }, () => {
  const site = new Site();

  it('what cannot be pressed yet looks so, in the colours of the system too', { skip: without('preferences') }, async () => {
    for (const forcedColors of ['none', 'active']) {
      const page = await site.open('', { forcedColors });
      await startPasting(page, '');
      const looks = () => use(page).evaluate((node) => Object.values((({ color, backgroundColor, opacity }) => ({ color, backgroundColor, opacity }))(window.getComputedStyle(node))).join());
      assert.equal(await use(page).isDisabled(), true);
      const before = await looks();
      await page.fill('#paste-text', numbers);
      await eventually('it can be pressed', () => use(page).isEnabled());
      assert.notEqual(await looks(), before);
      await site.close(page);
    }
  });

  it('shows what is pasted, and takes the columns that are chosen', async () => {
    const page = await site.open();
    await startPasting(page, numbers);
    await says(page, outcome, /^4 patterns, 3 features, 2 classes: 0 is class −1, 1 is class \+1\.$/);
    const [names, , , holds, ...first] = await rows(page);
    assert.deepEqual(names, ['id', 'width', 'height', 'kind']);
    assert.equal(holds[1], 'numbers, 3 different');
    assert.deepEqual(first, [['1', '6', '9', '1'], ['2', '5', '7', '1'], ['3', '5', '9', '0'], ['4', '0', '10', '0']]);
    assert.equal(await page.textContent('#paste legend'), 'All 4 rows, separated by commas, below a header.');
    assert.ok(await label(page, 'kind').isChecked());
    assert.ok(await feature(page, 'kind').isDisabled());

    await feature(page, 'id').uncheck();
    await says(page, outcome, /^4 patterns, 2 features,/);
    await use(page).click();
    let now = await until(page, 'the points are there', ({ features }) => features.join() === 'width,height');
    assert.deepEqual(points(now), [[6, 9, 1], [5, 7, 1], [5, 9, -1], [0, 10, -1]]);
    assert.equal(await isOpen(page), false);

    // The same text for another question.
    await startPasting(page, numbers);
    await says(page, outcome, /3 features/);
    await label(page, 'height').check();
    await feature(page, 'id').uncheck();
    await feature(page, 'kind').uncheck();
    await page.getByLabel('The label is').selectOption('a real target');
    await says(page, outcome, /^4 patterns, 1 feature, a real target\.$/);
    await use(page).click();
    now = await until(page, 'the targets are there', ({ task }) => task === 'regression');
    assert.deepEqual(now.features, ['width']);
    assert.deepEqual(points(now), [[6, 9, 9], [5, 7, 7], [5, 9, 9], [0, 10, 10]]);
    await site.close(page);
  });

  it('opens a file of words at once and offers its columns; cancelling keeps everything', async () => {
    const page = await site.open();
    await dropFile(page, 'flowers.csv', flowers);
    const opened = await until(page, 'the file is open', ({ name }) => name === 'flowers.csv');
    assert.match(opened.notice, /"setosa" is class 1, "versicolor" is class 2, "virginica" is class 3\./);
    assert.deepEqual(points(opened), [[5.1, 3.5, 1], [7, 3.2, 2], [6.3, 3.3, 3], [4.9, 3, 1]]);
    const choose = page.getByRole('button', { name: 'Choose columns …' });
    await choose.click();
    await says(page, outcome, /^4 patterns, 2 features, 3 classes: "setosa" is class 1,/);
    assert.equal((await rows(page))[3][2], 'words, 3 different');

    await feature(page, 'Column 1').uncheck();
    await says(page, outcome, /1 feature/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const kept = await describePage(page);
    assert.equal(kept.scene, opened.scene);
    assert.equal(kept.can_redo, opened.can_redo);

    // What was chosen is still there.
    await choose.click();
    await says(page, outcome, /^4 patterns, 1 feature,/);
    assert.equal(await feature(page, 'Column 1').isChecked(), false);
    await use(page).click();
    const chosen = await until(page, 'one feature is left', ({ scene }) => scene !== opened.scene);
    assert.deepEqual(chosen.points.map(({ x, label: kind }) => [x, kind]), [[3.5, 1], [3.2, 2], [3.3, 3], [3, 1]]);
    assert.equal(chosen.name, 'flowers.csv');
    await page.evaluate(() => window.marginscope.apply({ type: 'undo' }));
    assert.deepEqual(points(await describePage(page)), points(opened));
    await site.close(page);
  });

  it('shows a file with an error where it is wrong, to be mended by choice or by hand', async () => {
    const page = await site.open();
    const before = await describePage(page);
    await dropFile(page, 'faulty.csv', faulty);
    await says(page, fault, /^faulty\.csv, line 2, column 3: "red" is not a number; every cell below the header/);
    assert.equal(await outcome(page), '');
    assert.ok(await use(page).isDisabled());
    const [, , , holds] = await rows(page);
    assert.deepEqual(holds, ['numbers, 3 different', '"x" in line 3', '"red" in line 2', 'numbers, 2 different']);

    await feature(page, 'note').uncheck();
    await says(page, fault, /^faulty\.csv, line 3, column 2: "x" is not a number/);
    for (const name of ['a', 'b']) await feature(page, name).uncheck();
    await says(page, fault, /^faulty\.csv has no feature left; choose one column or more/);
    assert.equal((await describePage(page)).scene, before.scene);
    await feature(page, 'a').check();
    await says(page, outcome, /^3 patterns, 1 feature, 2 classes/);
    // By hand: while the columns have the same names the choice stays.
    await page.fill('#paste-text', faulty.replace('x', '4'));
    await feature(page, 'b').check();
    await says(page, outcome, /^3 patterns, 2 features, 2 classes/);
    await use(page).click();
    const now = await until(page, 'the file is open', ({ name }) => name === 'faulty.csv');
    assert.deepEqual(now.features, ['a', 'b']);
    assert.deepEqual(points(now), [[1, 2, -1], [3, 4, 1], [5, 6, -1]]);
    await site.close(page);
  });

  it('is used by the keyboard alone, in a narrow window too', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 } });
    await startPasting(page, numbers);
    await says(page, outcome, /3 features/);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    const passed = [];
    do {
      await page.keyboard.press('Tab');
      passed.push(await focused());
      if (passed.at(-1) === 'height is a feature') await page.keyboard.press('Space');
      if (passed.at(-1) === 'kind is the label') await page.keyboard.press('ArrowLeft');
    } while (passed.at(-1) !== 'Use these points' && passed.length < 20);
    assert.ok(passed.includes('width is a feature'), passed.join());
    assert.match(await outcome(page), /^4 patterns, 3 features, 3 classes: 7 is class 1,/);
    assert.ok(await page.evaluate(() => document.querySelector('#paste').scrollWidth <= window.innerWidth));
    await page.keyboard.press('Enter');
    const now = await until(page, 'the points are there', ({ name }) => name === 'Pasted text');
    assert.deepEqual(now.features, ['id', 'width', 'kind']);
    await site.close(page);
  });

  it('keeps what is typed until it is used', async () => {
    const page = await site.open();
    await startPasting(page, '1,2,a\n3,4,b');
    await says(page, outcome, /2 classes/);
    await page.keyboard.press('Escape');
    await eventually('the dialog is closed', () => isOpen(page), (open) => !open);
    await page.getByRole('button', { name: 'Paste points' }).focus();
    await page.keyboard.press('Enter');
    await says(page, outcome, /"a" is class −1, "b" is class \+1\./);
    assert.equal(await page.inputValue('#paste-text'), '1,2,a\n3,4,b');
    await use(page).click();
    await until(page, 'the points are there', ({ name }) => name === 'Pasted text');
    await page.getByRole('button', { name: 'Paste points' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('#paste-text:visible');
    assert.equal(await page.inputValue('#paste-text'), '');
    await site.close(page);
  });

  it('letters of older programs are read, and that they are is said', async () => {
    const page = await site.open();
    const beasts = 'x;y;Größe;art\n1;2;1;Bär\n2;1;4;Bür\n3;4;2;Bär\n4;1;3;Bür\n5;2;1;Hund\n';
    await dropFile(page, 'old.csv', Buffer.from(beasts, 'latin1'));
    let now = await until(page, 'the file is open', ({ name }) => name === 'old.csv');
    assert.deepEqual(now.points.map(({ label: kind }) => kind), [1, 2, 1, 2, 3]);
    assert.match(now.notice, /"Bär" is class 1, "Bür" is class 2, "Hund" is class 3\./);
    const message = page.locator('#toast-text');
    assert.equal(await message.textContent(), 'old.csv is open. The letters of old.csv are not in UTF-8 and were read as Windows-1252.');
    await page.getByRole('button', { name: 'Choose columns …' }).click();
    await says(page, outcome, /3 classes/);
    assert.equal(await page.textContent('#paste legend'), 'All 5 rows, separated by semicolons, below a header, its letters read as Windows-1252.');
    assert.ok(await feature(page, 'Größe').isChecked());
    await page.getByRole('button', { name: 'Cancel' }).click();

    const encoded = {
      'new.csv': Buffer.from(beasts),
      'marked.csv': Buffer.from(`\ufeff${beasts}`),
      'wide.csv': Buffer.from(`\ufeff${beasts}`, 'utf16le'),
      'wide_other.csv': Buffer.from(`\ufeff${beasts}`, 'utf16le').swap16(),
    };
    for (const [file, bytes] of Object.entries(encoded)) {
      await dropFile(page, file, bytes);
      now = await until(page, `${file} is open`, ({ name }) => name === file);
      assert.match(now.notice, /"Bär" is class 1, "Bür" is class 2, "Hund" is class 3\./);
      assert.equal(await message.textContent(), `${file} is open.`);
      await apply(page, { type: 'clear-points' });
    }
    await site.close(page);
  });

  it('says of a file that is empty or no text what it is, and has no dialog of it', async () => {
    const page = await site.open();
    const { scene } = await describePage(page);
    const message = page.locator('#toast-text');
    for (const [name, bytes, said] of [
      ['empty.csv', '', 'empty.csv, line 1, column 1: there are no rows; each pattern is a line of numbers separated by commas, the label last.'],
      ['picture.png', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'), /^picture\.png is not text, as .*CSV by what made it\.$/],
      ['table.xlsx', Buffer.from('504b0304140006000800000021', 'hex'), /^table\.xlsx is not text/],
    ]) {
      await dropFile(page, name, bytes);
      await eventually(`${name} is told of`, () => message.textContent(), (text) => (typeof said === 'string' ? text === said : said.test(text)));
      assert.equal(await isOpen(page), false);
    }
    assert.equal((await describePage(page)).scene, scene);
    await site.close(page);
  });

  it('a link that is pasted, of a scene or of a list of them, is opened as it is', async () => {
    const page = await site.open();
    await startPasting(page, `  ${site.url}?lesson=01#v=1&problem=moons&algorithm=ols\n`);
    await says(page, outcome, /^This is the link of a scene, which is opened as it is\.$/);
    await use(page).click();
    await until(page, 'the scene is open', ({ problem, algorithm }) => problem?.id === 'moons' && algorithm === 'ols');
    await startPasting(page, `${site.url}#list=1&title=Crossed&scene=${encodeURIComponent('v=1&problem=xor')}`);
    await says(page, outcome, /^This is the link of a list of scenes/);
    await use(page).click();
    await page.locator('#talk').getByText('Crossed').waitFor();
    await until(page, 'its scene is open', ({ problem }) => problem?.id === 'xor');
    await site.close(page);
  });

  it('a first line that names the separator is taken at its word', async () => {
    const page = await site.open();
    await dropFile(page, 'named.csv', 'sep=;\nx;y;c\n1;2;a\n3;4;b\n');
    const now = await until(page, 'the file is open', ({ name }) => name === 'named.csv');
    assert.deepEqual(now.features, ['x', 'y']);
    assert.deepEqual(points(now), [[1, 2, -1], [3, 4, 1]]);
    await site.close(page);
  });
});
