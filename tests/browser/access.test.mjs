// The playground for everybody: what is found in it as it opens and with each of its dialogs, panels and cards, in every
// theme, on a screen and on a narrow one, at twice the size, with text that is spaced, and by Tab alone.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { URLSearchParams } from 'node:url';
import { choose, make, openLaboratory, panel } from './support/laboratory.mjs';
import { legible, seldom, walk } from './support/legible.mjs';
import { apply, enterForm, eventually, quiet, ready, send, Site, skip } from './support/site.mjs';

const press = (page, name) => page.locator('#mirror').getByRole('button', { name, exact: true }).press('Enter');
const opens = (page, what) => page.locator(what).first().waitFor();
const overlap = 'v=1&problem=overlap:n=40&algorithm=hk';

async function openTab(page, name) {
  await openLaboratory(page);
  await page.getByRole('tab', { name, exact: true }).click();
  await panel(page).locator('.go').waitFor();
}

async function paste(page, text) {
  await press(page, 'Paste points');
  await page.locator('#paste').waitFor();
  await page.fill('#paste-text', text);
}

async function atStep(page, site, lesson, step) {
  await page.goto(`${site.url}?lesson=${lesson}&step=${step}`);
  await ready(page);
  await opens(page, '#side .step .task');
}

const list = ['Before anything', 'A line that is wrong']
  .map((title, i) => String(new URLSearchParams({ title, scene: i === 0 ? 'v=1&problem=four-points&algorithm=hk' : 'v=1&problem=moons&algorithm=ols' })))
  .join('&');

/** How each state comes about: a fragment of the address, and what is done there. */
const states = {
  'as it opens to a newcomer': { newcomer: true, enter: (page) => opens(page, '#side .cards') },
  'with the text form': { enter: enterForm },
  'with several machines': {
    fragment: overlap,
    enter: async (page) => {
      await apply(page, { type: 'compare' });
      await apply(page, { type: 'algorithm', id: 'smo' });
      await apply(page, { type: 'end' });
      await enterForm(page);
    },
  },
  'with several classes and features': {
    enter: async (page) => {
      await apply(page, { type: 'csv', text: 'a,b,c,kind\n1,2,3,red\n2,1,5,blue\n4,4,1,green\n0,3,2,red\n', name: 'three.csv' });
      await enterForm(page);
    },
  },
  'in regression, at the weights': {
    fragment: 'v=1&problem=sinc&algorithm=rls',
    enter: async (page) => {
      for (const what of ['Every iteration so far', 'How many errors lie where', 'The rules that there are']) {
        await page.locator('#mirror summary', { hasText: what }).press('Enter');
      }
    },
  },
  'with a notice': {
    enter: async (page) => {
      await page.evaluate(() => {
        window.location.hash = 'v=1&algorithm=magic';
      });
      await eventually('the notice is there', () => page.evaluate(() => window.marginscope.describe().notice));
      await enterForm(page);
    },
  },
  'with a message': {
    permissions: ['clipboard-read', 'clipboard-write'],
    enter: async (page) => {
      await press(page, 'Copy the link');
      await opens(page, '#toast');
    },
  },
  'with the help': {
    enter: async (page) => {
      await press(page, 'Help');
      await opens(page, '#help');
    },
  },
  'with the equations': {
    enter: async (page) => {
      await apply(page, { type: 'step', count: 1 });
      await press(page, 'Equations with numbers');
      await opens(page, '#equations');
    },
  },
  'with a bound': {
    fragment: overlap,
    enter: async (page) => {
      await openTab(page, 'Bound');
      await choose(page, 'half-flip');
      await make(page);
    },
  },
  'with a selection of settings': {
    fragment: 'v=1&problem=overlap:n=40&algorithm=rls',
    enter: async (page) => {
      await openTab(page, 'Model selection');
      await choose(page, 'leave-one-out');
      await make(page);
    },
  },
  'with experiments': { enter: (page) => openTab(page, "Papers' experiments") },
  'with the lessons': {
    enter: async (page) => {
      await press(page, 'Lessons and gallery');
      await opens(page, '#side .list');
    },
  },
  'with the gallery': {
    enter: async (page) => {
      await press(page, 'Lessons and gallery');
      await page.locator('#side').getByRole('button', { name: 'Gallery', exact: true }).click();
      await opens(page, '#side .cards');
    },
  },
  'in a lesson that asks for a line': { enter: (page, site) => atStep(page, site, '01', 1) },
  'in a lesson that has been answered': {
    enter: async (page, site) => {
      await atStep(page, site, '02', 1);
      await page.locator('#side').getByRole('button', { name: 'Hint' }).click();
      await page.locator('#side').getByRole('button', { name: 'Show me' }).click();
      await opens(page, '#side .step.done');
    },
  },
  'with scenes for a class': {
    fragment: `list=1&${list}`,
    enter: async (page) => {
      await opens(page, '#talk');
      await page.locator('#talk').getByRole('button', { name: 'List' }).click();
      await opens(page, '#side .talk');
    },
  },
  'large, for a class': {
    fragment: `list=1&${list}`,
    enter: async (page) => {
      await opens(page, '#talk');
      await press(page, 'Large, for a class');
      await page.locator('#talk button').first().focus();
    },
  },
  'with points to be pasted': { enter: (page) => paste(page, 'id,width,a feature of a rather long name,kind\n1,6,9,1\n2,5,7,1\n3,5,9,0\n4,0,10,0\n') },
  'with points that are refused': { enter: (page) => paste(page, 'a;b;note;kind\n1;2;red;0\n3;x;;1\n5;6;blue;0\n') },
  'with the data sets': {
    enter: async (page) => {
      await press(page, 'Open a data set');
      await opens(page, '#sets');
    },
  },
  'with a link, its code and a frame': {
    enter: async (page) => {
      await press(page, 'Link, QR code and frame');
      await opens(page, '#share svg');
    },
  },
  'with a text to be copied': {
    enter: async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(window.navigator, 'clipboard', { value: undefined });
      });
      await press(page, 'Copy as a command');
      await opens(page, '#copy');
    },
  },
  'with a setting that is refused': {
    enter: async (page) => {
      const field = page.locator('#mirror').getByLabel(/Learning rate/);
      await field.fill('1.4');
      await field.press('Enter');
    },
  },
  'as a frame': {
    enter: async (page, site) => {
      await page.goto(`${site.url}?embed=transport,sentence#${overlap}`);
      await ready(page);
    },
  },
  'where there is no WebGL': {
    enter: async (page) => {
      await page.addInitScript(() => {
        window.HTMLCanvasElement.prototype.getContext = () => null;
      });
      await page.reload();
      await opens(page, '#status.problem');
    },
    isStill: true,
  },
  'after a mistake of its own': {
    enter: async (page) => {
      await send(page, { type: 'dismiss' });
      await page.evaluate(() => {
        document.getElementById('fault').showModal();
      });
    },
  },
};

// A state takes half a minute: a test run tries the first of them, MARGINSCOPE_EVERY_LOOK=1 all.
const often = 9;

describe('the playground for everybody', { skip }, () => {
  const site = new Site();

  for (const [i, [state, { fragment = '', enter, isStill = false, ...options }]] of Object.entries(states).entries()) {
    it(`nothing is lost ${state}, in every theme and size, nor by Tab alone`, { skip: i >= often && seldom }, async () => {
      const page = await site.open(fragment, options);
      await enter(page, site);
      await legible(page, state, async (colorScheme, contrast) => {
        const wanted = [colorScheme, contrast ? 'more' : 'usual'].join();
        const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.contrast].join());
        await eventually('the page has the theme of the system', theme, (now) => now === wanted);
        if (!isStill) await quiet(page);
      });
      const names = await walk(page, state);
      assert.ok(names.length > 1, `Tab reaches ${names}`);
      await site.close(page);
    });
  }
});
