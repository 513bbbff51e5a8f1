// One set-up at a time, by flock: the system lets go of a lock whose owner has ended, however that came about.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Refusal, say } from './log.mjs';

const WAITING_MS = 500;

/// Runs `work` while holding the lock on the file `path`; waits while another process holds it.
export async function withLock(path, work) {
  // The holder ends with its standard input, that is when it is told to or when this program ends.
  const holder = spawn('flock', [path, 'sh', '-c', 'echo held; cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = setTimeout(() => say('  Waiting for another set-up of Marginscope to finish …'), WAITING_MS);
  const held = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(() => null)]);
  clearTimeout(waiting);
  if (!held) throw new Refusal(`flock could not lock ${path}.`);
  try {
    return await work();
  } finally {
    holder.stdin.end();
    await once(holder, 'exit');
  }
}
