// The socket of WebKitGTK's remote inspector (WEBKIT_INSPECTOR_SERVER). A message is the length of what follows (four bytes,
// big-endian), a byte that says that the rest is little-endian, a name that a zero ends, and a GVariant.

import { connect } from 'node:net';
import { setImmediate } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';

const LITTLE_ENDIAN = 1;
const HEAD = 5;

const u64 = (number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
};
const text = (string) => Buffer.from(`${string}\0`);

/** `(sa{sv})` with an empty dictionary: the string, what aligns the dictionary, and where the string ends. */
function nameWithNothing(string) {
  const bytes = text(string);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7), Buffer.from([bytes.length])]);
}

/** Containers say where their parts of variable size end, in numbers as wide as the container needs. */
const offsetWidth = ({ length }) => (length <= 0xff ? 1 : length <= 0xffff ? 2 : 4);

/** `(ta(tsssb))`: a connection and what can be inspected or automated over it. */
function targetList(bytes) {
  const connection = bytes.readBigUInt64LE(0);
  const list = bytes.subarray(8);
  const targets = [];
  if (list.length === 0) return targets;
  const width = offsetWidth(list);
  const firstEnd = list.readUIntLE(list.length - width, width);
  for (let at = firstEnd, start = 0; at < list.length; at += width) {
    const end = list.readUIntLE(at, width);
    const row = list.subarray((start + 7) & ~7, end);
    const wide = offsetWidth(row);
    const typeEnd = row.readUIntLE(row.length - wide, wide);
    targets.push({ connection, target: row.readBigUInt64LE(0), type: row.subarray(8, typeEnd - 1).toString() });
    start = end;
  }
  return targets;
}

/** A browser's end of that socket, for a session that automates the browser and inspects its pages. */
export class Wire {
  #socket;
  #unread = Buffer.alloc(0);
  onTargets = () => {};
  onMessage = () => {};
  onClose = () => {};

  /** Waits until the browser listens. `given up` tells that it never will. */
  static async open(port, givenUp) {
    const wire = new Wire();
    while (!givenUp()) {
      if (await wire.#connect(port)) return wire;
      await sleep(20);
    }
    throw new Error('the browser ended before it listened');
  }

  #connect(port) {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', () => resolve(false));
      socket.once('connect', () => {
        this.#socket = socket;
        socket.setNoDelay(true);
        socket.on('data', (bytes) => {
          this.#read(bytes);
          // Before the browser has the system's receipt for this, it sends nothing more (Nagle's algorithm), and the system keeps
          // receipts back for 40 ms, unless something goes that way: a message of a name that the browser passes over.
          this.#send('Heard');
        });
        socket.on('close', () => this.onClose());
        resolve(true);
      });
    });
  }

  #read(bytes) {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    while (this.#unread.length >= HEAD) {
      const end = HEAD + this.#unread.readUInt32BE(0);
      if (this.#unread.length < end) return;
      const message = this.#unread.subarray(HEAD, end);
      this.#unread = this.#unread.subarray(end);
      const zero = message.indexOf(0);
      // Each in a turn of its own: what waits for an answer goes on before the next message is dealt with.
      setImmediate(() => this.#receive(message.subarray(0, zero).toString(), message.subarray(zero + 1)));
    }
  }

  #receive(name, body) {
    if (name === 'SetTargetList') this.onTargets(targetList(body));
    if (name === 'SendMessageToFrontend') this.onMessage(body.readBigUInt64LE(8), JSON.parse(body.subarray(16, -1).toString()));
  }

  #send(name, ...parts) {
    const rest = Buffer.concat([text(name), ...parts]);
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE(rest.length);
    head[4] = LITTLE_ENDIAN;
    this.#socket.write(Buffer.concat([head, rest]));
  }

  startAutomation() {
    this.#send('StartAutomationSession', nameWithNothing('tests'));
  }

  setUp({ connection, target }) {
    this.#send('Setup', u64(connection), u64(target));
  }

  send({ connection, target }, message) {
    this.#send('SendMessageToBackend', u64(connection), u64(target), text(JSON.stringify(message)));
  }

  close() {
    this.#socket.destroy();
  }
}
