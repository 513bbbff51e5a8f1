// What the texts of the gallery say in numbers, by the command line on their scenes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from './support/load.mjs';
import { reportOf } from './support/report.mjs';

const { readGallery } = await load('web/gallery/scenes.ts');

// Of all training patterns; a count in a report of one machine or of each in a comparison.
const wrong = ({ training_error: error, data }) => Math.round(error * data.patterns);

describe('the gallery', () => {
  const scenes = readGallery().flatMap(({ scenes: own }) => own);

  for (const { id, text, holds, scene } of scenes) {
    if (holds === undefined) continue;
    it(`${id}: ${text}`, async () => {
      assert.equal(new Function('report', 'wrong', `return (${holds});`)(await reportOf(scene), wrong), true, holds);
    });
  }

  it('a text with a number in it says what makes it true', () => {
    const unsaid = scenes.filter(({ text, holds }) => holds === undefined && /\d+ of \d+|iterations? \d+|[Aa]ll \d+/.test(text));
    assert.deepEqual(unsaid.map(({ id }) => id), []);
  });
});
