// Progress on the terminal: one line a step, with the seconds that it took.

const isTerminal = Boolean(process.stdout.isTTY);
let inLine = false; // whether a step's line has no end yet

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function endLine() {
  if (inLine) process.stdout.write('\n');
  inLine = false;
}

/// A line of its own, also while a step is under way, whose line is then written anew.
export function say(text) {
  endLine();
  console.log(text);
}

/// Runs `work` and shows one line for it. On a terminal the line counts the seconds while it runs.
export async function step(title, work) {
  const started = performance.now();
  const write = (text, end = '') => {
    process.stdout.write(isTerminal ? `\r  ${title} … ${text} ${end}` : `${inLine ? '' : `  ${title} … `}${text}${end}`);
    inLine = end === '';
  };
  endLine();
  write(isTerminal ? seconds(started) : '');
  const ticking = isTerminal && setInterval(() => write(seconds(started)), 1000);
  try {
    const result = await work();
    clearInterval(ticking);
    write(seconds(started), '\n');
    return result;
  } catch (error) {
    clearInterval(ticking);
    write('failed', '\n');
    if (error instanceof Refusal && !error.step) error.step = title;
    throw error;
  }
}

/// What a person has to know: which step failed, why, and what to do about it.
export class Refusal extends Error {
  constructor(message, { detail = '' } = {}) {
    super(message);
    this.detail = detail;
  }
}

/// Runs a whole program: a Refusal becomes a few plain lines and exit status 1.
export async function main(work) {
  try {
    const status = await work();
    process.exitCode = status ?? 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.detail) console.error(error.detail.trimEnd());
    console.error(error.step ? `${error.step}: ${error.message}` : error.message);
    process.exitCode = 1;
  }
}
