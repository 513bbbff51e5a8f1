// Checks that the algorithm that CONTRIBUTING.md shows is the one that the tests build, to the letter.

import { readFileSync } from 'node:fs';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const EXAMPLE = 'tests/native/support/example_algorithm.cpp';

const quotes = [...read('CONTRIBUTING.md').matchAll(/^```cpp\n(.*?)^```$/gms)].map(([, code]) => code);
const same = quotes.length === 1 && quotes[0] === read(EXAMPLE);
if (same) console.log(`CONTRIBUTING.md quotes ${EXAMPLE} as it is.`);
else console.error(`CONTRIBUTING.md must quote ${EXAMPLE}, whole and as it is, in its one block of cpp.`);
process.exitCode = same ? 0 : 1;
