// The searches for a paper's protocol, on small sets that are made here: a reading that is the protocol of an experiment has
// its numbers, and a rule that is read as the text has it stops where the program's own stops.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { answerOf, readingsOf, shuffled, summary } from './readings.mjs';

const data = mkdtempSync(join(tmpdir(), 'marginscope-test-'));
after(() => {
  rmSync(data, { recursive: true });
});

const PIMA = { rows: 64, features: 3 };
const IONOSPHERE = { rows: 32, features: 2 };

/// Two classes that overlap: numbers from 0 to 9 around places of their own.
function patterns({ rows, features }) {
  const digits = shuffled(Array.from({ length: rows * features }, (_, i) => i % 10), 1);
  return Array.from({ length: rows }, (_, i) => {
    const label = i % 2 === 0 ? 1 : -1;
    return [...digits.slice(i * features, (i + 1) * features).map((digit) => digit + 2 * label), label];
  });
}

const csv = (rows) => `${rows.map((row) => row.join(',')).join('\n')}\n`;

before(() => {
  mkdirSync(join(data, 'uci'));
  mkdirSync(join(data, 'ida'));
  const header = (features) => [[...Array.from({ length: features }, (_, j) => `x${j + 1}`), 'label']];
  const write = (path, size) => writeFileSync(join(data, path), csv([...header(size.features), ...patterns(size)]));
  write('uci/pima.csv', PIMA);
  write('uci/ionosphere.csv', IONOSPHERE);
  write('ida/heart.csv', IONOSPHERE);
  const rows = (from, to) => Array.from({ length: to - from }, (_, i) => from + i + 1).join(' ');
  writeFileSync(join(data, 'ida/heart.splits'), `train ${rows(0, 20)}\ntest ${rows(20, 32)}\ntrain ${rows(12, 32)}\ntest ${rows(0, 12)}\n`);
});

function search(name, ...args) {
  const script = join(projectRoot, `tests/research/${name}_search.mjs`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--data-dir', data, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, output: stdout, error: stderr };
}

/// What a search says of the reading that has these names on its axes.
function reading(output, names) {
  const blocks = output.split(/\n {1,4}(?=\d+ of \d+ {2})/);
  const block = blocks.find((text) => Object.entries(names).every(([axis, name]) => text.split('\n')[0].split(/; |of \d+ {2}/).includes(`${axis}: ${name}`)));
  assert.ok(block, `a reading with ${JSON.stringify(names)}`);
  return block;
}

describe('a search for a protocol', () => {
  it('tries each combination of its axes once, but for those without sense', () => {
    const all = readingsOf({ a: { x: 1, y: 2, z: 3 }, b: { u: 1, v: 2 } }, ({ a, b }) => a !== 'z' || b === 'u');
    assert.deepEqual(all.map(({ a, b }) => a + b), ['xu', 'xv', 'yu', 'yv', 'zu']);
  });

  it("has the numbers of Boni's experiment in the reading that is its protocol", () => {
    const { output, status, error } = search('boni', '--datasets', 'pima', '--passes', '1,2000', '--show', '10000');
    assert.equal(status, 0, error);
    const text = reading(output, {
      features: 'on [−1, 1]', product: '1 + x·x′/r', threshold: 'none', registers: 'none', penalty: 'δ = 0.05',
      printing: 'cut after two decimals', order: 'of the file', passes: '2000',
    });
    const { cells } = answerOf(['reproduce', 'boni-table-3', '--data-dir', data, '--datasets', 'pima', '--methods', 'polynomial']);
    for (const p of [2, 3, 4]) {
      const value = (quantity) => cells.find((cell) => cell.quantity === quantity && cell.at.p === p)?.mean;
      const bound = value('b1') === undefined ? `B2 ${value('b2').toFixed(4)}` : `B1 ${value('b1').toFixed(4)}`;
      assert.ok(text.includes(`p = ${p} ${bound}`), `${text}\nhas ${bound} for p = ${p}`);
      assert.match(text.split('test errors')[1], new RegExp(`p = ${p} ${value('test_errors')}\\b`));
    }
    assert.match(output, /\n {2}\d+ readings were tried; the best fits \d of 7, and \d where/);
  });

  it("stops where the program's own rules stop, read as Bandos et al. have them", () => {
    const { output, status, error } = search('bandos', '--datasets', 'ionosphere', '--partitions', '1', '--show', '10000');
    assert.equal(status, 0, error);
    const order = shuffled(patterns(IONOSPHERE), 1);
    const stops = { kurtosis: [], skewness: [], std: [], mean: [] };
    for (let fold = 0; fold < 8; ++fold) {
      const file = join(data, 'fold.csv');
      writeFileSync(file, csv(order.filter((_, i) => i % 8 !== fold)));
      for (const [moment, own] of Object.entries(stops)) {
        const threshold = moment === 'kurtosis' || moment === 'std' ? 0.01 : 0.001;
        const rule = `moment-stationary:moment=${moment},difference=2,threshold=${threshold}`;
        const machine = ['--algorithm', 'irwls', '--set', 'C=5.5', '--set', 'step=full', '--kernel', 'gaussian:sigma=2.5'];
        own.push(answerOf(['run', '--data', file, ...machine, '--stop', rule, '--max-iterations', '40']).iterations);
      }
    }
    const text = reading(output, {
      errors: 'e = y − f', moments: 'as printed', difference: 'second', 'divided by': 'Z before', sign: 'absolute value',
      thresholds: 'as printed', times: 'once', counted: 'solves',
    });
    for (const [moment, own] of Object.entries(stops)) {
      assert.ok(text.includes(`${moment}, iterations ionosphere ${summary(own).mean.toFixed(2)}`), `${text}\nhas ${summary(own).mean} for ${moment}`);
    }
  });

  it('chooses C on the splits of a set', () => {
    const { output, status, error } = search('lauer', '--datasets', 'heart');
    assert.equal(status, 0, error);
    assert.match(output, /lsvm of Table 3: 102 readings;/);
    assert.match(output, /102 readings were tried; the best fits \d of 1\./);
  });

  it('searches where HK ends, by the ε of its criterion', () => {
    for (const table of ['1', '3']) {
      const { output, status, error } = search('lauer', '--table', table, '--method', 'hkes', '--datasets', 'heart');
      assert.equal(status, 0, error);
      const { cells } = answerOf(['reproduce', `lauer-table-${table}`, '--data-dir', data, '--datasets', 'heart', '--methods', 'hkes']);
      const text = reading(output, { end: '1e-8 of it' });
      assert.ok(text.includes(`heart ${cells[0].mean.toFixed(2)} ± ${cells[0].sd.toFixed(2)}`), `${text}\nhas ${cells[0].mean}`);
    }
  });

  it('says in one sentence what it cannot take', () => {
    for (const [name, args, sentence] of [
      ['boni', ['--datasets', 'moon'], '--datasets has "moon": say one of pima, sonar.'],
      ['boni', ['--passes', '1,many'], '--passes has "many": say a whole number from 1 on.'],
      ['boni', ['--datasets', 'sonar'], `There is no ${join(data, 'uci/sonar.csv')}: say by --data-dir the folder with uci/ in it.`],
      ['bandos', ['--partitions', '0'], '--partitions has "0": say a whole number from 1 on.'],
      ['lauer', ['--table', '2'], '--table has "2": say one of 1, 3.'],
      ['lauer', ['--tables', '2'], "Unknown option '--tables': the options are --data-dir, --table, --method, --datasets, --realisations, --set, --stop, --max-iterations."],
    ]) {
      const { status, error } = search(name, ...args);
      assert.equal(error.trim(), sentence);
      assert.equal(status, 1);
    }
  });
});
