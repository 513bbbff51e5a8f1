// Without seeing the canvas: every command and every value is in the text form, what is spoken is what changed, and a
// whole task is done by what the tree of a screen reader has, with keys alone.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listed } from './support/native.mjs';
import { apply, describePage, eventually, ready, send, Site, skip, until, without } from './support/site.mjs';

const mirror = (page) => page.locator('#mirror');
const button = (page, name) => mirror(page).getByRole('button', { name, exact: true });

async function press(page, name) {
  await eventually(`${name} is enabled`, () => button(page, name).isEnabled());
  await button(page, name).press('Enter');
}

/** The page itself presses a button of the text form, once it is past this iteration: what goes on may be over before this process has its turn. */
function pressPast(page, iteration, name) {
  return page.evaluate(([past, label]) => {
    const look = () => {
      const found = [...document.querySelectorAll('#mirror button')].find(({ textContent, hidden }) => !hidden && textContent === label);
      if (found && window.marginscope.describe().iteration > past) found.click();
      else window.requestAnimationFrame(look);
    };
    look();
  }, [iteration, name]);
}

async function type(page, label, text) {
  const field = mirror(page).getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press('Enter');
}

const choose = (page, label, value) => mirror(page).getByRole('combobox', { name: label, exact: true }).selectOption(value);

/** Every command by a control of the text form, in an order in which each can be given, and what it has led to. */
const ways = [
  ['add-point', (page) => press(page, 'Add this point'), (now, before) => now.points.length === before.points.length + 1],
  ['undo', (page) => press(page, 'Undo'), (now) => now.points.length === 4],
  ['redo', (page) => press(page, 'Redo'), (now) => now.points.length === 5],
  ['step', (page) => press(page, 'Step'), (now) => now.iteration === 1],
  ['seek', (page) => type(page, 'Go to iteration', '3'), (now) => now.iteration === 3],
  ['toggle-play', (page) => press(page, 'Play'), (now) => now.playing],
  ['pause', (page) => press(page, 'Pause'), (now) => !now.playing],
  ['limit', (page) => type(page, 'Limit on iterations', '50'), (now) => now.limit === 50],
  ['speed', (page) => type(page, 'Speed, iterations a second', '4'), (now) => now.speed === 4],
  ['end', (page) => press(page, 'To the next stop'), (now) => now.stop !== null],
  ['select', (page) => mirror(page).getByLabel('Select point 1', { exact: true }).press('Space'), (now) => now.selected === 0],
  ['label', (page) => type(page, 'class of point 1', '-1'), (now) => now.points[0].label === -1],
  ['part', (page) => mirror(page).getByRole('button', { name: /^Part of point 1:/ }).press('Enter'), (now) => now.points[0].part === 'validation'],
  ['move-point', (page) => type(page, 'x of point 1', '2.5'), (now) => now.points[0].x === 2.5],
  ['move-points', (page) => press(page, 'Move'), (now) => now.points[0].x === 3],
  ['duplicate-points', (page) => press(page, 'Duplicate'), (now) => now.points.length === 6],
  ['flip-labels', (page) => press(page, 'Flip labels'), (now, before) => now.points[before.selected].label === -before.points[before.selected].label],
  ['remove-point', (page) => press(page, 'Erase point 6'), (now) => now.points.length === 5],
  [
    'noise',
    async (page) => {
      await type(page, 'Noise', '1');
      await press(page, 'Add noise');
    },
    (now, before) => now.points.some(({ label }, i) => label !== before.points[i].label),
  ],
  ['formula', (page) => type(page, 'Curve: y >', '0.5x'), (now) => now.formula === '0.5x'],
  ['label-by-curve', (page) => press(page, 'Label all by the curve'), (now) => now.points.every(({ x, y, label }) => label === (y > 0.5 * x ? 1 : -1))],
  ['curve', (page) => press(page, 'Remove the curve'), (now) => now.curve.length === 0],
  ['spray', (page) => press(page, 'Spray points'), (now) => now.points.length === 25],
  ['split-validation', (page) => type(page, 'Part of the points for validation', '0.2'), (now) => now.points.filter(({ part }) => part === 'validation').length === Math.floor(0.2 * now.points.length)],
  ['algorithm', (page) => choose(page, 'Algorithm', 'mhks'), (now) => now.algorithm === 'mhks'],
  ['set', (page) => mirror(page).getByLabel(/^Learning rate/).fill('0.2').then(() => mirror(page).getByLabel(/^Learning rate/).press('Enter')), (now) => now.settings.learning_rate === '0.2'],
  ['rules', (page) => mirror(page).getByRole('textbox', { name: 'Stopping rules' }).fill('validation-minimum+iterations:n=9 validation-minimum').then(() => mirror(page).getByRole('textbox', { name: 'Stopping rules' }).press('Enter')), (now) => now.rules.includes('validation-minimum')],
  ['scaling', (page) => choose(page, 'Scaling', 'standard'), (now) => now.scaling === 'standard'],
  ['compare', (page) => press(page, 'Compare'), (now) => now.machines.length === 2],
  ['rename-machine', (page) => type(page, 'Name of machine B', 'slow'), (now) => now.machines[1].name === 'slow'],
  ['choose-machine', (page) => mirror(page).getByRole('button', { name: /^Choose machine A/ }).press('Enter'), (now) => now.chosen === 0],
  ['move-machine', (page) => press(page, 'Move machine A down'), (now) => now.machines[0].name === 'slow'],
  ['pace', (page) => choose(page, 'Machines keep together', 'time'), (now) => now.pace === 'time'],
  ['remove-machine', (page) => press(page, 'Remove machine B'), (now) => now.machines.length === 0],
  ['clear-points', (page) => press(page, 'Erase all points'), (now) => now.points.length === 0],
  ['problem', (page) => choose(page, 'Named problem', 'moons'), (now) => now.problem?.id === 'moons'],
  ['problem-setting', (page) => mirror(page).getByLabel(/^Noise .*σ|^Noise σ/).first().fill('0.3').then(() => mirror(page).getByLabel(/^Noise .*σ|^Noise σ/).first().press('Enter')), (now, before) => JSON.stringify(now.problem?.settings) !== JSON.stringify(before.problem.settings)],
  ['draw', (page) => press(page, 'Draw other points of the same kind'), (now, before) => now.seed !== before.seed],
  [
    'show-retained',
    async (page) => {
      await apply(page, { type: 'replace', text: 'v=1&problem=overlap:n=60&algorithm=hk' });
      await apply(page, { type: 'split-validation', fraction: 0.4 });
      await apply(page, { type: 'rules', text: 'validation-minimum' });
      await apply(page, { type: 'end' });
      assert.ok((await describePage(page)).retained, 'the rule retains an iteration');
      await press(page, 'Show the iteration that is kept, or go back from it');
    },
    (now) => now.retained !== null && now.iteration === now.retained.iteration,
  ],
  [
    'csv',
    async (page) => {
      await press(page, 'Paste points');
      await page.getByLabel('Text', { exact: true }).fill('a,b,c,kind\n1,2,3,1\n2,1,5,-1\n4,4,1,1\n0,3,2,-1\n');
      await eventually('they can be used', () => page.getByRole('button', { name: 'Use these points' }).isEnabled());
      await page.getByRole('button', { name: 'Use these points' }).press('Enter');
    },
    (now) => now.projection.of === 3,
  ],
  ['projection', (page) => choose(page, 'Across', '3'), (now) => now.projection.x === 3],
  ['seed', (page) => type(page, 'Seed', '17'), (now) => now.problem === null && now.seed === 17],
  [
    'dismiss',
    async (page) => {
      await page.evaluate(() => {
        window.location.hash = 'v=1&algorithm=magic';
      });
      await until(page, 'there is a notice', ({ notice }) => notice !== null);
      await press(page, 'Dismiss the notice');
    },
    (now) => now.notice === null,
  ],
  [
    'cancel',
    async (page) => {
      await apply(page, { type: 'replace', text: 'v=1&problem=overlap:n=2000&algorithm=hka' });
      await apply(page, { type: 'rules', text: '' });
      await pressPast(page, 0, 'Give up the work under way');
      await send(page, { type: 'seek', iteration: 90_000 });
    },
    (now) => !now.busy && now.iteration > 0 && now.iteration < 90_000,
  ],
  [
    'scene',
    async (page) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Open a scene')]);
      await chooser.setFiles({ name: 'scene.txt', mimeType: 'text/plain', buffer: Buffer.from('v=1&problem=xor&algorithm=ols\n') });
    },
    (now) => now.problem?.id === 'xor' && !now.can_undo,
  ],
  [
    'replace',
    async (page) => {
      await press(page, 'Lessons and gallery');
      await page.getByRole('button', { name: 'Gallery', exact: true }).press('Enter');
      await page.locator('#side .cards button').nth(7).press('Enter');
    },
    (now, before) => now.scene !== before.scene && now.can_undo,
  ],
];

/** What has no control of its own, and why nothing is missing. */
const reasons = {
  play: 'Play and Pause are one button',
  'set-pattern': 'the setting is a line of text with the values of all patterns',
  'add-rule': 'the rules are a line of text',
  'remove-rule': 'the rules are a line of text',
  'rule-setting': 'the rules are a line of text',
};

/** What a number is in the text form. */
const shown = (value) => (value === null ? 'none' : String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(4))).replace('-', '−'));
const percent = (value) => `${shown(100 * value)} %`;

/**
 * Where each part of what the playground says of itself is told: whether the text has it, or why it does not need to.
 * `text` is all of the text form, with what stands in its fields.
 */
const told = {
  version: 'counts what changed',
  frames: 'counts what was drawn',
  scene: 'is what the link holds, which is copied by a press',
  plane: 'is where the picture is',
  curve: 'is drawn by hand; what a formula draws is told by it',
  name: (now, text) => text.includes(now.name),
  problem: (now, text, fields) => now.problem === null || fields['Named problem'] === now.problem.id,
  task: (now, text) => text.includes(now.task === 'regression' ? 'Target' : 'Class'),
  machines: (now, text) => now.machines.every(({ caption, state, cells }) => text.includes(caption) && text.includes(state) && cells.every((cell) => text.includes(cell.text))),
  comparison: (now, text) => text.includes(now.comparison),
  chosen: (now, text, fields) => now.machines.length === 0 || fields.pressed.some((name) => name.startsWith(`Choose machine ${now.machines[now.chosen].id}`)),
  algorithm: (now, text, fields) => fields.Algorithm === now.algorithm,
  settings: (now, text, fields) => Object.values(now.settings).every((value) => fields.values.includes(value) || fields.values.includes(value.split(':')[0])),
  rules: (now, text, fields) => fields['Stopping rules'] === now.rules,
  scaling: (now, text, fields) => fields.Scaling === now.scaling,
  projection: (now, text, fields) => now.projection.of < 3 || (fields.Across === String(now.projection.x) && fields.Upwards === String(now.projection.y) && fields['Learn from'] === now.projection.learned),
  seed: (now, text, fields) => fields.Seed === String(now.seed),
  iteration: (now, text) => text.includes(`${now.iteration} of ${now.last_iteration}`),
  last_iteration: (now, text) => text.includes(`of ${now.last_iteration}`),
  playing: (now, text) => text.includes(now.playing ? 'Pause' : 'Play'),
  busy: (now, text) => text.includes('Give up the work under way') === now.busy,
  speed: (now, text, fields) => fields['Speed, iterations a second'] === String(now.speed),
  pace: (now, text, fields) => now.machines.length === 0 || fields['Machines keep together'] === now.pace,
  notice: (now, text) => text.includes(now.notice ?? ''),
  trouble: (now, text) => text.includes(now.trouble ?? ''),
  remarks: (now, text) => now.remarks.every((remark) => text.includes(remark)),
  first_steps: (now, text) => now.first_steps.every((step) => text.includes(step)),
  sentence: (now, text) => text.includes(now.sentence),
  headline: (now, text) => text.includes(now.headline),
  pieces: (now, text) => now.pieces.every((piece) => text.includes(piece.text.trim())),
  worked: 'is on the card that “Equations with numbers” opens',
  stop: (now, text) => text.includes(now.stop ? `(${now.stop.name}): ${now.stop.message}` : 'No stop so far'),
  retained: (now, text) => now.retained === null || text.includes(`Retained: iteration ${now.retained.iteration}`),
  limit: (now, text, fields) => fields['Limit on iterations'] === String(now.limit),
  unfit: (now, text) => [...Object.values(now.unfit.algorithms), ...Object.values(now.unfit.rules)].every((reason) => text.includes(reason)),
  would_stop: (now, text) => Object.entries(now.would_stop).every(([rule, at]) => text.includes(`${now.rule_names[rule]} (${rule}): ${at === null ? 'not so far' : `at iteration ${at}`}`)),
  rule_names: 'are told with where each rule would have stopped',
  points: (now, text, fields) => now.points.every(({ x, y }) => fields.values.includes(String(x)) && fields.values.includes(String(y))),
  selected: (now, text, fields) => now.selected < 0 || fields.checked.includes(`Select point ${now.selected + 1}`),
  selection: (now, text, fields) => now.selection.every((point) => fields.checked.includes(`Select point ${point + 1}`)),
  formula: (now, text, fields) => fields['Curve: y >'] === now.formula,
  features: (now, text) => now.features.length < 3 || now.features.every((name) => text.includes(name)),
  quantities: (now, text) =>
    now.published
      .filter(({ shape }) => shape[0] !== 'pattern')
      .every(({ id }) => (now.quantities[id] ?? []).every((value) => text.includes(shown(value)) || text.includes(percent(value)))),
  // Of the moments each has a name of its own.
  published: (now, text) => now.published.every(({ id, label, shape }) => shape[0] === 'moment' || !now.quantities[id]?.length || text.includes(label)),
  record: (now, text) => Object.values(now.record).every((value) => value === null || text.includes(shown(value)) || text.includes(percent(value))),
  can_undo: (now, text, fields) => fields.enabled.includes('Undo') === now.can_undo,
  can_redo: (now, text, fields) => fields.enabled.includes('Redo') === now.can_redo,
  patterns: 'are the numbers of the points, with “none” for those of validation',
  view: (now, text) => text.includes(now.view.sentence ?? ''),
};

/** The text form as somebody reads it who sees it: its texts, what stands in its fields by their names, what is on. */
function readMirror(page) {
  return page.evaluate(() => {
    const root = document.querySelector('#mirror');
    const seen = (node) => node.closest('[hidden]') === null;
    const nameOf = (node) => node.getAttribute('aria-label') ?? [...(node.labels ?? [])].map(({ textContent }) => textContent).join(' ');
    const inputs = [...root.querySelectorAll('input, select')].filter(seen);
    const parts = [];
    const walker = document.createTreeWalker(root, window.NodeFilter.SHOW_TEXT, (node) => (seen(node.parentElement) ? 1 : 2));
    while (walker.nextNode()) parts.push(walker.currentNode.nodeValue, walker.currentNode.parentElement.closest('#sentence') ? '' : '\n');
    const buttons = [...root.querySelectorAll('button')].filter(seen);
    return {
      text: parts.join(''),
      fields: {
        ...Object.fromEntries(inputs.map((input) => [nameOf(input), input.value])),
        values: inputs.map(({ value }) => value),
        checked: inputs.filter(({ checked }) => checked).map(nameOf),
        pressed: buttons.filter(({ ariaPressed }) => ariaPressed === 'true').map(({ ariaLabel }) => ariaLabel ?? ''),
        enabled: buttons.filter(({ disabled }) => !disabled).map(({ textContent }) => textContent),
      },
    };
  });
}

/** From here on what a screen reader would say of itself: the texts of live regions as they come, with their time. */
async function listen(page) {
  // It comes with the part of the text form that the opening page does without.
  await page.locator('#changed').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    window.heard = [];
    const last = new Map();
    const isLive = (node) => {
      const how = node.getAttribute('aria-live') ?? { status: 'polite', alert: 'assertive' }[node.getAttribute('role') ?? (node.localName === 'output' ? 'status' : '')];
      return how === 'polite' || how === 'assertive';
    };
    const say = (region) => {
      // What was not there yet is no change; only an alert is told as it comes.
      if (!last.has(region)) last.set(region, region.getAttribute('role') === 'alert' ? '' : region.textContent.replace(/\s+/g, ' ').trim());
      const text = region.textContent.replace(/\s+/g, ' ').trim();
      if (text === (last.get(region) ?? '')) return;
      // What comes in silence has not been heard, when it comes again.
      last.set(region, isLive(region) ? text : '');
      if (isLive(region) && text !== '') window.heard.push({ from: region.id, text, at: performance.now() });
    };
    const regions = '[aria-live], [role=status], [role=alert], output';
    for (const region of document.querySelectorAll(regions)) last.set(region, region.textContent.replace(/\s+/g, ' ').trim());
    new window.MutationObserver((records) => {
      const changed = new Set(records.map(({ target }) => (target.parentElement ?? target).closest(regions) ?? (target.closest?.(regions) || null)));
      for (const region of changed) if (region && !region.closest('[hidden]')) say(region);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'] });
  });
}

/** What has been said since the last time, once `expected` is among it. */
async function hears(page, what, expected) {
  const heard = await eventually(`${what} is said`, () => page.evaluate(() => window.heard), (list) => list.some(({ text }) => expected.test(text)));
  await page.evaluate(() => {
    window.heard = [];
  });
  return heard;
}

/** Somebody who has the tree of a screen reader and a keyboard, and nothing else. Chromium alone hands the tree out. */
class Listener {
  #page;
  #session;

  static async at(page) {
    const listener = new Listener();
    listener.#page = page;
    listener.#session = await page.context().newCDPSession(page);
    await listener.#session.send('Accessibility.enable');
    return listener;
  }

  /** What there is: roles, names and values. */
  async tree() {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, value }) => ({ role: role.value, name: name?.value ?? '', value: value?.value ?? '' }));
  }

  /** What the tree has of that which has the focus. */
  async focused() {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false });
    return nodes.map(({ role, name }) => ({ role: role?.value, name: name?.value }))[0];
  }

  /** Tab, or back, until what has the focus is that. */
  async to(role, name, way = 'Tab') {
    for (let tabs = 0; tabs < 300; tabs += 1) {
      await this.#page.keyboard.press(way);
      const focused = await this.focused();
      if (focused?.role === role && focused.name === name) return;
    }
    assert.fail(`${way} leads to no ${role} “${name}”`);
  }

  async press(role, name, way) {
    await this.to(role, name, way);
    await this.#page.keyboard.press('Enter');
  }

  /** Goes to a field and writes over what stands in it. */
  async write(name, text, way) {
    await this.to('textbox', name, way);
    await this.#page.keyboard.type(text);
  }

  /** In a list letters find a line. All at once: after a second without one a browser begins to look for another line. */
  async pick(name, letters, way) {
    await this.to('combobox', name, way);
    await Promise.all([...letters].map((letter) => this.#page.keyboard.press(letter)));
    return (await this.tree()).find(({ role, name: called }) => role === 'combobox' && called === name).value;
  }

  /** Waits until a text is there, and returns it. */
  async reads(expected) {
    const nodes = await eventually(`${expected} is to be read`, () => this.tree(), (all) => all.some(({ role, name }) => role === 'StaticText' && expected.test(name)));
    return nodes.find(({ role, name }) => role === 'StaticText' && expected.test(name)).name;
  }
}

const longest = 400; // characters that somebody listens to

describe('without seeing the canvas', { skip }, () => {
  const site = new Site();

  it('every command has a control in the text form, or a reason why it needs none', { skip: without('choose files') }, async () => {
    const known = await listed('commands');
    assert.deepEqual([...ways.map(([command]) => command), ...Object.keys(reasons)].sort(), [...known].sort());
    const page = await site.open();
    for (const [command, act, condition] of ways) {
      const before = await describePage(page);
      await act(page);
      await until(page, `“${command}” has taken effect`, (now) => condition(now, before));
      assert.equal((await describePage(page)).notice, null, command);
    }
    await site.close(page);
  });

  it('every value is told', async () => {
    const page = await site.open();
    const scenes = [
      [],
      [{ type: 'step', count: 5 }],
      [{ type: 'select', index: [1] }],
      [{ type: 'replace', text: 'v=1&problem=overlap:n=30&algorithm=hk' }, { type: 'split-validation', fraction: 0.4 }, { type: 'rules', text: 'validation-rise' }, { type: 'end' }],
      [{ type: 'compare' }, { type: 'algorithm', id: 'smo' }, { type: 'end' }],
      [{ type: 'replace', text: 'v=1&problem=three-classes&algorithm=hk-multiclass' }, { type: 'step', count: 2 }],
      [{ type: 'replace', text: 'v=1&problem=sinc:n=20&algorithm=rls' }],
      [{ type: 'csv', text: 'a,b,c,kind\n1,2,3,1\n2,1,5,-1\n4,4,1,1\n0,3,2,-1\n', name: 'three.csv' }, { type: 'formula', text: '0.5x' }],
      [{ type: 'clear-points' }],
    ];
    for (const commands of scenes) {
      for (const command of commands) await apply(page, command);
      const now = await describePage(page);
      assert.deepEqual(Object.keys(told).sort(), Object.keys(now).sort(), 'each part of the description has its place');
      await eventually(
        `all is told after ${JSON.stringify(commands)}`,
        async () => {
          const { text, fields } = await readMirror(page);
          return Object.entries(told).flatMap(([part, has]) => (typeof has === 'string' || has(now, text, fields) ? [] : [part]));
        },
        (missing) => missing.length === 0,
      );
    }
    await site.close(page);
  });

  it('what is opened from the text form takes the focus, and gives it back when it closes', async () => {
    const page = await site.open();
    for (const [name, opened] of [
      ['Help', '#help'],
      ['Laboratory', '#laboratory'],
      ['Paste points', '#paste'],
      ['Open a data set', '#sets'],
      ['Link, QR code and frame', '#share'],
      ['Equations with numbers', '#equations'],
      ['Lessons and gallery', '#side'],
      ['Scenes for a class', '#side'],
    ]) {
      await press(page, name);
      const isIn = () => page.evaluate((selector) => document.querySelector(selector)?.contains(document.activeElement) ?? false, opened);
      await eventually(`the focus is in what “${name}” opens`, isIn);
      await page.keyboard.press('Escape');
      const focused = () => page.evaluate(() => document.activeElement.textContent);
      await eventually(`the focus is back at “${name}”`, focused, (text) => text === name);
    }
    await site.close(page);
  });

  it('what is spoken is what changed, short, once, and seldom while it plays', async () => {
    const page = await site.open();
    await listen(page);
    const once = (heard, where) => {
      const texts = heard.map(({ from, text }) => `${from}: ${text}`);
      assert.equal(new Set(texts).size, texts.length, `${where}: something is said twice: ${texts.join(' | ')}`);
      for (const { text } of heard) assert.ok(text.length <= longest, `${where}: ${text.length} characters are said: ${text}`);
    };
    for (const iteration of [1, 2, 3]) {
      await press(page, 'Step');
      const heard = await hears(page, `iteration ${iteration}`, new RegExp(`^Iteration ${iteration}\\.`));
      once(heard, `at iteration ${iteration}`);
      assert.equal(heard.length, 1, JSON.stringify(heard));
    }
    // A setting that is refused says why, and nothing else.
    await mirror(page).getByLabel(/^Learning rate/).fill('1.4');
    await mirror(page).getByLabel(/^Learning rate/).press('Enter');
    const refused = await hears(page, 'why the setting is refused', /1\.4/);
    assert.equal(refused.length, 1, JSON.stringify(refused));
    await mirror(page).getByLabel(/^Learning rate/).fill('0.4');
    await mirror(page).getByLabel(/^Learning rate/).press('Enter');
    // An edit and its undoing.
    await press(page, 'Erase point 2');
    once(await hears(page, 'what is left', /3 points/), 'after an edit');
    await press(page, 'Undo');
    once(await hears(page, 'what came back', /4 points/), 'after undo');
    await type(page, 'x of point 1', '2.5');
    once(await hears(page, 'where the point is', /^Point 1: 2\.5, \S+, class \S+\.$/), 'after a move');
    await press(page, 'Undo');
    once(await hears(page, 'where it is again', /^Point 1: (?!2\.5,)\S+, \S+, class \S+\.$/), 'after its undoing');
    await type(page, 'Limit on iterations', '7');
    once(await hears(page, 'the limit', /^Limit on iterations: 7\.$/), 'after a limit');
    await choose(page, 'Scaling', 'standard');
    once(await hears(page, 'the scaling', /Scaling: standard\./), 'after a scaling');
    await press(page, 'Undo');
    once(await hears(page, 'none again', /^Scaling: none\.$/), 'after its undoing');
    await choose(page, 'Algorithm', 'ols');
    once(await hears(page, 'the algorithm', /^Algorithm: Least squares\. Stopping rules: none\.$/), 'after another algorithm');
    await press(page, 'Undo');
    once(await hears(page, 'the one before', /^Algorithm: Ho-Kashyap\. Stopping rules: \S+\.$/), 'after its undoing');
    await type(page, 'Limit on iterations', '90000');
    await hears(page, 'the limit', /^Limit on iterations: 90000\.$/);
    // While it plays how things stand, and no more often than it can be listened to.
    await apply(page, { type: 'rules', text: '' });
    await apply(page, { type: 'problem', text: 'overlap:n=200' });
    await hears(page, 'the other points', /200 points/);
    const began = await page.evaluate(() => performance.now());
    await pressPast(page, 40, 'Pause');
    await press(page, 'Play');
    const { iteration } = await until(page, 'it rests after a while', ({ playing, iteration: at }) => !playing && at > 40);
    const played = await hears(page, 'where it rests', new RegExp(`^Iteration ${iteration}\\.`));
    const lasted = played.at(-1).at - began;
    const most = Math.ceil(lasted / 3000) + 2;
    assert.ok(played.length <= most, `${played.length} things are said in ${Math.round(lasted)} ms: ${JSON.stringify(played)}`);
    once(played, 'while it plays');
    // Long work says that it is under way, and how it ended.
    await apply(page, { type: 'problem', text: 'overlap:n=2000' });
    await apply(page, { type: 'algorithm', id: 'hka' });
    await apply(page, { type: 'rules', text: '' });
    await page.evaluate(() => {
      window.heard = [];
    });
    await pressPast(page, 10, 'Give up the work under way');
    await send(page, { type: 'seek', iteration: 90_000 });
    const { iteration: reached } = await until(page, 'it is given up', ({ busy, iteration: at }) => !busy && at > 10);
    assert.ok(reached < 90_000, 'it was over before it was given up');
    once(await hears(page, 'where it was given up', new RegExp(`^Iteration ${reached}\\.`)), 'in long work');
    await site.close(page);
  });

  it('what is done once more is spoken once more', async () => {
    const page = await site.open('v=1&problem=overlap:n=40&algorithm=hk');
    await page.locator('#changed').waitFor({ state: 'attached' });
    await page.evaluate(() => {
      window.spoken = [];
      const region = document.getElementById('changed');
      new window.MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) window.spoken.push(node.textContent);
      }).observe(region, { subtree: true, childList: true });
    });
    await apply(page, { type: 'select', index: Array.from({ length: 40 }, (_, i) => i) });
    for (const times of [1, 2]) {
      await press(page, 'Move');
      const all = Array(times).fill('40 points are others or elsewhere.');
      await eventually(`it is spoken ${times} times`, () => page.evaluate(() => window.spoken), (spoken) => JSON.stringify(spoken) === JSON.stringify(all));
    }
    await site.close(page);
  });

  it('a whole number is told whole, however large', async () => {
    const page = await site.open();
    await apply(page, { type: 'csv', text: '0,0,1\n20000,9,-1\n3,10000,1\n', name: 'wide.csv' });
    await listen(page);
    await type(page, 'x of point 1', '12345');
    await hears(page, 'where the point is', /^Point 1: 12345, /);
    await site.close(page);
  });

  it('where nothing is trained, that is told, with its reason once', async () => {
    const page = await site.open();
    await listen(page);
    await press(page, 'Erase all points');
    const { trouble } = await until(page, 'there is nothing to train', (now) => now.trouble !== null);
    await hears(page, 'that nothing is trained', /^Not trained\.$/);
    const { text } = await readMirror(page);
    assert.equal(text.split(trouble).length, 2, text);
    assert.doesNotMatch(text, /Iteration 0\./);
    await press(page, 'Undo');
    await hears(page, 'where it is again', /^Iteration 0\. ./);
    await site.close(page);
  });

  it('while the first iteration is on its way none is told', async () => {
    const page = await site.open('v=1&problem=overlap:n=4000&algorithm=mhka');
    await page.evaluate(() => {
      const sentence = document.getElementById('sentence');
      new window.MutationObserver((_, self) => {
        if (!/^Working towards the first iteration /.test(sentence.textContent)) return;
        self.disconnect();
        window.marginscope.apply({ type: 'cancel' });
      }).observe(sentence, { childList: true });
    });
    await send(page, { type: 'set', field: 'kernel', value: 'gaussian:sigma=1' });
    await eventually('it is given up', () => page.locator('#sentence').textContent(), (text) => text === 'Not trained.');
    await site.close(page);
  });

  it('the timeline is told with its iterations, and how many there are', async () => {
    const page = await site.open();
    await apply(page, { type: 'step', count: 3 });
    const told = () => page.getAttribute('#timeline', 'aria-valuetext');
    await eventually('it is told', told, (text) => text === '3 of 3');
    await apply(page, { type: 'step', count: -1 });
    await eventually('it is told again', told, (text) => text === '2 of 3');
    await site.close(page);
  });

  it('where it rests is spoken also where the text form had it before, while it played', async () => {
    const page = await site.open('v=1&problem=overlap:n=200&algorithm=hk');
    await apply(page, { type: 'rules', text: '' });
    await listen(page);
    await page.evaluate(() => {
      const sentence = document.getElementById('sentence');
      new window.MutationObserver((_, self) => {
        if (sentence.getAttribute('aria-live') !== 'off') return;
        self.disconnect();
        window.marginscope.apply({ type: 'pause' });
      }).observe(sentence, { childList: true });
    });
    await press(page, 'Play');
    const { iteration } = await until(page, 'it rests after a while', (now) => !now.playing && now.iteration > 0);
    const heard = await hears(page, 'where it rests', new RegExp(`^Iteration ${iteration}\\.`));
    assert.equal(heard.filter(({ from }) => from === 'sentence').length, 1, JSON.stringify(heard));
    await site.close(page);
  });

  it('points are placed, a machine is chosen and run, its outcome read and the link shared by the tree and the keys alone', { skip: without('tree') }, async () => {
    const page = await site.blank({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(site.url);
    await ready(page);
    const listener = await Listener.at(page);
    await listener.press('button', 'Skip to the controls in text');
    await listener.press('button', 'Erase all points');
    await listener.reads(/0 points, 0 of them for validation/);
    for (const [i, [x, y, label]] of [['1', '2', '1'], ['2', '3', '1'], ['-1', '-2', '-1'], ['-2', '-1', '-1']].entries()) {
      await listener.write('x', x, i === 0 ? 'Tab' : 'Shift+Tab');
      await listener.write('y', y);
      await listener.write('Class', label);
      await listener.press('button', 'Add this point');
      await listener.reads(new RegExp(`${i + 1} points?, 0 of them for validation`));
    }
    assert.equal(await listener.pick('Algorithm', 'Support vector machine', 'Shift+Tab'), 'Support vector machine (SMO) (smo)');
    await listener.press('button', 'To the next stop', 'Shift+Tab');
    const outcome = await listener.reads(/^Stop at iteration \d+/);
    assert.match(outcome, /^Stop at iteration \d+ \(Solved\): .+\.$/);
    await listener.reads(/^Iteration \d+\. $/);
    await listener.press('button', 'Copy the link');
    await listener.reads(/^Link copied\.$/);
    const link = await page.evaluate(() => window.navigator.clipboard.readText());
    const shared = await site.open(link.split('#')[1]);
    const { points, algorithm, stop } = await describePage(shared);
    assert.deepEqual(points.map(({ x, y, label }) => [x, y, label]), [[1, 2, 1], [2, 3, 1], [-1, -2, -1], [-2, -1, -1]]);
    assert.equal(algorithm, 'smo');
    assert.ok(outcome.startsWith(`Stop at iteration ${stop.iteration} (`), `${outcome} and ${stop.iteration}`);
    await site.close(shared);
    await site.close(page);
  });
});
