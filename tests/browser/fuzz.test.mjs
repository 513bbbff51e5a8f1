// The page under a hand that does anything: a few cases of `npm run fuzz -- --page`, the same each time.

import { describe, it } from 'node:test';
import { checkVocabulary, tryPage } from './support/page_fuzz.mjs';
import { Site, skip } from './support/site.mjs';

describe('a hand that does anything', { skip }, () => {
  const site = new Site();

  it('has every command that the page knows, and no others', async () => {
    const page = await site.open();
    await checkVocabulary(page);
    await site.close(page);
  });

  for (const seed of [1, 2, 3]) {
    it(`leaves the page whole (--case ${seed})`, async () => {
      await tryPage(site, seed, { bursts: 3 });
    });
  }
});
