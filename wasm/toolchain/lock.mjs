// One set-up at a time. A lock is a folder that holds the process id of its owner: making a folder
// either succeeds or fails as a whole, on every file system.

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './log.mjs';

const POLL_MS = 500;
// An owner needs a moment between making the folder and writing its id into it.
const GRACE_MS = 5000;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isStale(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    return !isAlive(pid);
  } catch {
    try {
      return Date.now() - statSync(folder).mtimeMs > GRACE_MS;
    } catch {
      return false;
    }
  }
}

/// Removes a stale lock. Renaming first lets only one of several waiting processes do it; a lock that
/// turns out to be a newer, living one is put back.
function clearAway(folder) {
  const grave = `${folder}.${process.pid}`;
  try {
    renameSync(folder, grave);
    if (isStale(grave)) rmSync(grave, { recursive: true, force: true });
    else renameSync(grave, folder);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/// Runs `work` while holding the lock; waits while another living process holds it.
export async function withLock(folder, work) {
  mkdirSync(dirname(folder), { recursive: true });
  let told = false;
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(folder)) {
      clearAway(folder);
      continue;
    }
    if (!told) say('  Waiting for another set-up of Marginscope to finish …');
    told = true;
    await sleep(POLL_MS);
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
