// The one option of the servers: --port NUMBER.

import { parseArgs } from 'node:util';
import { Refusal } from './log.mjs';

const DEFAULT_PORT = 8080;

/// `{port, tryNext}`: a port that was asked for is taken or refused, the usual one gives way to the next.
export function requestedPort() {
  let port;
  try {
    ({ port } = parseArgs({ options: { port: { type: 'string' } } }).values);
  } catch (error) {
    throw new Refusal(`${error.message} The one option is --port NUMBER.`);
  }
  if (port === undefined) return { port: DEFAULT_PORT, tryNext: true };
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    throw new Refusal(`--port ${port}: a port is a number from 1 to 65535.`);
  }
  return { port: Number(port), tryNext: false };
}
