// Lists of scenes as links and as files.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from './support/load.mjs';

const { linkOfList, listOfLink, fileOfList, listOfFile } = await load('web/src/talk/list.ts');
const { isListFile, isListLink } = await load('web/src/talk/kinds.ts');

const list = [
  { title: 'Four points & “quotes” = 1', scene: 'v=1&problem=four-points&algorithm=hk:learning_rate=0.5&at=3', view: '' },
  { title: 'The same in another view', scene: 'v=1&problem=moons:n=40&seed=2&algorithm=smo', view: 'weights 1 2' },
  { title: '', scene: 'v=1&problem=moons', view: '' },
];

describe('a list of scenes', () => {
  it('comes back from its link and from its file', () => {
    assert.ok(isListLink(linkOfList(list)));
    assert.deepEqual(listOfLink(linkOfList(list)), list);
    assert.ok(isListFile(fileOfList(list)));
    // In a file titles are lines, and none is empty.
    const named = list.map((each, at) => ({ ...each, title: each.title || `Scene ${at + 1}` }));
    assert.deepEqual(listOfFile(fileOfList(list)), named);
    assert.deepEqual(listOfFile(fileOfList(list).replaceAll('\n', '\r\n')), named);
  });

  it('takes whole addresses in a file that a person wrote', () => {
    const text = 'Marginscope scenes\nOne\nhttps://example.org/play/?lesson=a#v=1&problem=moons\n\n\n  Two  \nv=1&problem=overlap\n';
    assert.deepEqual(listOfFile(text), [
      { title: 'One', scene: 'v=1&problem=moons', view: '' },
      { title: 'Two', scene: 'v=1&problem=overlap', view: '' },
    ]);
  });

  it('what is wrong with it is said', () => {
    assert.match(listOfLink('list=2&scene=v=1'), /kind “2”; this page knows kind 1/);
    assert.match(listOfLink('list=1&colour=red&scene=v=1'), /unknown part “colour”; there are title, view and scene/);
    assert.match(listOfLink('list=1'), /no scene/);
    assert.match(listOfFile('Marginscope scenes\n\nOne\nTwo\n'), /^Line 4 should be the scene of “One”/);
    assert.match(listOfFile('Marginscope scenes\n\nOne\nv=1&problem=moons\n\nTwo\n'), /“Two”, has no scene below it/);
    assert.match(listOfFile('Marginscope scenes\n'), /no scene/);
  });
});
