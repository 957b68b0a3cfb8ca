import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { QUOTE_VALID_MS } from '../../contract/limits.ts';
import { LIVE_PATH, type LiveRequest } from '../../contract/live.ts';
import { percentile } from '../measure.ts';

/** The task that the process reads from standard input. */
export interface LiveTask {
  origin: string;
  connections: number;
  seconds: number;
  /** Assigned to the connections in turn */
  requests: LiveRequest['data'][];
}

export interface LiveResult {
  connected: number;
  received: number;
  /** From the moment for which the host computed a rate to its arrival, in milliseconds */
  p50: number;
  p99: number;
  /** The measured time, milliseconds since 1970 */
  from: number;
  to: number;
}

/** A host counts connections by address, and the loopback network has 16 million. */
const CONNECTIONS_PER_ADDRESS = 25;
const OPENING_AT_ONCE = 50;
const SETTLE_MS = 3_000;
const VALID_UNTIL = Buffer.from('"validUntil":"');
const ISO_LENGTH = '2026-11-20T14:02:11.000Z'.length;

/** A separate process: many clients that subscribe to rates. */
const task = (await json(process.stdin)) as LiveTask;
const latencies: number[] = [];
let isMeasuring = false;
const sockets: WebSocket[] = [];

const open = (index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const block = Math.floor(index / CONNECTIONS_PER_ADDRESS);
    const socket = new WebSocket(task.origin.replace('http', 'ws') + LIVE_PATH, {
      localAddress: `127.1.${block >> 8}.${block & 255}`,
      perMessageDeflate: false,
    });
    sockets.push(socket);
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => {
      if (isMeasuring) latencies.push(Date.now() - momentOf(data));
    });
    socket.once('open', () => {
      const request = task.requests[index % task.requests.length];
      socket.send(JSON.stringify({ event: 'pairs.rates', data: request }));
      resolve();
    });
  });

for (let index = 0; index < task.connections; index += OPENING_AT_ONCE) {
  const count = Math.min(OPENING_AT_ONCE, task.connections - index);
  await Promise.all(Array.from({ length: count }, (_, offset) => open(index + offset)));
}
await pause(SETTLE_MS);
const from = Date.now();
isMeasuring = true;
console.log('measuring');
await pause(task.seconds * 1_000);
isMeasuring = false;
const result: LiveResult = {
  connected: sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  received: latencies.length,
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  from,
  to: Date.now(),
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));

/** Returns when the host computed the quote: a fixed time before `validUntil`. */
function momentOf(data: Buffer): number {
  const start = data.indexOf(VALID_UNTIL) + VALID_UNTIL.length;
  return Date.parse(data.toString('latin1', start, start + ISO_LENGTH)) - QUOTE_VALID_MS;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
