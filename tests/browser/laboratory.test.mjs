// Bounds in the page, against the command line's numbers.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import {
  assertTable,
  choose,
  colours,
  draw,
  focusReturned,
  gaussian,
  handDrawn,
  make,
  openLaboratory,
  panel,
  planned,
  problem,
  progress,
  sentences,
  start,
  term,
  value,
} from './support/laboratory.mjs';
import { core, damages } from './support/damage.mjs';
import { native } from './support/native.mjs';
import { apply, describePage, eventually, framesGoBy, quiet, ready, Site, skip, until } from './support/site.mjs';

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
    await ready(page);
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
    assert.match(await panel(page).locator('.about').innerText(), /must not become more complex.*Decherchi/s);
    const formulas = await panel(page).locator('.about math').evaluateAll((all) => all.map((math) => math.getAttribute('alttext')));
    assert.match(formulas.join(' '), /‖f‖² ≤ ‖f₀‖²/);
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
    assert.match(await precise.textContent(), /norm cannot be held/);
    await page.getByRole('tab', { name: 'Model selection' }).click();
    const search = panel(page).getByLabel('Search').locator('option[value=two-stage]');
    assert.equal(await search.isDisabled(), true);
    assert.match(await search.textContent(), /over C, which hk does not have.*\.$/);
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
    // A browser that takes none of them says so on its console alone. Those of formulas are asked for where the system has no others.
    const faces = await page.evaluate(async () => {
      await Promise.all([...document.fonts].map((face) => face.load()));
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

  it('one swap alone has no standard error, and none is told', async () => {
    const page = await withPoints();
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '5' });
    await panel(page).getByLabel('Swaps are made').selectOption('150');
    const legend = panel(page).locator('.legend');
    await legend.evaluate((node) => {
      window.told = [];
      new window.MutationObserver(() => window.told.push(node.textContent)).observe(node, { childList: true });
    });
    await make(page);
    const [first, ...others] = await page.evaluate(() => [...new Set(window.told)]);
    assert.match(first, /^−?[\d.]+ %$/);
    assert.ok(others.length > 0);
    for (const text of others) assert.match(text, /^−?[\d.]+ % ± [\d.]+ %$/);
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
    assert.match(await problem(page), /^The rule "Validation error least" needs a validation part .*[^.]\.$/);
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

  it('a scene that it was asked for and that comes when it is closed takes no other’s place', async () => {
    const page = await site.blank();
    // The worker hears of it when the test says so.
    await page.addInitScript(() => {
      const { postMessage } = window.Worker.prototype;
      window.Worker.prototype.postMessage = function held(order, ...rest) {
        const send = () => postMessage.call(this, order, ...rest);
        if (order.type === 'swapped-scene') window.letHear = send;
        else send();
      };
    });
    await page.goto(site.url);
    await ready(page);
    await draw(page, handDrawn(), gaussian);
    await openLaboratory(page);
    await panel(page).getByLabel('Swaps are made').selectOption('0');
    await choose(page, 'maximal-discrepancy', { 'Swaps η': '5' });
    await make(page);
    await page.getByRole('button', { name: 'Open these labels in the playground' }).click();
    await page.keyboard.press('Escape');
    await focusReturned(page);
    await apply(page, { type: 'problem', text: 'xor' });
    await page.evaluate(() => window.letHear());
    // What it answers next it answers after that.
    await openLaboratory(page);
    await start(page).click();
    await page.waitForFunction(() => /of 5 swaps/.test(document.querySelector('#laboratory .sentences')?.textContent ?? ''));
    assert.equal((await describePage(page)).problem?.id, 'xor');
    await site.close(page);
  });

  it('its planes follow the theme', async () => {
    const page = await withPoints();
    const corner = () =>
      page.locator('.small-plane').first().evaluate((canvas) => [...canvas.getContext('2d').getImageData(1, 1, 1, 1).data].slice(0, 3).reduce((sum, value) => sum + value));
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually('it is light', corner, (sum) => sum > 600);
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually('it is dark', corner, (sum) => sum < 200);
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
    site.way.damage(core.laboratory, damages['does not come']);
    await page.getByRole('button', { name: 'Laboratory', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('#laboratory > .problem:not(:empty)');
    assert.match(await page.textContent('#laboratory > .problem'), /^The laboratory could not be loaded: nobody answers\. .*connection/);
    site.way.mend();
    page.problems.length = 0;
    await page.keyboard.press('Escape');
    await openLaboratory(page);
    assert.equal(await page.textContent('#laboratory > .problem'), '');
    await site.close(page);
  });

  it('bounds a machine on a UCI set that is pasted', async () => {
    const page = await site.open();
    await page.getByRole('button', { name: 'Paste points' }).focus();
    await page.keyboard.press('Enter');
    await page.fill('#paste-text', await readFile(join(projectRoot, 'assets/data/heart.csv'), 'utf8'));
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
