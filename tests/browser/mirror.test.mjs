// The accessible mirror: everything by keyboard and by name.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, enterForm, eventually, framesGoBy, ready, refusalOf, send, Site, skip, until } from './support/site.mjs';

describe('the mirror', { skip }, () => {
  const site = new Site();

  it('every control has a name, and every table row a point', async () => {
    const page = await site.open();
    await enterForm(page);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('#mirror :is(input, select, textarea, button)')]
        .filter((control) => {
          const labels = [...(control.labels ?? [])].map((label) => label.textContent.trim()).join('');
          return !(control.getAttribute('aria-label') || labels || control.textContent.trim());
        })
        .map((control) => control.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length, 'an id is there twice');
    const cells = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#points tbody tr')].map((row) =>
          [...row.querySelectorAll('input[type=text]')].map(({ value }) => Number(value)),
        ),
      );
    const rowsOf = ({ points }) => points.map(({ x, y, label }) => [x, y, label]);
    assert.deepEqual(await cells(), rowsOf(await describePage(page)));
    await apply(page, { type: 'add-point', x: 1.5, y: 2, label: -1 });
    await page.waitForFunction(() => document.querySelectorAll('#points tbody tr').length === 5);
    assert.deepEqual(await cells(), rowsOf(await describePage(page)));
    await site.close(page);
  });

  it('a number that is refused is not used, nor does a button beside it; Escape takes it back', async () => {
    const page = await site.open();
    await enterForm(page);
    const before = (await describePage(page)).points;
    const press = (within, name) => within.getByRole('button', { name, exact: true }).press('Enter');
    const type = async (within, label, text) => {
      const field = within.getByLabel(label, { exact: true });
      await field.fill(text);
      await field.press('Enter');
      return field;
    };
    const said = (within) => within.locator(':scope > .problem').textContent();

    const point = page.getByRole('group', { name: 'A new point' });
    const x = await type(point, 'x', 'abc');
    await press(point, 'Add this point');
    assert.equal(await said(point), '“abc” is not a number.');
    assert.deepEqual((await describePage(page)).points, before);
    await x.press('Escape');
    assert.equal(await x.inputValue(), '0');
    await press(point, 'Add this point');
    assert.equal(await said(point), '');
    const now = await until(page, 'the point is there', ({ points }) => points.length === before.length + 1);
    assert.deepEqual([now.points.at(-1).x, now.points.at(-1).y], [0, 0]);

    const many = page.getByRole('region', { name: 'Many points' });
    await press(many, 'Select all');
    await until(page, 'all are selected', ({ selection }) => selection.length === now.points.length);
    // The form knows it some time later.
    await eventually('they can be moved', () => many.getByRole('button', { name: 'Move', exact: true }).isEnabled());
    const right = await type(many, 'Move right by', 'q');
    await press(many, 'Move');
    assert.equal(await said(many), '“q” is not a number.');
    await right.press('Escape');
    assert.equal(await right.inputValue(), '0.5');
    await press(many, 'Move');
    assert.equal(await said(many), '');
    await until(page, 'all are moved', ({ points }) => points.every((each, i) => each.x === now.points[i].x + 0.5));
    await site.close(page);
  });

  it('a refusal below new points and below many points ends as a sentence does', async () => {
    const page = await site.open();
    await enterForm(page);
    for (const [within, label, button] of [
      [page.getByRole('group', { name: 'A new point' }), 'x', 'Add this point'],
      [page.getByRole('region', { name: 'Many points' }), 'x of the spray', 'Spray points'],
    ]) {
      const field = within.getByLabel(label, { exact: true });
      await field.fill('1000');
      await field.press('Enter');
      await within.getByRole('button', { name: button, exact: true }).press('Enter');
      const said = await within.locator(':scope > .problem').textContent();
      assert.match(said, /\S.*\.$/, `below “${button}” stands “${said}”`);
    }
    await site.close(page);
  });

  it('of more than two features one chooses which are shown and which are learned from', async () => {
    const page = await site.open();
    const choice = (name) => page.locator('#mirror').getByLabel(name, { exact: true });
    assert.equal(await choice('Learn from').isVisible(), false);
    await apply(page, { type: 'csv', text: 'a,b,c,label\n1,2,3,1\n2,1,5,-1\n4,4,1,1\n0,3,2,-1\n', name: 'three.csv' });
    assert.equal((await describePage(page)).quantities.weights.length, 4);
    await choice('Learn from').selectOption({ label: 'the two shown' });
    let now = await until(page, 'two features are learned from', ({ quantities }) => quantities.weights?.length === 3);
    assert.deepEqual(now.projection, { principal: false, x: 1, y: 2, learned: 'shown', of: 3 });
    // The other axis' feature: they are exchanged.
    await choice('Across').selectOption({ label: 'b' });
    now = await until(page, 'they are exchanged', ({ projection }) => projection.x === 2);
    assert.deepEqual(now.projection, { principal: false, x: 2, y: 1, learned: 'shown', of: 3 });
    await choice('Upwards').selectOption({ label: 'principal components' });
    now = await until(page, 'components are shown', ({ projection }) => projection.principal);
    assert.equal(now.projection.learned, 'all');
    assert.match((await refusalOf(page, { type: 'projection', learned: 'shown' })) ?? '', /made of all features/);
    await site.close(page);
  });

  it('single keys obey everywhere, on the canvas alone, or not at all, also at the next visit', async () => {
    const page = await site.open();
    const keys = () => page.getByLabel('Single keys', { exact: true });
    const shown = async () => (await describePage(page)).view.shown;
    /** Whether W shows the space of weights and again the points, with the focus there. */
    const obeys = async (place) => {
      await page.locator(place).focus();
      await page.keyboard.press('w');
      const works = (await shown()) === 'weight-space';
      if (works) await page.keyboard.press('w');
      return works;
    };
    /** Whether the space bar plays, likewise. */
    const plays = async (place) => {
      await page.locator(place).focus();
      await page.keyboard.press(' ');
      const { playing } = await describePage(page);
      if (playing) await apply(page, { type: 'pause' });
      return playing;
    };
    assert.deepEqual([await plays('#canvas'), await plays('#mirror')], [true, true]);
    await keys().selectOption('on the canvas');
    assert.deepEqual([await plays('#canvas'), await plays('#mirror')], [true, false]);
    await keys().selectOption('off');
    assert.deepEqual([await plays('#canvas'), await plays('#mirror')], [false, false]);
    await keys().selectOption('everywhere');
    await apply(page, { type: 'end' });
    assert.deepEqual([await obeys('#canvas'), await obeys('#mirror')], [true, true]);
    await keys().selectOption('on the canvas');
    assert.deepEqual([await obeys('#canvas'), await obeys('#mirror')], [true, false]);
    await keys().selectOption('off');
    await page.reload();
    await ready(page);
    assert.equal(await keys().inputValue(), 'off');
    assert.deepEqual([await obeys('#canvas'), await obeys('#mirror')], [false, false]);
    // What is no character obeys as before.
    const { iteration: before } = await describePage(page);
    await page.locator('#canvas').press('ArrowRight');
    await until(page, 'an iteration was taken', ({ iteration }) => iteration === before + 1);
    await site.close(page);
  });

  it('single keys rest also where nothing can be kept', async () => {
    const page = await site.blank();
    await page.addInitScript(() => {
      window.Storage.prototype.setItem = () => {
        throw new window.DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(site.url);
    await ready(page);
    await page.getByLabel('Single keys', { exact: true }).selectOption('off');
    const { iteration } = await describePage(page);
    await page.locator('#canvas').press('c');
    await page.locator('#canvas').press('ArrowRight');
    const now = await until(page, 'what is no character obeys', (each) => each.iteration === iteration + 1);
    assert.deepEqual(now.machines, []);
    assert.equal(await page.getByLabel('Single keys', { exact: true }).inputValue(), 'off');
    await site.close(page);
  });

  it('a field that refuses what was typed is invalid, and valid again when it follows', async () => {
    const page = await site.open();
    const mirror = page.locator('#mirror');
    const problemOf = (field) => field.evaluate((input) => input.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id)).filter((node) => node.classList.contains('problem')).map((node) => node.textContent).join());
    const refuse = async (field, text, said) => {
      await field.fill(text);
      await field.press('Enter');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.match(await problemOf(field), said);
    };
    const rate = mirror.getByLabel(/^Learning rate/);
    const x = mirror.getByLabel('x of point 2', { exact: true });
    await refuse(rate, '1.4', /1\.4/);
    await refuse(mirror.getByLabel('Limit on iterations'), 'abc', /^“abc” is not a number\.$/);
    await refuse(x, 'abc', /^“abc” is not a number\.$/);
    await rate.fill('0.2');
    await rate.press('Enter');
    assert.equal(await rate.getAttribute('aria-invalid'), 'false');
    // The row is that of another point now.
    await mirror.getByRole('button', { name: 'Erase point 1', exact: true }).press('Enter');
    await eventually('it follows', () => x.getAttribute('aria-invalid'), (value) => value === 'false');
    assert.equal(await problemOf(x), '');
    await site.close(page);
  });

  it('Escape takes back what is typed, and leaves the form', async () => {
    const page = await site.open();
    const mirror = page.locator('#mirror');
    for (const [name, text] of [[/^Learning rate/, '0.9'], ['Go to iteration', '12'], ['x of point 1', '7'], [/^Learning rate/, '1.9']]) {
      const before = await describePage(page);
      const field = mirror.getByLabel(name, { exact: true });
      const value = await field.inputValue();
      await field.focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
      assert.equal(await field.inputValue(), value);
      const { settings, iteration, points, busy } = await describePage(page);
      assert.deepEqual({ settings, iteration, points, busy }, { settings: before.settings, iteration: before.iteration, points: before.points, busy: false });
    }
    await site.close(page);
  });

  it('the size of text follows its key on the canvas', async () => {
    const page = await site.open();
    const size = page.getByLabel('Text size');
    assert.equal(await size.inputValue(), '1');
    await enterForm(page);
    await page.locator('#canvas').focus();
    await page.keyboard.press('+');
    await eventually('it is larger', () => size.inputValue(), (value) => value === '1.1');
    await site.close(page);
  });

  it('two presses that change a part bring it back, however soon after one another', async () => {
    const page = await site.open();
    await enterForm(page);
    await page.getByRole('button', { name: /^Part of point 1:/ }).evaluate((button) => {
      button.click();
      button.click();
    });
    assert.equal((await describePage(page)).points[0].part, 'training');
    await site.close(page);
  });

  it('a number that does not exist is null', async () => {
    const page = await site.open();
    await apply(page, { type: 'clear-points' });
    await apply(page, { type: 'add-point', x: 1, y: 2, label: 1 });
    const { quantities } = await describePage(page);
    // One error has a mean and no shape.
    assert.deepEqual(quantities.moments.slice(1), [null, null, null]);
    assert.ok(Object.values(quantities).flat().every((value) => !Number.isNaN(value)));
    await site.close(page);
  });

  it('whatever an algorithm publishes of the patterns is a column of the points', async () => {
    const page = await site.open();
    const choice = page.getByLabel('Algorithm', { exact: true }).nth(1);
    const algorithms = await choice.evaluate((select) => [...select.options].map(({ value }) => value));
    const tried = new Set();
    for (const text of ['overlap:n=20', 'three-classes', 'sinc:n=20']) {
      await apply(page, { type: 'problem', text });
      for (const id of algorithms) {
        if (tried.has(id) || (await refusalOf(page, { type: 'algorithm', id })) !== null) continue;
        const now = await until(page, `${id} has begun`, ({ busy }) => !busy);
        if (now.algorithm !== id || now.published.length === 0) continue;
        tried.add(id);
        const numbers = (quantity) => now.quantities[quantity.id];
        const wanted = now.published.filter(
          (one) => one.shape[0] === 'pattern' && (one.kind === 'pattern-set' || numbers(one).length > 0),
        );
        assert.ok(wanted.length > 2, `${id} publishes hardly anything`);
        const first = now.task === 'classification' ? ['Predicted class'] : [];
        await page.waitForFunction(
          (labels) => {
            const heads = [...document.querySelectorAll('#points thead th')].slice(6).map(({ textContent }) => textContent);
            return heads.length === labels.length && labels.every((label, i) => heads[i].startsWith(label));
          },
          [...first, ...wanted.map(({ label }) => label)],
        );
        const cells = await page.evaluate(() =>
          [...document.querySelectorAll('#points tbody tr:first-child > *')].slice(6).map(({ textContent }) => textContent),
        );
        if (first.length > 0) assert.equal(cells.shift(), String(now.points[0].predicted ?? 'none').replace('-', '−'), id);
        assert.equal(cells.length, wanted.length, id);
        wanted.forEach((quantity, i) => {
          if (quantity.kind === 'pattern-set') return assert.match(cells[i], /^(yes|no)$/);
          const shown = cells[i].split(', ').map((part) => Number(part.replace('−', '-')));
          const width = numbers(quantity).length / now.patterns.length;
          assert.equal(shown.length, width, `${id}: ${quantity.label}`);
          shown.forEach((value, k) => {
            const exact = numbers(quantity)[k];
            assert.ok(Math.abs(value - exact) <= 1e-3 * Math.abs(exact), `${id}: ${quantity.label} is ${exact}, not ${value}`);
          });
        });
      }
    }
    assert.deepEqual([...tried].sort(), [...algorithms].sort());
    await site.close(page);
  });

  it('rules and outcomes have the names that people know, and rules their texts, too', async () => {
    const page = await site.open('v=1&problem=overlap:n=40&algorithm=hk&rules=iterations:n=4%20iterations:n=6+separated');
    await apply(page, { type: 'end' });
    const stop = () => page.locator('#stop').textContent();
    await eventually('the stop is told', stop, (text) => text.startsWith('Stop at iteration 4 (Iterations): '));
    assert.equal((await describePage(page)).stop.reason, 'iterations');
    const lines = () => page.locator('#mirror ul[aria-label="Where each rule would have stopped"] li').allTextContents();
    assert.deepEqual(await eventually('the rules are told', lines, ({ length }) => length > 0), [
      'Iterations (iterations:n=4): at iteration 4',
      'Iterations and Separated (iterations:n=6+separated): not so far',
      'Iterations (iterations:n=6): not so far',
      'Separated (separated): not so far',
    ]);
    await apply(page, { type: 'algorithm', id: 'rls' });
    await eventually('the outcome is told', stop, (text) => text.startsWith('Stop at iteration 0 (Solved): '));
    assert.equal((await describePage(page)).stop.reason, 'solved');
    await site.close(page);
  });

  it('the history has a row for each iteration, which leads there', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 4 });
    await apply(page, { type: 'rules', text: '' });
    await page.locator('summary', { hasText: 'Every iteration so far' }).press('Enter');
    const cells = () =>
      page.evaluate(() => [...document.querySelectorAll('#history tr')].map((row) => [...row.cells].map(({ textContent }) => textContent)));
    const [heads, ...rows] = await eventually('the rows are there', cells, ({ length }) => length === 6);
    const errors = rows.map((row) => row[heads.indexOf('Training error')]);
    assert.deepEqual(errors, ['25 %', '25 %', '25 %', '25 %', '0 %']);
    assert.deepEqual(rows.map(([iteration]) => iteration), ['0', '1', '2', '3', '4']);
    const row = page.getByRole('button', { name: 'Go to iteration 2', exact: true });
    await row.focus();
    await page.keyboard.press('Enter');
    const second = await until(page, 'the iteration of the row', ({ iteration }) => iteration === 2);
    await page.waitForFunction(() => document.querySelector('#history tr[aria-current] th')?.textContent === '2');
    const objective = heads.findIndex((head) => /objective/i.test(head));
    assert.ok(Math.abs(Number(rows[2][objective].replace('−', '-')) - second.record.objective) <= 1e-3 * second.record.objective);
    // It turns to the page of the iteration that is shown.
    await apply(page, { type: 'seek', iteration: 250 });
    await page.waitForFunction(() => document.querySelector('#history tbody th')?.textContent === '200');
    await page.getByRole('button', { name: 'Previous rows' }).press('Enter');
    await page.waitForFunction(() => document.querySelector('#history tbody th')?.textContent === '100');
    await site.close(page);
  });

  it('a setting typed there changes the canvas, and a wrong one is explained', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 3 });
    const earlier = await describePage(page);
    const field = page.getByLabel(/Learning rate/);
    assert.equal(await field.inputValue(), '0.4');
    await field.fill('0.25');
    await field.press('Enter');
    const now = await until(page, 'the setting is changed', ({ settings }) => settings.learning_rate === '0.25');
    assert.equal(now.iteration, 0);
    await until(page, 'the canvas is drawn again', ({ frames }) => frames > earlier.frames);
    await field.fill('1.4');
    await field.press('Enter');
    assert.equal((await describePage(page)).settings.learning_rate, '0.25');
    const described = await field.evaluate((input) =>
      input
        .getAttribute('aria-describedby')
        .split(' ')
        .map((id) => document.getElementById(id).textContent)
        .join(' '),
    );
    assert.match(described, /1\.4/);
    await site.close(page);
  });

  it('a number may be typed with the minus sign that the page writes, in its exponent as well', async () => {
    const page = await site.open();
    const field = page.getByLabel('x of point 1', { exact: true });
    await field.fill('−1.5e−3');
    await field.press('Enter');
    await until(page, 'the point is there', ({ points }) => Math.abs(points[0].x + 0.0015) < 1e-4);
    assert.equal(await page.evaluate(() => window.marginscope.apply({ type: 'set', field: 'learning_rate', value: '1e−3' })), null);
    assert.equal((await describePage(page)).settings.learning_rate, '0.001');
    await site.close(page);
  });

  it('what a choice brings with it is there at once, before anything is typed into what it replaces', async () => {
    const page = await site.open('v=1&problem=overlap:n=20&algorithm=hk');
    for (const [name, value] of [
      ['Algorithm', 'irwls'],
      ['Kernel k', 'polynomial'],
      ['Named problem', 'sinc'],
    ]) {
      const choice = page.locator('#mirror').getByRole('combobox', { name, exact: true });
      const { before, atOnce } = await choice.evaluate((select, chosen) => {
        const labels = () => {
          const section = select.closest('section');
          return section && [...section.querySelectorAll('label')].filter((label) => label.closest('[hidden]') === null).map(({ textContent }) => textContent);
        };
        const there = labels();
        window.labels = labels;
        select.value = chosen;
        select.dispatchEvent(new window.Event('change', { bubbles: true }));
        return { before: there, atOnce: labels() };
      }, value);
      assert.notDeepEqual(atOnce, before, `${name}: ${value} has settings of its own`);
      await framesGoBy(page);
      assert.deepEqual(await page.evaluate(() => window.labels()), atOnce, `${name}: ${value}`);
    }
    await site.close(page);
  });

  it('what is selected in a field stays so when its value changes: what is typed then takes its place', async () => {
    const page = await site.open();
    await apply(page, { type: 'compare' });
    const write = async (name, newer, change, text) => {
      const field = page.locator('#mirror').getByLabel(name, { exact: true });
      await field.selectText();
      await apply(page, change);
      await eventually(`${name} is ${newer}`, () => field.inputValue(), (value) => value === newer);
      await page.keyboard.type(text);
      assert.equal(await field.inputValue(), text);
      await page.keyboard.press('Enter');
    };
    await write('Go to iteration', '1', { type: 'step', count: 1 }, '3');
    await until(page, 'the third iteration', ({ iteration }) => iteration === 3);
    await write('x of point 1', '1.5', { type: 'move-point', index: 0, x: 1.5, y: 2 }, '-1.5');
    await until(page, 'the point is moved', ({ points }) => points[0].x === -1.5);
    await write('Name of machine A', 'one', { type: 'rename-machine', index: 0, name: 'one' }, 'first');
    await until(page, 'the machine is renamed', ({ machines }) => machines[0].name === 'first');
    await site.close(page);
  });

  it('what is typed is taken, also where it is what stood there before: what it is about may have changed since', async () => {
    const page = await site.open();
    await apply(page, { type: 'compare' });
    // Typed before the text form has followed: in the same turn.
    const write = async (name, text, change) => {
      const field = page.locator('#mirror').getByLabel(name, { exact: true });
      await eventually(`${name} is ${text}`, () => field.inputValue(), (value) => value === text);
      await field.selectText();
      const refusal = await page.evaluate(
        ([command, typed]) => {
          const refused = window.marginscope.apply(command);
          document.execCommand('insertText', false, typed);
          return refused;
        },
        [change, text],
      );
      assert.equal(refusal, null);
      return field;
    };
    await (await write('Go to iteration', '0', { type: 'step', count: 2 })).press('Enter');
    await until(page, 'the beginning', ({ iteration }) => iteration === 0);
    const { points } = await describePage(page);
    await (await write('x of point 1', String(points[0].x), { type: 'move-point', index: 0, x: 1.5, y: 2.5 })).press('Enter');
    const moved = await until(page, 'the point is back', (now) => now.points[0].x === points[0].x);
    assert.equal(moved.points[0].y, 2.5);
    await apply(page, { type: 'rename-machine', index: 0, name: 'one' });
    await write('Name of machine A', 'one', { type: 'rename-machine', index: 0, name: 'two' });
    await page.keyboard.press('Tab');
    await until(page, 'the machine has its name back', ({ machines }) => machines[0].name === 'one');
    await site.close(page);
  });

  it('transport, algorithm, rules, points and problems work by keyboard alone', async () => {
    const page = await site.open();
    const press = async (name) => {
      const button = page.getByRole('button', { name, exact: true });
      // The mirror follows the canvas a moment later, and a disabled button takes no focus.
      await eventually(`${name} is enabled`, () => button.isEnabled());
      await button.focus();
      await page.keyboard.press('Enter');
    };
    await press('Step');
    await press('Step');
    await until(page, 'two steps', ({ iteration }) => iteration === 2);
    await press('Step back');
    await until(page, 'one step back', ({ iteration }) => iteration === 1);
    await press('Play');
    await until(page, 'playing', ({ playing }) => playing);
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await until(page, 'paused', ({ playing }) => !playing);
    await page.getByLabel('Timeline: iteration').focus();
    await page.keyboard.press('Home');
    await until(page, 'the start', ({ iteration }) => iteration === 0);

    await page.getByLabel('Algorithm', { exact: true }).nth(1).selectOption('mhks');
    await until(page, 'another algorithm', ({ algorithm }) => algorithm === 'mhks');
    const rules = page.getByLabel('Stopping rules', { exact: true }).nth(1);
    await rules.fill('iterations:n=12');
    await rules.press('Enter');
    await until(page, 'other rules', (now) => now.rules === 'iterations:n=12');

    await page.getByLabel('Named problem').selectOption('xor');
    const xor = await until(page, 'another problem', ({ name }) => name !== 'Four points');
    await page.getByRole('button', { name: 'Erase point 1', exact: true }).focus();
    await page.keyboard.press('Enter');
    await until(page, 'one point less', ({ points }) => points.length === xor.points.length - 1);
    const x = page.getByLabel('x of point 1', { exact: true });
    await x.fill('-1.5');
    await x.press('Enter');
    await until(page, 'the point moved', ({ points }) => points[0].x === -1.5);
    await page.getByRole('button', { name: /^Part of point 1:/ }).focus();
    await page.keyboard.press('Enter');
    await until(page, 'a validation point', ({ points }) => points[0].part === 'validation');
    await site.close(page);
  });

  it('at rest the whole sentence is spoken, while playing only how the patterns stand', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 1 });
    const { sentence, headline } = await describePage(page);
    assert.ok(sentence.startsWith(`${headline} `));
    await page.waitForFunction((text) => document.querySelector('#sentence').textContent.includes(text), sentence);
    const live = (id) => page.getAttribute(id, 'aria-live');
    assert.equal(await live('#sentence'), 'polite');
    assert.equal(await page.textContent('#headline'), '');
    await apply(page, { type: 'rules', text: '' });
    await send(page, { type: 'play' });
    const spoken = await eventually('the headline is there', () => page.textContent('#headline'));
    assert.equal(await live('#sentence'), 'off');
    assert.equal(await live('#headline'), 'polite');
    assert.match(spoken, /^(Now all 4 are|All 4 are|1 of 4 is) (right|wrong)\.$/);
    await apply(page, { type: 'pause' });
    await page.waitForFunction(() => document.querySelector('#headline').textContent === '');
    assert.equal(await live('#sentence'), 'polite');
    await site.close(page);
  });

  it('what is told while something moves is told at last also where it then rests for long', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap' });
    await apply(page, { type: 'compare' });
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'speed', speed: 0.001 });
    await apply(page, { type: 'play' });
    const headline = () => page.locator('#headline').textContent();
    const first = await eventually('one is told', headline);
    const { chosen } = await describePage(page);
    await apply(page, { type: 'choose-machine', index: 1 - chosen });
    const now = await describePage(page);
    assert.equal(now.playing, true);
    assert.notEqual(now.headline, first);
    await eventually('that of the other is told', headline, (told) => told === now.headline);
    await site.close(page);
  });

  it('a pattern has one number: in the sentence, where it is a link, and in the table', async () => {
    const page = await site.open();
    await apply(page, { type: 'problem', text: 'overlap:n=40' });
    await apply(page, { type: 'split-validation', fraction: 0.5 });
    await apply(page, { type: 'step', count: 1 });
    const now = await describePage(page);
    const named = now.pieces.filter(({ point }) => point >= 0);
    assert.ok(named.length > 1);
    assert.equal(now.pieces.map(({ text }) => text).join(''), now.sentence);
    const links = page.locator('#sentence button');
    await page.waitForFunction((count) => document.querySelectorAll('#sentence button').length === count, named.length);
    for (const [i, { text, point }] of named.entries()) {
      const number = /[0-9]+$/.exec(text.normalize('NFKC'))[0];
      assert.equal(Number(number), point + 1);
      assert.equal(now.points[point].part, 'training');
      await apply(page, { type: 'select' });
      await links.nth(i).focus();
      await page.keyboard.press('Enter');
      await until(page, 'the point is selected', ({ selected }) => selected === point);
      await page.waitForFunction(
        (row) => document.querySelectorAll('#points tbody tr')[row].getAttribute('aria-current') === 'true',
        point,
      );
      assert.equal(await page.textContent(`#points tbody tr:nth-child(${point + 1}) th`), number);
    }
    await site.close(page);
  });

  it('before anything is learned no class is predicted, and the sentence says so', async () => {
    const page = await site.open();
    await apply(page, { type: 'algorithm', id: 'smo' });
    const before = await describePage(page);
    assert.equal(before.headline, 'Nothing is learned yet.');
    assert.ok(before.points.every(({ predicted }) => predicted === null));
    await apply(page, { type: 'step', count: 1 });
    const { headline, points } = await describePage(page);
    assert.match(headline, /^(Now all 4 are right|[1-4] of 4 (is|are) wrong)\.$/);
    assert.ok(points.some(({ predicted }) => predicted === 1 || predicted === -1));
    await site.close(page);
  });

  it('shortcuts rest while text is typed', async () => {
    const page = await site.open();
    const field = page.getByLabel('Stopping rules', { exact: true }).nth(1);
    await field.focus();
    await page.keyboard.type(' v12');
    await page.keyboard.press('ArrowRight');
    const now = await describePage(page);
    assert.deepEqual([now.iteration, now.playing], [0, false]);
    await site.close(page);
  });
});
