// What the lessons claim, by the command line on their scenes; and what is wrong in a lesson's file.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildFolder } from '../../wasm/toolchain/paths.mjs';
import { load } from './support/load.mjs';

const program = join(buildFolder, 'native/marginscope');
const { parseLesson, readLessons } = await load('web/lessons/format.ts');
const { keptFor, wrongIn, textFunction } = await load('web/lessons/expressions.ts');
const { fixed } = await load('web/src/sentence.ts');
const { checkExpressions, checkScenes, expressionsOf } = await load('web/lessons/plugin.ts');
const { readGallery } = await load('web/gallery/scenes.ts');
const lessons = readLessons();

async function reportOf({ command, run, scene }) {
  const { stdout } = await promisify(execFile)(program, [command, '--link', scene, '--json', ...run.split(' ').filter(Boolean)]);
  return JSON.parse(stdout);
}

describe('lessons', () => {
  it('are at least twelve, of a few minutes each', () => {
    assert.ok(lessons.length >= 12);
    for (const { file, minutes, steps } of lessons) {
      assert.ok(minutes >= 3 && minutes <= 8, `${file}: ${minutes} minutes`);
      assert.ok(steps.length >= 4 && steps.length <= 8, `${file}: ${steps.length} steps`);
      assert.ok(steps.some(({ task }) => task.predict), `${file} has no prediction`);
    }
  });

  for (const { file, steps } of lessons) {
    it(`${file}: every claim holds, every expression is one of the description`, async () => {
      for (const step of steps) {
        for (const expression of expressionsOf(step)) assert.equal(wrongIn(expression), null, `${file}:${step.line}`);
        for (const claim of step.claims) {
          const report = await reportOf(claim);
          const holds = new Function('report', `return (${claim.expect});`)(report);
          assert.equal(holds, true, `${file}:${claim.line}: ${claim.says}: ${claim.expect}`);
        }
      }
    });
  }

  it('what is no expression over the description is said', () => {
    assert.equal(wrongIn('now.iteration >= 4 && began.points.every((p) => p.label === now.points[0].label)'), null);
    assert.match(wrongIn('now.iteratoin >= 4'), /no iteratoin/);
    assert.match(wrongIn('window.close()'), /has window/);
    assert.match(wrongIn('now.iteration >='), /is no expression/);
  });

  it('what a check does not speak of has to be as the step began', () => {
    assert.deepEqual(keptFor('now.iteration >= 4'), ['points', 'algorithm', 'settings', 'rules']);
    assert.deepEqual(keptFor('now.points.length === began.points.length'), ['algorithm', 'settings', 'rules']);
    assert.deepEqual(keptFor("Number(now.problem?.settings.depth) > 9 && now.stop !== null"), ['algorithm', 'settings', 'rules']);
    assert.deepEqual(keptFor("now.algorithm === 'hk'"), ['points']);
    assert.deepEqual(keptFor('Number(now.settings.C) < 1'), ['points', 'algorithm', 'rules']);
  });

  it('what is wrong in a lesson is said with file and line', async () => {
    const good = `---
title: A lesson
minutes: 5
needs: Nothing.
learns: Little.
---

## First

A text.

~~~yaml
scene: v=1&problem=moons&algorithm=hk
do: Step.
check: now.iteration > 0
right: Now {now.iteration}.
show: [{type: step, count: 1}]
hints: [One., Two.]
~~~
`;
    const check = async (source) => {
      const lesson = parseLesson('mine.md', source);
      checkExpressions(lesson);
      await checkScenes(lesson);
    };
    await check(good);
    for (const [from, to, line, said] of [
      ['minutes: 5', 'minutes: five', 2, /minutes is missing; it must be a number/],
      ['title: A lesson\n', '', 2, /title is missing/],
      ['A text.', 'A {now.iteration}.', 8, /the text has a brace/],
      ['A text.', 'word '.repeat(81), 8, /81 words; 80 are the most/],
      ['problem=moons', 'problem=moon', 8, /the scene v=1&problem=moon&algorithm=hk is refused: .*moons/],
      ['scene: v=1&problem=moons&algorithm=hk\n', '', 8, /the first step needs a scene/],
      ['now.iteration > 0', 'now.iteratoin > 0', 8, /no iteratoin/],
      ['{now.iteration}', '{then.iteration}', 8, /has then/],
      ['type: step', 'type: sep', 8, /there is no command sep/],
      ['{type: step, count: 1}', '{type: view, view: plan}', 12, /no view plan; there are points/],
      ['[One., Two.]', '[One.]', 12, /two hints/],
      ['hints', 'wrong: No.\nhints', 12, /wrong is said of a point/],
      ['do: Step.\n', '', 12, /a step asks for something/],
      ['check: now.iteration > 0\n', '', 12, /check is missing/],
      ['right: Now {now.iteration}.', 'right: [', 12, /./],
      ['do: Step.', 'predict: colour\nask: Which?', 12, /predict is choice, line or point/],
    ]) {
      assert.ok(good.includes(from), from);
      await assert.rejects(check(good.replace(from, to)), (error) => {
        assert.match(error.message, said);
        assert.ok(error.message.startsWith(`assets/lessons/mine.md:${line}: `), error.message);
        return true;
      });
    }
  });

  it('a text with numbers becomes a function', () => {
    const said = new Function(`return ${textFunction('At {now.iteration} of {line.of}.')}`)();
    assert.equal(said({ iteration: 4 }, null, { of: 24 }), 'At 4 of 24.');
  });

  it('numbers of so many digits have one way to be written', () => {
    assert.equal(wrongIn('fixed(now.record.std, 2)'), null);
    assert.match(wrongIn('now.record.std.toFixed(2)'), /fixed\(value, digits\)/);
    assert.deepEqual([-0.02, 0.06, -1, 12.345].map((value) => fixed(value, 1)), ['0.0', '0.1', '−1.0', '12.3']);
  });
});

describe('gallery', () => {
  const scenes = readGallery().flatMap(({ scenes: own }) => own);

  it('has at least thirty scenes, each with a sentence', () => {
    assert.ok(scenes.length >= 30);
    for (const { id, text } of scenes) assert.ok(text.split(/\s+/).length <= 25 && text.endsWith('.'), id);
  });

  it('every scene opens, with what it shows', async () => {
    for (const { id, scene } of scenes) {
      const command = scene.includes('&others=') ? 'compare' : 'run';
      const report = await reportOf({ command, run: '', scene });
      assert.ok(command === 'compare' ? report.machines.length > 1 : report.iterations >= 0, id);
    }
  });
});
