// Bounds and model selection in the page, against the command line's numbers.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { native } from './support/native.mjs';
import { apply, describePage, eventually, framesGoBy, quiet, Site, skip, until } from './support/site.mjs';

const data = process.env.MARGINSCOPE_DATA || join(projectRoot, '../shared/data');
const uci = [join(data, 'uci'), data].find((folder) => existsSync(join(folder, 'heart.csv')));

/** The same 40 points every time: two classes that overlap. */
function handDrawn() {
  let state = 7;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const spread = () => random() + random() + random() - 1.5;
  return Array.from({ length: 40 }, (_, i) => {
    const label = i % 2 === 1 ? 1 : -1;
    return { x: label * 1.6 + 2.2 * spread(), y: label * 0.8 + 2.6 * spread(), label };
  });
}

async function draw(page, points, { algorithm = 'smo', ...settings } = {}) {
  const refusals = await page.evaluate(
    ([placed, id, values]) => {
      const send = (command) => window.marginscope.apply(command);
      const given = window.marginscope.describe().points.map(() => send({ type: 'remove-point', index: 0 }));
      return [
        ...given,
        ...placed.map((point) => send({ type: 'add-point', ...point })),
        send({ type: 'algorithm', id }),
        ...Object.entries(values).map(([field, value]) => send({ type: 'set', field, value })),
      ].filter((refusal) => refusal !== null);
    },
    [points, algorithm, settings],
  );
  assert.deepEqual(refusals, []);
}

async function openLaboratory(page) {
  const button = page.getByRole('button', { name: 'Bounds and model selection', exact: true });
  // A dialog that closes gives the focus back to where it was, in a task of its own.
  await eventually('the button keeps the focus', async () => {
    await button.focus();
    return button.evaluate(async (node) => {
      const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
      for (let i = 0; i < 3; i += 1) await nextFrame();
      return !document.querySelector('dialog[open]') && document.activeElement === node;
    });
  });
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Bound' }).waitFor();
}

/** The panel on top. */
const panel = (page) => page.getByRole('tabpanel');
const start = (page) => panel(page).locator('.go button');

/** Chooses a kind of bound or a criterion and its settings. */
async function choose(page, kind, settings = {}) {
  await panel(page).getByLabel(/^(Bound|Criterion)$/).selectOption(kind);
  for (const [label, value] of Object.entries(settings)) {
    const field = panel(page).getByLabel(label);
    await field.fill(value);
    await field.press('Enter');
  }
}

/** Makes a bound or a selection and waits until it is done or refused. */
async function make(page) {
  await start(page).click();
  await page.waitForFunction(() => {
    const shown = document.querySelector('#laboratory [role=tabpanel]:not([hidden])');
    const bar = shown.querySelector('progress');
    const done = !bar.hidden && bar.value === 1 && shown.querySelector('.go button').textContent !== 'Stop';
    return done || shown.querySelector('.problem[role=alert]:not(:empty)');
  });
}

/** What will be done, before anything is. */
const plan = (page) => panel(page).locator('.plan').innerText();

/** Waits until the plan says it. */
const planned = (page, said) => eventually(`the plan says ${said}`, async () => said.test(await plan(page)));

/** How many different colours a canvas has. */
const colours = (locator) =>
  locator.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });

const problem = (page) => panel(page).locator('.go .problem').textContent();
const sentences = (page) => panel(page).locator('.sentences').innerText();
const valueOf = async (locator) => Number(await locator.getAttribute('value'));
const value = (page) => valueOf(panel(page).locator('.value'));
const progress = (page) => panel(page).locator('progress').evaluate((bar) => bar.value);

/** The dialog is closed, and the keys are the canvas' again. */
async function focusReturned(page) {
  await page.waitForFunction(() => document.activeElement.id === 'canvas');
  assert.equal(await page.isVisible('#laboratory'), false);
}

/** The terms on the screen by their meaning. */
const terms = (page) =>
  panel(page)
    .locator('.terms dd')
    .evaluateAll((list) => list.map((entry) => [entry.textContent, Number(entry.querySelector('data').value)]));

async function term(page, meaning) {
  const found = (await terms(page)).find(([text]) => text.endsWith(meaning));
  assert.ok(found, `there is no term "${meaning}"`);
  return found[1];
}

const gaussian = { C: 1, kernel: 'gaussian:sigma=1' };

/** Tests of one page of the laboratory; `scene` is drawn before it opens. */
describe('the laboratory: bounds', { skip }, () => {
  const site = new Site();

  async function withPoints(settings = gaussian) {
    const page = await site.open();
    await draw(page, handDrawn(), settings);
    await openLaboratory(page);
    return page;
  }

  it('is loaded when it is first opened, by the canvas or the mirror, and not before', async () => {
    const page = await site.blank();
    const requested = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(site.url);
    await page.evaluate(() => window.marginscope.ready);
    await page.waitForLoadState('networkidle');
    const ofLaboratory = () => requested.filter((url) => /laboratory|worker/.test(url));
    assert.deepEqual(ofLaboratory(), []);
    const isOpen = () => page.evaluate(() => document.querySelector('#laboratory')?.open === true);
    // The button is in the top bar, from the right.
    const clickUntilOpen = async (places) => {
      for (const place of places) {
        const earlier = ofLaboratory().length;
        await page.mouse.click(...place);
        await quiet(page);
        // The right place asks for the laboratory, which is fetched the first time; a wrong one does nothing.
        if (ofLaboratory().length > earlier) await page.waitForSelector('#laboratory[open]');
        if (await isOpen()) return;
      }
      assert.fail('no place opened the laboratory');
    };
    await clickUntilOpen([1234, 1220, 1248].map((x) => [x, 28]));
    await page.getByRole('tab', { name: 'Bound' }).waitFor();
    assert.ok(ofLaboratory().some((url) => url.endsWith('.wasm')));
    await page.keyboard.press('Escape');
    assert.equal(await isOpen(), false);
    await openLaboratory(page);
    assert.equal(await isOpen(), true);
    await site.close(page);
  });

  it('before a result there is the scene as it is, what the bound is, and what will be done', async () => {
    const page = await withPoints();
    await planned(page, /40 patterns as they are, and 100 times with a random half .*: 101 labellings, each in \d+ iterations at most/s);
    assert.match(await panel(page).locator('.about h2').innerText(), /^Precise maximal discrepancy$/);
    assert.match(await panel(page).locator('.about').innerText(), /‖f‖² ≤ ‖f₀‖².*must not become more complex.*Decherchi/s);
    const plane = panel(page).locator('.present canvas');
    assert.match(await plane.getAttribute('aria-label'), /^The scene at iteration 0\. Nothing is learned yet/);
    const untrained = await colours(plane);
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '7' });
    await planned(page, /7 times .* 8 labellings/s);
    await choose(page, 'joint');
    await planned(page, /unless it makes no error on them/);
    assert.match(await panel(page).locator('.about').innerText(), /Boni 2002/);
    // It goes along with the scene, which is trained meanwhile.
    await page.keyboard.press('Escape');
    await apply(page, { type: 'rules', text: 'kkt' });
    await apply(page, { type: 'end' });
    const { iteration } = await describePage(page);
    assert.ok(iteration > 0);
    await openLaboratory(page);
    await eventually('the plane shows the iteration', async () =>
      (await plane.getAttribute('aria-label')).startsWith(`The scene at iteration ${iteration}.`));
    await eventually('the plane has a surface', async () => (await colours(plane)) > untrained);
    // A result takes the place of all this.
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await choose(page, 'half-flip');
    await make(page);
    assert.equal(await plane.isVisible(), false);
    assert.equal(await panel(page).locator('.plan').isVisible(), false);
    assert.equal(await panel(page).locator('.about').evaluate((about) => about.open), false);
    assert.match(await panel(page).locator('.swap p').first().textContent(), /^The second half of the labels is flipped: 20 of 40 labels/);
    await site.close(page);
  });

  it('kinds that do not fit are disabled with their reason, and the first that does is chosen', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), { algorithm: 'hk' });
    await openLaboratory(page);
    await planned(page, /40 patterns/);
    const kinds = panel(page).getByLabel('Bound', { exact: true });
    assert.equal(await kinds.inputValue(), 'maximal-discrepancy');
    const precise = kinds.locator('option[value=precise-maximal-discrepancy]');
    assert.equal(await precise.isDisabled(), true);
    assert.match(await precise.getAttribute('title'), /norm cannot be held/);
    await page.getByRole('tab', { name: 'Model selection' }).click();
    const search = panel(page).getByLabel('Search').locator('option[value=two-stage]');
    assert.equal(await search.isDisabled(), true);
    assert.match(await search.getAttribute('title'), /over C, which hk does not have.*\.$/);
    // Where none fits, the plan says why.
    await page.keyboard.press('Escape');
    await apply(page, { type: 'problem', text: 'sinc' });
    await openLaboratory(page);
    await page.getByRole('tab', { name: 'Bound', exact: true }).click();
    await planned(page, /^What will be done\s+Nothing yet: .*does not fit the scene\.$/s);
    assert.match(await panel(page).locator('.settings p.problem').textContent(), /^A bound counts the errors of two classes.*\.$/);
    await site.close(page);
  });

  it('is set in the canvas’ typefaces, and grows with the size of the page’s text', async () => {
    const page = await withPoints();
    await planned(page, /40 patterns/);
    // A browser that takes none of them says so on its console alone.
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, weight, status }) => `${family.replace(/['"]/g, '')} ${weight} ${status}`).sort();
    });
    assert.deepEqual(faces, ['Symbols normal', 'Text 600', 'Text normal', 'Upright normal'].map((face) => `Marginscope ${face} loaded`));
    const sizes = () => page.evaluate(() => {
      const size = (selector) => Number.parseFloat(window.getComputedStyle(document.querySelector(`#laboratory ${selector}`)).fontSize);
      const width = (selector) => document.querySelector(`#laboratory ${selector}`).getBoundingClientRect().width;
      return [size('.hint'), size('h1'), size('.about h2'), width('.settings')];
    });
    const before = await sizes();
    await page.evaluate(() => document.documentElement.style.setProperty('--scale', '1.25'));
    const after = await sizes();
    before.forEach((size, i) => {
      assert.ok(Math.abs(after[i] / size - 1.25) < 0.02, `size ${i} grows from ${size} to ${after[i]}`);
    });
    await site.close(page);
  });

  it('moves on, keeps what is done when it is stopped, and starts anew', async () => {
    const page = await withPoints();
    // So many that they are not all made before they are stopped.
    await choose(page, 'precise-maximal-discrepancy', { 'Swaps η': '600' });
    await start(page).click();
    const swapsDone = async () => Number(/(\d+) of \d+ swaps are made/.exec(await sentences(page))?.[1] ?? 0);
    await page.waitForFunction(() => document.querySelector('#laboratory progress').value > 0.005);
    const early = await progress(page);
    assert.ok(early < 1);
    assert.equal(await start(page).textContent(), 'Stop');
    // Swapped labels are seen while the machine learns them, classical beside precise.
    assert.equal(await panel(page).locator('canvas.small-plane:visible').count(), 2);
    assert.match(await panel(page).locator('.swap p').first().textContent(), /^Swap \d+ of 600: 20 of 40 labels are turned round/);
    await page.waitForFunction((before) => document.querySelector('#laboratory progress').value > before, early);
    await start(page).click();
    await page.getByRole('button', { name: 'Make the bound' }).waitFor();
    const stopped = { value: await value(page), swaps: await swapsDone() };
    assert.ok(stopped.swaps >= 2 && stopped.swaps < 600, `${stopped.swaps} swaps`);
    assert.ok(stopped.value > 0);
    await framesGoBy(page);
    assert.deepEqual({ value: await value(page), swaps: await swapsDone() }, stopped);
    // What was made so far is the bound of so many swaps.
    const { scene } = await describePage(page);
    const part = await native('bound', scene, '--bound', 'precise-maximal-discrepancy', '--swaps', String(stopped.swaps));
    assert.equal(stopped.value, part.value, 'the bound that was stopped');

    await choose(page, 'precise-maximal-discrepancy', { 'Swaps η': '60' });
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await make(page);
    assert.equal(await swapsDone(), 60);
    const whole = await native('bound', scene, '--bound', 'precise-maximal-discrepancy', '--swaps', '60');
    assert.equal(await value(page), whole.value, 'the bound');
    // Its running mean has a place for every swap, however fast it was made.
    const places = await panel(page).locator('polyline.precise').evaluate((line) => line.points.numberOfItems);
    assert.equal(places, 60);
    await site.close(page);
  });

  it('has the values of the command line, for every kind of bound', async () => {
    const page = await withPoints();
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    const { scene } = await describePage(page);
    for (const kind of ['maximal-discrepancy', 'precise-maximal-discrepancy', 'half-flip', 'joint']) {
      const swapped = kind.includes('maximal');
      await choose(page, kind, swapped ? { 'Swaps η': '30', 'Risk δ': '0.1' } : { 'Risk δ': '0.1' });
      await make(page);
      assert.equal(await problem(page), '');
      const options = swapped ? ['--swaps', '30'] : [];
      const expected = await native('bound', scene, '--bound', kind, ...options, '--delta', '0.1');
      assert.equal(await value(page), expected.value, kind);
      assert.equal(await term(page, 'error on the given labels'), expected.terms.training_error, kind);
      if (kind !== 'precise-maximal-discrepancy') continue;
      const [precise, classical] = [expected.terms.complexity, expected.terms.classical_complexity];
      assert.ok(precise <= classical + 1e-12);
      assert.equal(await term(page, 'how much of labels that mean nothing the machine can learn'), precise, kind);
      assert.equal(await term(page, 'the same term without the constraint'), classical, kind);
    }
    await choose(page, 'compression');
    await make(page);
    assert.match(await sentences(page), /^The compression bound needs a machine without a training error, .* patterns\.$/);
    assert.equal(await panel(page).locator('.value').isVisible(), false);
    await site.close(page);
  });

  it('compresses where there is no training error', async () => {
    const page = await site.open();
    await draw(page, [1, 2, 3, 4, 5, 6].flatMap((i) => [{ x: i, y: 4 + i / 7, label: 1 }, { x: i, y: -i / 5, label: -1 }]), {
      C: 100,
    });
    const { scene } = await describePage(page);
    await openLaboratory(page);
    for (const kind of ['compression', 'joint']) {
      await choose(page, kind);
      await make(page);
      const expected = await native('bound', scene, '--bound', kind);
      assert.equal(expected.applied, 'compression');
      assert.equal(await value(page), expected.value, kind);
      assert.equal(await term(page, 'patterns that carry the machine'), expected.support, kind);
    }
    await site.close(page);
  });

  it('regularised least squares is bounded too, and what cannot be bounded is explained', async () => {
    const page = await withPoints({ algorithm: 'rls', ...gaussian });
    const { scene } = await describePage(page);
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await choose(page, 'precise-maximal-discrepancy', { 'Swaps η': '40' });
    await make(page);
    const expected = await native('bound', scene, '--bound', 'precise-maximal-discrepancy', '--swaps', '40');
    assert.equal(await value(page), expected.value, 'rls');
    assert.ok((await term(page, 'the bound without the constraint')) >= (await value(page)) - 1e-12);

    const reopened = async (command) => {
      await page.keyboard.press('Escape');
      await apply(page, command);
      await openLaboratory(page);
      await make(page);
      // The result of the scene before is gone.
      assert.equal(await panel(page).locator('.value').isVisible(), false);
      return (await problem(page)) || (await sentences(page));
    };
    assert.match(await reopened({ type: 'algorithm', id: 'dkpp' }), /^.*norm cannot be held.*\.$/s);
    assert.match(await reopened({ type: 'algorithm', id: 'hk-multiclass' }), /^.{20,}[^.]\.$/s);
    assert.match(await reopened({ type: 'problem', text: 'sinc' }), /^.{20,}[^.]\.$/s);
    assert.match(await reopened({ type: 'problem', text: 'three-classes' }), /^.{20,}[^.]\.$/s);
    await apply(page, { type: 'problem', text: 'overlap' });
    await apply(page, { type: 'algorithm', id: 'smo' });
    await page.keyboard.press('Escape');
    await openLaboratory(page);
    await choose(page, 'maximal-discrepancy', { 'Swaps η': 'many' });
    await make(page);
    assert.match(await problem(page), /swaps.*many.*[^.]\.$/);
    await site.close(page);
  });

  it('a rule without its validation part is explained, once', async () => {
    const page = await site.open();
    await draw(page, handDrawn(), gaussian);
    await apply(page, { type: 'rules', text: 'kkt+validation-minimum' });
    await openLaboratory(page);
    await make(page);
    assert.match(await problem(page), /^The rule validation-minimum needs a validation part .*[^.]\.$/);
    await site.close(page);
  });

  it('opens the swapped labels in the playground, and undo brings the old scene back', async () => {
    const page = await withPoints();
    await apply(page, { type: 'end' });
    const before = await describePage(page);
    assert.ok(before.iteration > 0);
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '5' });
    await make(page);
    // A selection made meanwhile changes nothing of the bound.
    await page.getByRole('tab', { name: 'Model selection' }).click();
    await make(page);
    await page.getByRole('tab', { name: 'Bound' }).click();
    assert.match(await sentences(page), /5 of 5 swaps are made/);
    await page.getByRole('button', { name: 'Open these labels in the playground' }).click();
    const now = await until(page, 'the labels are swapped and learned', ({ busy, stop, notice }) => !busy && stop !== null && notice !== null);
    assert.match(now.notice, /^Swap 5 of 5: 20 of 40 labels are turned round\. Undo \(Ctrl-Z\) brings back the scene/);
    assert.equal(now.iteration, now.stop.iteration);
    const swapped = now.points.filter(({ label }, i) => label !== before.points[i].label);
    assert.equal(swapped.length, 20);
    await focusReturned(page);
    await openLaboratory(page);
    assert.match(await panel(page).locator('.former').textContent(), /^The scene has changed since\. .*40 training patterns, seed 1\.$/);
    await page.keyboard.press('Escape');
    await focusReturned(page);
    await page.keyboard.press('Control+z');
    const back = await until(page, 'the old scene is back', ({ busy, scene }) => !busy && scene === before.scene);
    assert.deepEqual(back.points, before.points);
    assert.equal(back.iteration, before.iteration);
    assert.deepEqual(back.quantities, before.quantities);
    assert.equal(back.notice, null);
    await openLaboratory(page);
    assert.equal(await panel(page).locator('.former').isVisible(), false);
    await site.close(page);
  });

  it('ends its work when it is closed', async () => {
    const page = await withPoints();
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '1000000' });
    await start(page).click();
    await page.waitForFunction(() => /\d of 1000000 swaps/.test(document.querySelector('#laboratory .sentences').textContent));
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await openLaboratory(page);
    // The worker hears of it after the slice that it is in.
    await page.getByRole('button', { name: 'Make the bound' }).waitFor();
    const stopped = await sentences(page);
    await framesGoBy(page);
    assert.equal(await sentences(page), stopped);
    await site.close(page);
  });

  it('works by keyboard alone', async () => {
    const page = await withPoints();
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    const tabTo = async (text) => {
      for (let presses = 0; (await focused()) !== text; ++presses) {
        assert.ok(presses < 30, `${text} is not reached by Tab`);
        await page.keyboard.press('Tab');
      }
    };
    assert.equal(await focused(), 'Bound');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Model selection');
    assert.equal(await page.getByRole('tab', { name: 'Model selection' }).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowLeft');
    await tabTo('Make the bound');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#laboratory .go button').textContent === 'Stop');
    await page.waitForFunction(() => document.querySelector('#laboratory progress').value > 0.02);
    assert.equal(await focused(), 'Stop');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#laboratory .go button').textContent !== 'Stop');
    assert.equal((await describePage(page)).iteration, 0, 'the keys are not the canvas’ meanwhile');
    await tabTo('Open these labels in the playground');
    await page.keyboard.press('Escape');
    await focusReturned(page);
    await page.keyboard.press('ArrowRight');
    await until(page, 'keys go to the canvas again', ({ iteration }) => iteration === 1);
    await site.close(page);
  });

  it('says when it cannot be loaded, and can be opened again', async () => {
    const page = await site.open();
    await page.route(/laboratory.*\.wasm$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Bounds and model selection', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('#laboratory > .problem:not(:empty)');
    assert.match(await page.textContent('#laboratory > .problem'), /^The laboratory could not be loaded; .*connection/);
    await page.unroute(/laboratory.*\.wasm$/);
    page.problems.length = 0;
    await page.keyboard.press('Escape');
    await openLaboratory(page);
    assert.equal(await page.textContent('#laboratory > .problem'), '');
    await site.close(page);
  });

  it('bounds a machine on a UCI set that is pasted', { skip: uci ? false : 'heart.csv of the UCI sets is not there' }, async () => {
    const page = await site.open();
    await page.getByRole('button', { name: 'Paste points' }).focus();
    await page.keyboard.press('Enter');
    await page.fill('#paste-text', await readFile(join(uci, 'heart.csv'), 'utf8'));
    await page.click('#paste-apply');
    await until(page, 'the points are there', ({ points }) => points.length === 270);
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'set', field: 'kernel', value: 'gaussian:sigma=3' });
    await apply(page, { type: 'scaling', id: 'standard' });
    const { scene } = await describePage(page);
    await openLaboratory(page);
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '20' });
    await make(page);
    const bound = await native('bound', scene, '--bound', 'maximal-discrepancy', '--swaps', '20');
    assert.equal(await value(page), bound.value, 'heart');

    await page.getByRole('tab', { name: 'Model selection' }).click();
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '3' });
    await panel(page).getByLabel('Setting and its values').fill('C=0.1,1');
    await panel(page).getByLabel('A second setting').fill('kernel:sigma=2,4');
    await make(page);
    const selection = await native(
      'select', scene, '--bound', 'maximal-discrepancy', '--swaps', '3', '--grid', 'C=0.1,1', '--grid', 'kernel:sigma=2,4',
    );
    await assertTable(page, selection);
    await site.close(page);
  });
});

/** Every cell of the table, and the chosen one, against the command line's. */
async function assertTable(page, expected) {
  const cells = panel(page).locator('td');
  const values = await cells.locator('data').evaluateAll((list) => list.map((entry) => Number(entry.value)));
  assert.equal(values.length, expected.cells.length);
  values.forEach((actual, i) => {
    assert.equal(actual, expected.cells[i].value, `cell ${i}`);
  });
  const chosen = await cells.evaluateAll((list) => list.flatMap((cell, i) => (cell.matches('.chosen') ? [i] : [])));
  assert.deepEqual(chosen, [expected.chosen.cell]);
}

describe('the laboratory: model selection', { skip }, () => {
  const site = new Site();

  async function open(page) {
    await openLaboratory(page);
    await page.getByRole('tab', { name: 'Model selection' }).click();
  }

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
    await planned(page, /12 machines are judged, one for each cell of the table\..* 5 times without 8 of them, .* 6 trainings of each/s);
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
    assert.match(await option.getAttribute('title'), /validation part/);
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
