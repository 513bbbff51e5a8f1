// The README of the project while `npm pack` shows that of the library in its place.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { projectRoot } from '../../wasm/toolchain/paths.mjs';
import { attempt } from '../../wasm/toolchain/run.mjs';

describe('the README of a package', () => {
  let project;
  const file = (name) => join(project, name);
  const readme = () => readFileSync(file('README.md'), 'utf8');
  const show = (which) => attempt(process.execPath, [join(projectRoot, 'wasm/toolchain/package_readme.mjs'), which], { cwd: project });
  async function shown(which) {
    const { status, output } = await show(which);
    assert.equal(status, 0, output);
    return readme();
  }

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'marginscope-test-'));
    for (const [name, text] of [['README.md', 'the project'], ['wasm/library/README.md', 'the library'], ['build/any', '']]) {
      mkdirSync(dirname(file(name)), { recursive: true });
      writeFileSync(file(name), text);
    }
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  it('is that of the library until the package is made', async () => {
    assert.equal(await shown('of-the-library'), 'the library');
    assert.equal(await shown('of-the-project'), 'the project');
  });

  it('is no other after a packing that was interrupted', async () => {
    for (const since of [() => {}, () => rmSync(file('README.md')), () => writeFileSync(file('README.md'), 'the project')]) {
      await shown('of-the-library');
      since();
      assert.equal(await shown('of-the-library'), 'the library');
      assert.equal(await shown('of-the-project'), 'the project');
    }
  });

  it('is not put where somebody has written another one since', async () => {
    await shown('of-the-library');
    writeFileSync(file('README.md'), 'the project, edited');
    for (const which of ['of-the-library', 'of-the-project']) {
      const { status, output } = await show(which);
      assert.equal(status, 1);
      assert.match(output, /^build\/README\.md is the README of the project, .* as README\.md, and remove build\/README\.md\.\n$/);
      assert.equal(readme(), 'the project, edited');
      assert.equal(readFileSync(file('build/README.md'), 'utf8'), 'the project');
    }
    rmSync(file('build/README.md'));
    await shown('of-the-library');
    assert.equal(await shown('of-the-project'), 'the project, edited');
    assert.equal(existsSync(file('build/README.md')), false);
  });
});
