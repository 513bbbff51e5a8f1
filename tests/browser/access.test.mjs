// What axe-core finds in the playground: as it opens, and with each of its dialogs, panels and cards.

import { describe, it } from 'node:test';
import { accessible } from './support/axe.mjs';
import { apply, eventually, quiet, send, Site, skip } from './support/site.mjs';

const press = (page, name) => page.locator('#mirror').getByRole('button', { name, exact: true }).press('Enter');
const opens = (page, what) => page.locator(what).waitFor();

/** How each state comes about, and what is looked at in it. */
const states = {
  'as it opens': async () => {},
  'with the text form': async (page) => {
    await page.locator('#mirror').focus();
  },
  'with several machines': async (page) => {
    await apply(page, { type: 'problem', text: 'overlap' });
    await apply(page, { type: 'compare' });
    await apply(page, { type: 'algorithm', id: 'smo' });
    await apply(page, { type: 'end' });
    await page.locator('#mirror').focus();
  },
  'with several classes and features': async (page) => {
    await apply(page, { type: 'csv', text: 'a,b,c,kind\n1,2,3,red\n2,1,5,blue\n4,4,1,green\n0,3,2,red\n', name: 'three.csv' });
    await page.locator('#mirror').focus();
  },
  'in regression, at the weights': async (page) => {
    await apply(page, { type: 'problem', text: 'sinc' });
    await page.locator('#mirror').focus();
  },
  'with a notice': async (page) => {
    await page.evaluate(() => {
      window.location.hash = 'v=1&algorithm=magic';
    });
    await eventually('the notice is there', () => page.evaluate(() => window.marginscope.describe().notice));
  },
  'with the help': async (page) => {
    await press(page, 'Help');
    await opens(page, '#help');
  },
  'with the equations': async (page) => {
    await page.locator('#canvas').press('q');
    await opens(page, '#equations');
  },
  'with the laboratory': async (page) => {
    await press(page, 'Laboratory');
    await opens(page, '#laboratory');
  },
  'with the gallery': async (page) => {
    await press(page, 'Lessons and gallery');
    await page.locator('#side').getByRole('button', { name: 'Gallery', exact: true }).click();
    await page.locator('#side .cards').first().waitFor();
  },
  'with points to be pasted': async (page) => {
    await press(page, 'Paste points');
    await page.locator('dialog[open]').waitFor();
  },
  'with the data sets': async (page) => {
    await press(page, 'Open a data set');
    await opens(page, '#sets');
  },
  'after a mistake of its own': async (page) => {
    await send(page, { type: 'dismiss' });
    await page.evaluate(() => {
      document.getElementById('fault').showModal();
    });
  },
};

describe('the playground for everybody', { skip }, () => {
  const site = new Site();

  for (const [state, enter] of Object.entries(states)) {
    it(`axe-core finds nothing ${state}, light and dark, on a screen and on a phone`, async () => {
      for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: { width: 390, height: 844 } }]) {
        const page = await site.open('', options);
        await enter(page);
        await quiet(page);
        await accessible(page);
        await site.close(page);
      }
    });
  }
});
