// Where a browser keeps the clipboard from the page, or refuses it once, what was to be copied is shown selected.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describePage, eventually, ready, Site, skip } from './support/site.mjs';

const press = (within, name) => within.getByRole('button', { name, exact: true }).press('Enter');
const mirror = (page) => page.locator('#mirror');
const side = (page) => page.locator('#side');
const dialog = (page) => page.locator('#copy');

/** Each button that copies a text: where it is, and what the text begins with. */
const buttons = {
  'the link': { press: (page) => press(mirror(page), 'Copy the link'), title: 'Copy: link', text: /#v=1&/ },
  'the command': { press: (page) => press(mirror(page), 'Copy as a command'), title: 'Copy: command', text: /^marginscope run / },
  'the link in the dialog': {
    press: async (page) => {
      await press(mirror(page), 'Link, QR code and frame');
      await press(page.locator('#share'), 'Copy the link');
    },
    title: 'Copy: link',
    text: /#v=1&/,
  },
  'the code of the frame': {
    press: async (page) => {
      await press(mirror(page), 'Link, QR code and frame');
      await press(page.locator('#share'), 'Copy the code');
    },
    title: 'Copy: code of the frame',
    text: /^<iframe /,
  },
  'the link to the scenes for a class': {
    press: async (page) => {
      await press(mirror(page), 'Scenes for a class');
      await press(side(page), 'Add this scene');
      await press(side(page), 'Copy link');
    },
    title: 'Copy: link to the scenes',
    text: /#list=1&/,
  },
  'the link to a step of a lesson': {
    address: '?lesson=01-least-squares-can-fail&step=2',
    press: (page) => press(side(page), 'Copy link'),
    title: 'Copy: link to this step',
    text: /\?lesson=01-least-squares-can-fail&step=2$/,
  },
};

describe('without a clipboard', { skip }, () => {
  const site = new Site();
  const refused = () => {
    Object.defineProperty(window.navigator, 'clipboard', {
      value: {
        writeText: () => Promise.reject(new window.DOMException('refused', 'NotAllowedError')),
        write: () => Promise.reject(new window.DOMException('refused', 'NotAllowedError')),
      },
    });
  };
  const missing = () => {
    Object.defineProperty(window.navigator, 'clipboard', { value: undefined });
  };

  for (const [what, { address = '', press: copy, title, text }] of Object.entries(buttons)) {
    it(`${what} is shown selected`, async () => {
      for (const lack of [refused, missing]) {
        const page = await site.blank();
        await page.addInitScript(lack);
        await page.goto(site.url + address);
        await ready(page);
        await copy(page);
        await dialog(page).getByRole('heading', { name: title, exact: true }).waitFor();
        const [all, selected] = await page.evaluate(() => {
          const area = document.querySelector('#copy-text');
          return [area.value, area.value.slice(area.selectionStart, area.selectionEnd)];
        });
        assert.match(all, text);
        assert.equal(selected, all);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'copy-text');
        await press(dialog(page), 'Close');
        await eventually('the dialog is closed', () => dialog(page).isVisible(), (shown) => !shown);
        await describePage(page);
        await site.close(page);
      }
    });
  }
});
