// Where the focus and the view go in the accessible mirror: by Tab, as it scrolls, and as it grows.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apply, describePage, enterForm, eventually, framesGoBy, resize, Site, skip, until } from './support/site.mjs';

describe('the focus in the mirror', { skip }, () => {
  const site = new Site();

  it('scrolls downwards alone, and its table by itself', async () => {
    const page = await site.open('v=1&problem=moons&algorithm=smo');
    for (const [width, height] of [[1440, 900], [360, 640]]) {
      await resize(page, { width, height });
      await enterForm(page);
      const [wide, seen] = await page.locator('#mirror').evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      assert.ok(wide <= seen, `it is ${wide} pixels wide in ${seen}`);
    }
    await site.close(page);
  });

  it('what Tab comes to is there whole, also where an edge of it could be seen already', async () => {
    const page = await site.open();
    await enterForm(page); // what comes later moves what stands below it
    const first = page.locator('#mirror').getByRole('button', { name: 'Copy the link', exact: true });
    const count = await first.evaluate((node) => {
      window.row = [...node.parentElement.querySelectorAll('button')];
      return window.row.length;
    });
    assert.ok(count > 3);
    const edge = 3;
    for (const down of [true, false]) {
      const order = Array.from({ length: count }, (_, i) => (down ? i : count - 1 - i));
      await page.evaluate((i) => window.row[i].focus(), order[0]);
      for (const next of order.slice(1)) {
        await page.evaluate(({ next, down, edge }) => {
          const mirror = document.getElementById('mirror');
          const frame = mirror.getBoundingClientRect();
          const { top, bottom } = window.row[next].getBoundingClientRect();
          mirror.scrollTop += down ? top - frame.bottom + edge : bottom - frame.top - edge;
        }, { next, down, edge });
        await page.keyboard.press(down ? 'Tab' : 'Shift+Tab');
        await eventually(
          'the next button is there whole',
          () =>
            page.evaluate((i) => {
              const { top, bottom } = window.row[i].getBoundingClientRect();
              return { focus: window.row.indexOf(document.activeElement), top, below: window.innerHeight - bottom };
            }, next),
          ({ focus, top, below }) => focus === next && top >= 0 && below >= 0,
        );
      }
    }
    await site.close(page);
  });

  /** Makes the first of what the form says longer, or as it was; its browser has no part in what is seen then. */
  const lengthen = (mirror, by) =>
    mirror.evaluate((form, height) => {
      form.style.overflowAnchor = 'none'; // which not every browser has
      form.querySelector('section:not([hidden])').style.paddingTop = `${height}px`;
    }, by);

  /** Whether a node has the focus, and by how much it is within the window. */
  const placeOf = (node) =>
    node.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return { focus: document.activeElement === one, top, below: window.innerHeight - bottom, height: document.getElementById('mirror').scrollHeight };
    });
  const isInView = ({ focus, top, below }) => focus && top >= 0 && below >= 0;

  /** A page whose last button of the form is what Tab comes to next. */
  const beforeTheLast = async () => {
    const page = await site.open();
    await enterForm(page);
    const last = page.locator('#mirror').getByRole('button', { name: 'Copy the picture' });
    await last.focus();
    await page.keyboard.press('Shift+Tab');
    return { page, last };
  };

  it('what has the focus stays in view when more comes above it, unless somebody has scrolled away', async () => {
    const { page, last } = await beforeTheLast();
    await page.keyboard.press('Tab');
    const place = () => placeOf(last);
    const { height: before } = await eventually('the button is in view', place, isInView);
    const addPoints = async () => {
      for (let x = 0; x < 6; x += 1) await apply(page, { type: 'add-point', x, y: x % 2, label: 1 });
    };
    await addPoints();
    const { height } = await eventually('the form is longer, the button still in view', place, (now) => isInView(now) && now.height > before + 100);
    await page.keyboard.press('Shift'); // After the focus has come nobody has scrolled before doing anything.
    await page.evaluate(() => {
      document.getElementById('mirror').scrollTop = 0;
    });
    await eventually('the button is out of view', place, ({ below }) => below < 0);
    await framesGoBy(page, 3);
    await addPoints();
    const after = await eventually('the form is longer again', place, (now) => now.height > height + 100);
    assert.ok(after.focus && after.below < 0);
    await site.close(page);
  });

  it('more above it before a scroll is told, or a lower window, is no scrolling away, nor is it in a table that scrolls sideways', async () => {
    const page = await site.open();
    await enterForm(page);
    const mirror = page.locator('#mirror');
    for (const node of [mirror.getByRole('button', { name: 'Copy the picture' }), page.locator('#points tbody input').first()]) {
      await node.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      const { height } = await eventually('it is in view', () => placeOf(node), isInView);
      await page.keyboard.press('Shift');
      // Whoever scrolled, browser or person, scrolled to what was there.
      await mirror.evaluate((form) => {
        form.scrollTop -= 1;
      });
      await lengthen(mirror, 2000);
      await eventually('the form is longer, it is still in view', () => placeOf(node), (now) => isInView(now) && now.height > height + 1500);
      await lengthen(mirror, 0);
      await eventually('the form is as it was', () => placeOf(node), (now) => isInView(now) && now.height < height + 100);
    }
    for (const height of [450, 900]) {
      await resize(page, { width: 1440, height });
      await eventually('it is in view', () => placeOf(page.locator('#points tbody input').first()), isInView);
    }
    await site.close(page);
  });

  it('what Tab has just come to is in view also where the browser goes back to what was in view before', async () => {
    const { page, last } = await beforeTheLast();
    await page.evaluate(() => {
      const form = document.getElementById('mirror');
      // A frame may take longer than the moment in which the page takes a scroll for the browser's.
      Object.defineProperty(window.Event.prototype, 'timeStamp', { get: () => 0 });
      window.wentBack = new Promise((resolve) => {
        // After the page has shown it: it listens to the document.
        window.addEventListener('focusin', () => {
          form.scrollTop = 0;
          form.addEventListener('scroll', () => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)), { once: true });
        }, { once: true });
      });
    });
    await page.keyboard.press('Tab');
    await page.evaluate(() => window.wentBack);
    await eventually('the button is in view', () => placeOf(last), isInView);
    await site.close(page);
  });

  it('it has the same measures while the focus is between two of its controls', async () => {
    const page = await site.open();
    await enterForm(page);
    const mirror = page.locator('#mirror');
    await mirror.getByRole('button', { name: 'Step', exact: true }).focus();
    const [within, without] = await mirror.evaluate((form) => {
      const heights = [form.scrollHeight];
      document.activeElement.blur();
      return [...heights, form.scrollHeight];
    });
    assert.equal(without, within);
    await site.close(page);
  });

  it('a press that takes its own control away leaves the focus in the form, in all of its ways', async () => {
    const page = await site.open();
    const mirror = page.locator('#mirror');
    const button = (name) => mirror.getByRole('button', { name, exact: true });
    /** Presses it, waits until it can be pressed no more, and gives what has the focus then. */
    const pressLast = async (name) => {
      await eventually(`${name} is there`, async () => (await button(name).count()) === 1 && (await button(name).isEnabled()));
      await button(name).focus();
      await page.keyboard.press('Enter');
      const canBePressed = (nodes) => nodes.some((node) => !node.disabled && node.ariaDisabled !== 'true' && node.checkVisibility());
      await eventually(`${name} is done`, async () => !(await button(name).evaluateAll(canBePressed)));
      await framesGoBy(page, 3); // browsers look after the focus when they draw
      const [focused, inside] = await page.evaluate(() => [
        document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent,
        document.getElementById('mirror').matches(':focus-within') && document.activeElement.id !== 'mirror',
      ]);
      assert.ok(inside, `after ${name} the focus is at ${focused.slice(0, 40)}`);
      return focused;
    };
    await apply(page, { type: 'step', count: 1 });
    assert.equal(await pressLast('Step back'), 'Step back');
    // It does nothing, and is left as any other.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Play');
    assert.equal((await describePage(page)).iteration, 0);
    await apply(page, { type: 'step', count: 3 });
    assert.equal(await pressLast('To the start'), 'To the start');
    assert.equal(await pressLast('Erase point 4'), 'Erase point 3');
    assert.equal(await pressLast('Undo'), 'Undo');
    await apply(page, { type: 'compare' });
    assert.match(await pressLast('Remove machine B'), /\S/);
    await page.evaluate(() => {
      window.location.hash = 'v=1&algorithm=magic';
    });
    assert.match(await pressLast('Dismiss the notice'), /\S/);
    await apply(page, { type: 'formula', text: '0.5x' });
    assert.equal(await pressLast('Remove the curve'), 'Remove the curve');
    await apply(page, { type: 'select', index: [1, 2] });
    assert.equal(await pressLast('Select none'), 'Select none');
    await apply(page, { type: 'select', index: [1, 2] });
    assert.equal(await pressLast('Erase the selected'), 'Erase the selected');
    assert.equal(await pressLast('Erase all points'), 'Erase all points');
    // What was asleep while it had the focus wakes up with it.
    await apply(page, { type: 'add-point', x: 1, y: 2, label: 1 });
    await eventually('it can be pressed', () => button('Erase all points').isEnabled());
    await page.keyboard.press('Enter');
    await until(page, 'it is pressed', ({ points }) => points.length === 0);
    await site.close(page);
  });

  it('is out of sight until it has the focus, and is reached by Tab', async () => {
    const page = await site.open();
    const shown = () => page.evaluate(() => window.getComputedStyle(document.querySelector('#mirror')).clipPath === 'none');
    assert.equal(await shown(), false);
    const opening = await describePage(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await shown(), true);
    const { scene, notice } = await describePage(page);
    assert.deepEqual([scene, notice], [opening.scene, null]);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.querySelector('#mirror').contains(document.activeElement)), true);
    await page.keyboard.press('Escape');
    assert.equal(await shown(), false);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
    await site.close(page);
  });
});
