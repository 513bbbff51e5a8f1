// Starting other programs.

import { spawn } from 'node:child_process';
import { accessSync, constants, createWriteStream, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal } from './log.mjs';

const TAIL_LINES = 15;

/// The path of a program, or null where PATH does not have it.
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

// What a terminal does not reach, nor whoever ends this program: a group of programs each.
const groups = new Set();
let isWatched = false;

function endGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/// Ends the group with this program, also where that is interrupted.
function endWithThis(leader) {
  if (!isWatched) {
    isWatched = true;
    const endAll = () => groups.forEach(endGroup);
    process.once('exit', endAll);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        endAll();
        process.kill(process.pid, signal);
      });
    }
  }
  groups.add(leader);
}

/// Runs a program and returns its exit status and output; never throws for a status other than 0.
/// `logFile` appends the output to a file as well; past `timeLimitMinutes` the program is ended.
export function attempt(command, args, { cwd, env, logFile, timeLimitMinutes } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a time limit reaches the programs that this one starts.
      detached: Boolean(timeLimitMinutes),
    });
    if (timeLimitMinutes && child.pid) endWithThis(child.pid);
    // A character may come in two pieces.
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8');
    const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : null;
    log?.write(`\n$ ${command} ${args.join(' ')}\n`);
    let stdout = '';
    let output = '';
    child.stdout.on('data', (data) => {
      stdout += data;
      output += data;
      log?.write(data);
    });
    child.stderr.on('data', (data) => {
      output += data;
      log?.write(data);
    });
    let limit = '';
    const timer = timeLimitMinutes
      ? setTimeout(() => {
          limit = `\nended after ${timeLimitMinutes} minutes`;
          endGroup(child.pid);
        }, timeLimitMinutes * 60_000)
      : null;
    const finish = (status, text) => {
      clearTimeout(timer);
      groups.delete(child.pid);
      const result = { status, stdout, output: text };
      if (log) log.end(() => resolve(result));
      else resolve(result);
    };
    child.on('error', (error) => finish(127, `${command}: ${error.message}`));
    child.on('close', (status, signal) => finish(status ?? 1, signal ? `${output}${limit || `\nended by ${signal}`}` : output));
  });
}

/// As `attempt`, but a failure becomes a Refusal with the end of the output and `advice`.
export async function run(command, args, { advice, ...options } = {}) {
  const result = await attempt(command, args, options);
  if (result.status === 0) return result.stdout;
  const tail = result.output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  const where = options.logFile ? `; the whole output is in ${options.logFile}` : '';
  throw new Refusal(
    `${command} ended with status ${result.status}${where}.${advice ? ` ${advice}` : ''}`,
    { detail: tail },
  );
}
