// The options of the project's own programs.

import { parseArgs } from 'node:util';
import { Refusal } from './log.mjs';

/// The values of a program's options, as parseArgs takes them. An unknown one is refused with those that there are.
export function givenOptions(options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const those = known.length === 1 ? `the one option is ${known[0]}` : `the options are ${known.join(', ')}`;
    // The first sentence says what, the others guess why.
    throw new Refusal(`${error.message.split('. ')[0].replace(/\.$/, '')}: ${those}.`);
  }
}
