// The one option of the servers: --port NUMBER.

import { Refusal } from './log.mjs';
import { givenOptions } from './options.mjs';

const DEFAULT_PORT = 8080;

/// `{port, tryNext}`: a port that was asked for is taken or refused, the usual one gives way to the next.
export function requestedPort() {
  const { port } = givenOptions({ port: { type: 'string' } });
  if (port === undefined) return { port: DEFAULT_PORT, tryNext: true };
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    throw new Refusal(`--port ${port}: a port is a number from 1 to 65535.`);
  }
  return { port: Number(port), tryNext: false };
}
