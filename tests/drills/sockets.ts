import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { LIVE_PATH, type LiveMessage } from '../../contract/live.ts';
import { LIVE_LIMITS } from '../../server/live/connection.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { createRandom } from './support/random.ts';

const FULL = 400;
const SHORT = 40;
/** The host asks every open connection so often whether it is alive; whoever was silent for two rounds is gone. */
const LASTS_MS = 2 * LIVE_LIMITS.pingMs + 4_000;
/** For a machine that has much else to do. */
const LASTS_AT_MOST_MS = 4 * LASTS_MS;
/** A rate changes every second or so; on a busy machine later. */
const FRESH_MS = 10_000;

type Habit = 'good' | 'slow' | 'cut' | 'half-open';

interface Client {
  habit: Habit;
  socket: WebSocket;
  lastAt: number;
}

/** Live connections that are cut, half-open or read slowly, beside good ones, which must not notice. */
export const socketsDrill: Drill = {
  summary: `${FULL} live connections: some are cut, some half-open, some read slowly; the good ones do not notice`,
  run: async (options) => {
    const exchange = await openExchange({ databaseUrl: null, processes: 1 });
    try {
      return await practise(options, exchange);
    } finally {
      await exchange.close();
    }
  },
};

async function practise(options: DrillOptions, exchange: Exchange): Promise<string[]> {
  const { log } = options;
  const random = createRandom(options.seed);
  const count = howMany(options, { full: FULL, short: SHORT });
  const clients: Client[] = [];
  for (let number = 0; number < count; number += 1) {
    clients.push(await subscribe(exchange.anyUrl(), number, random.pick(['good', 'good', 'slow', 'cut', 'half-open'])));
  }
  const of = (habit: Habit): Client[] => clients.filter((client) => client.habit === habit);
  const openedAt = await readMetric(exchange, 'causeway_live_subscriptions');
  log(
    `sockets: ${of('good').length} good, ${of('slow').length} slow, ${of('cut').length} to be cut, ${of('half-open').length} half-open`,
  );

  for (const { socket } of of('cut')) socket.terminate();
  // Its packets are read by nobody from here on, and it answers nothing: as a phone that lost its network.
  for (const { socket } of of('half-open')) socket.pause();
  const alive = of('good').length + of('slow').length;
  const startedAt = Date.now();
  const hasLasted = async (): Promise<boolean> => {
    const lasted = Date.now() - startedAt;
    if (lasted < LASTS_MS) return false;
    return lasted > LASTS_AT_MOST_MS || (await readMetric(exchange, 'causeway_live_subscriptions')) <= alive;
  };
  while (!(await hasLasted())) {
    for (const { socket } of of('slow')) socket.pause();
    await wait(3_000);
    for (const { socket } of of('slow')) socket.resume();
    await wait(500);
  }
  log(`sockets: ${Math.round((Date.now() - startedAt) / 1_000)} s later`);
  return await judge(exchange, { clients, openedAt, log });
}

async function judge(
  exchange: Exchange,
  seen: { clients: readonly Client[]; openedAt: number; log: (line: string) => void },
): Promise<string[]> {
  const { clients, openedAt, log } = seen;
  const broken: string[] = [];
  const alive = clients.filter(({ habit }) => habit === 'good' || habit === 'slow');
  const subscriptions = await readMetric(exchange, 'causeway_live_subscriptions');
  log(`sockets: the host counts ${subscriptions} subscriptions of ${openedAt}; ${alive.length} clients are alive`);
  if (openedAt !== clients.length) broken.push(`${clients.length} clients subscribed, and the host counted ${openedAt}`);
  if (subscriptions !== alive.length)
    broken.push(`the host still serves ${subscriptions} subscriptions of ${alive.length} live ones`);
  const forgotten = alive.filter(({ lastAt }) => Date.now() - lastAt > FRESH_MS);
  if (forgotten.length > 0) broken.push(`${forgotten.length} clients that read have heard nothing for ${FRESH_MS / 1_000} s`);
  for (const { socket } of clients) socket.terminate();
  return broken;
}

/** Resolves with the first rate, so that every client is known to be served. */
async function subscribe(url: string, number: number, habit: Habit): Promise<Client> {
  const address = { 'x-forwarded-for': `198.19.${Math.floor(number / 250)}.${(number % 250) + 1}` };
  const socket = new WebSocket(url.replace('http', 'ws') + LIVE_PATH, { headers: address });
  const client: Client = { habit, socket, lastAt: 0 };
  const { promise, resolve, reject } = Promise.withResolvers<Client>();
  socket.on('error', reject);
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as LiveMessage;
    if (message.event !== 'pairs.rates') return;
    client.lastAt = Date.now();
    resolve(client);
  });
  socket.once('open', () => {
    const pair = { instrumentFromSlug: 'btc', instrumentToSlug: 'eth', rateMode: 'FLOATING', claimedDepositAmount: '0.05' };
    socket.send(JSON.stringify({ event: 'pairs.rates', data: { ...pair, subscriptionId: `${number}` } }));
  });
  return await promise;
}

/** A number that the host tells Prometheus. */
async function readMetric(exchange: Exchange, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', exchange.anyUrl()))).text();
  const found = new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`The host does not measure ${name}`);
  return Number(found);
}
