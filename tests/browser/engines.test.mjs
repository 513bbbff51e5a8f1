// What the tests themselves rest on: nobody waits without end for a page whose process has ended.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { engine } from './support/engines.mjs';
import { eventually, Site, skip } from './support/site.mjs';

// The command line of the process that a page has to itself.
const PAGE_PROCESS = { chromium: /--type=renderer/, firefox: / tab *$/, webkit: /WebKitWebProcess/ };

/** What `/proc` says of a process, or nothing where that has ended. */
function saysOf(id, file) {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const parentOf = (id) => Number(saysOf(id, 'stat').split(') ').at(-1).split(' ')[1] ?? 0);

function isBelowThis(id) {
  for (let one = id; one > 1; one = parentOf(one)) if (one === process.pid) return true;
  return false;
}

describe('the engines of the tests', { skip }, () => {
  const site = new Site();

  it('tell that a page’s process has ended', async () => {
    const page = await site.open();
    const answer = page.evaluate(() => new Promise(() => {})).catch((error) => error);
    const processes = readdirSync('/proc').map(Number).filter((id) => isBelowThis(id) && PAGE_PROCESS[engine].test(saysOf(id, 'cmdline')));
    assert.ok(processes.length > 0, 'the page has a process');
    for (const id of processes) process.kill(id, 'SIGKILL');
    assert.match((await answer).message, /crashed|closed|destroyed/);
    await eventually('whatever is asked of the page is refused', () => page.evaluate(() => true).catch(() => false), (answered) => !answered);
  });
});
