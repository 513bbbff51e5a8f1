// A screen that nobody sees. A browser has one to itself: its windows are its own, and so is the keyboard.

import { spawn } from 'node:child_process';

/** Starts a program that ends with this one, however this one ends. */
export function spawnBelow(program, args, options) {
  return spawn('setpriv', ['--pdeathsig=KILL', program, ...args], options);
}

// As large as the largest window of the tests.
const SIZE = '2000x1300x24';
const WHERE = 3;

/** The name of a new screen for `DISPLAY`, and what ends it. */
export async function openScreen() {
  const server = spawnBelow('Xvfb', ['-displayfd', String(WHERE), '-screen', '0', SIZE, '+extension', 'GLX', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise((resolve, reject) => {
    server.stdio[WHERE].once('data', (data) => resolve(String(data).trim()));
    server.once('error', reject);
    server.once('exit', (status) => reject(new Error(`Xvfb ended with status ${status}`)));
  });
  return { display: `:${number}`, close: () => server.kill('SIGKILL') };
}
