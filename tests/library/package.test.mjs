// What `npm pack` makes: what is in it, and its README's examples in a project that has nothing else.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { compile, outputOf, packed, projectWith } from './support/project.mjs';

const readme = readFileSync(join(projectRoot, 'wasm/library/README.md'), 'utf8');
// Each example with what it prints.
const examples = [...readme.matchAll(/^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/gms)].map(([, code, output]) => ({ code, output }));

describe('the package', () => {
  let names, project;
  before(async () => {
    const made = await packed();
    names = made.names;
    project = await projectWith(made.file);
  });

  it('holds what a user of the library needs, and nothing else', () => {
    assert.deepEqual(names, [
      'LICENSE',
      'README.md',
      'build/library/data.d.ts',
      'build/library/data.js',
      'build/library/estimates.d.ts',
      'build/library/estimates.js',
      'build/library/held.d.ts',
      'build/library/held.js',
      'build/library/index.d.ts',
      'build/library/index.js',
      'build/library/machine.d.ts',
      'build/library/machine.js',
      'build/library/marginscope_library.d.mts',
      'build/library/marginscope_library.mjs',
      'build/library/marginscope_library.wasm',
      'build/library/options.d.ts',
      'build/library/options.js',
      'build/library/patterns.d.ts',
      'build/library/patterns.js',
      'build/library/room.d.ts',
      'build/library/room.js',
      'package.json',
    ]);
    assert.equal(readFileSync(join(project, 'node_modules/marginscope/README.md'), 'utf8'), readme);
  });

  it('weighs as much as its README says', () => {
    const kilobytes = names
      .filter((name) => /\.(wasm|m?js)$/.test(name))
      .map((name) => gzipSync(readFileSync(join(projectRoot, name)), { level: 9 }).length / 1000)
      .reduce((sum, each) => sum + each, 0);
    const told = Number(/(\d+) KB, compressed/.exec(readme)?.[1]);
    assert.ok(Math.abs(kilobytes - told) < 3, `${kilobytes.toFixed(1)} KB, where the README has ${told}`);
  });

  examples.forEach(({ code, output }, i) => {
    const name = `example${i + 1}`;
    it(`${name} of the README has right types and prints what is printed there`, async () => {
      writeFileSync(join(project, `${name}.ts`), code);
      assert.equal(await compile(project, [`${name}.ts`]), '');
      assert.equal(await outputOf(process.execPath, [`${name}.js`], { cwd: project }), output);
    });
  });

  it('has three examples', () => assert.equal(examples.length, 3));

  it('has declarations that hold with the ones of any year since 2022, without those of Node', async () => {
    writeFileSync(join(project, 'plain.ts'), "import { load } from 'marginscope';\nexport const marginscope = await load();\n");
    for (const lib of ['ES2022,DOM', 'ES2023,DOM', 'ES2024,DOM', 'ESNext,DOM']) assert.equal(await compile(project, ['plain.ts'], lib), '', lib);
  });

  it('declares that what it makes is made by it alone, and takes typed arrays of any numbers', async () => {
    writeFileSync(
      join(project, 'made.ts'),
      `import { load, Bound, Data, Machine, Marginscope, Room, Selection } from 'marginscope';
const marginscope = await load();
const data = marginscope.data({ patterns: Int32Array.of(1, 2), labels: Int8Array.of(1, 2) });
marginscope.selection(data, { algorithm: 'smo', grid: { C: [1, 2], kernel: ['linear', { id: 'gaussian', sigma: 1 }] }, by: 'cross-validation' });
marginscope.selection(data, { algorithm: 'smo', grid: { kernel: [{ id: 'gaussian', s: 1 }] }, by: 'cross-validation' });
new Marginscope();
new Data();
new Room();
new Machine();
new Bound();
new Selection();
`,
    );
    const said = await compile(project, ['made.ts']);
    const lines = [...said.matchAll(/^made\.ts\((\d+),\d+\): error (TS\d+)/gm)].map(([, line, error]) => [Number(line), error]);
    assert.deepEqual(lines, [[5, 'TS2353'], ...[6, 7, 8, 9, 10, 11].map((line) => [line, 'TS2673'])], said);
  });

  it('knows what an algorithm publishes, and the identifiers of what there is', async () => {
    writeFileSync(
      join(project, 'known.ts'),
      `import { load, type Algorithm, type Machine, type Quantity } from 'marginscope';
const marginscope = await load();
const data = marginscope.problem('overlap');
const given: Algorithm = Math.random() < 0.5 ? 'smo' : { id: 'hk' };
const text = marginscope.machine(data, { algorithm: 'smo:C=10,kernel=gaussian:sigma=2' });
const object = marginscope.machine(data, { algorithm: { id: 'dkpp', kernel_bits: 4 } });
marginscope.machine(data, { algorithm: given }).quantity('decision_values');
const any: Machine<number> = text;
const violation: number | null = text.record().kkt_violation;
const none: null = marginscope.machine(data, { algorithm: 'ols' }).record().duality_gap;
const iteration: number = any.record().iteration;
const published: readonly Quantity<'smo'>[] = text.quantities();
for (const { id, role } of published) if (role === 'slack') text.view(id);
text.quantity('dual_variables');
object.quantity('accumulators');
any.quantity('accumulators');
const { algorithms, bounds, criteria, problems, rules, scalings } = marginscope.catalogue();
for (const { id } of algorithms) for (const { id: scaling } of scalings) marginscope.machine(data, { algorithm: id, scaling });
for (const { id } of problems) marginscope.problem(id);
for (const { id } of rules) marginscope.machine(data, { algorithm: 'hk', rules: id });
for (const { id } of [...bounds, ...criteria]) marginscope.selection(data, { algorithm: 'hk', by: id });
for (const { id } of bounds) if (marginscope.bound(data, { algorithm: 'rls', bound: id }).outcome.applied === id) break;
if (any.stop?.reason === 'kkt' || any.stop?.reason === 'kkt+separated' || any.stop?.reason === 'not-separable') any.step();
// What is not there.
text.quantity('accumulators');
any.quantity('margins_vector');
text.record().kkt;
if (any.stop?.reason === 'ktt') any.step();
if (algorithms[0]?.id === 'svm') any.step();
if (bounds[0]?.id === 'margin') any.step();
`,
    );
    const said = await compile(project, ['known.ts']);
    const wrong = [...said.matchAll(/^known\.ts\((\d+),\d+\): error/gm)].map(([, line]) => Number(line));
    assert.deepEqual(wrong, [25, 26, 27, 28, 29, 30], said);
  });

  it('gives the address of its module to whoever bundles it', async () => {
    writeFileSync(join(project, 'address.mjs'), "console.log(import.meta.resolve('marginscope/marginscope_library.wasm'));\n");
    assert.match(await outputOf(process.execPath, ['address.mjs'], { cwd: project }), /node_modules\/marginscope\/build\/library\/marginscope_library\.wasm\n$/);
  });

  it('knows settings and their types', async () => {
    const told = async (options) => {
      writeFileSync(
        join(project, 'wrong.ts'),
        `import { load } from 'marginscope';
const marginscope = await load();
marginscope.machine(marginscope.problem('xor'), ${options});
`,
      );
      return compile(project, ['wrong.ts']);
    };
    assert.equal(await told("{ algorithm: { id: 'smo', C: 1, working_set: 'first-order', kernel: 'gaussian:sigma=2' } }"), '');
    for (const wrong of [
      "{ algorithm: 'svm' }",
      "{ algorithm: { id: 'smo', c: 1 } }",
      "{ algorithm: { id: 'smo', C: 'one' } }",
      "{ algorithm: { id: 'smo', kernel: { id: 'gaussian', p: 2 } } }",
      "{ algorithm: 'smo', rules: 'ktt' }",
      "{ algorithm: 'smo', rules: [['kkt', { id: 'iterations', n: true }]] }",
      "{ algorithm: 'smo', scaling: 'unity' }",
    ]) {
      assert.match(await told(wrong), /wrong\.ts\(3,\d+\): error TS/, wrong);
    }
  });

  it('is made by the command that the README of the project names', () => {
    assert.match(readFileSync(join(projectRoot, 'README.md'), 'utf8'), /npm pack/);
  });
});
