import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { LIVE_PATH, type LiveMessage } from '../../contract/live.ts';
import { LIVE_LIMITS } from '../../server/live/connection.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import type { Exchange } from './support/exchange.ts';
import { judgeBooks } from './support/judgeLives.ts';

/** One client in this many reads slowly and subscribes to as much as a connection may. */
const SLOW_SHARE = 20;
/** The host pings every open connection. It closes one that is silent for two rounds. */
const LASTS_MS = 2 * LIVE_LIMITS.pingMs + 4_000;
/** For a machine that has much else to do. */
const LASTS_AT_MOST_MS = 4 * LASTS_MS;
/** Rates move several times a second; on a busy machine they are heard later. */
const FRESH_MS = 10_000;
/** More than the sockets of the system hold for somebody who does not read, so that the rest stays with the host. */
const FULL_BYTES = 5_500_000;
/** A slow client that got so much of what a quick one got was never slow. */
const SLOW_GOT_AT_MOST = 0.95;
const SEND_EVERY_MS = 4_000;

type Habit = 'good' | 'slow' | 'cut' | 'half-open' | 'witness';

interface Client {
  habit: Habit;
  socket: WebSocket;
  lastAt: number;
  /** The longest that it ever waited for the next rate */
  longestGapMs: number;
  messages: number;
  bytes: number;
}

/** Live connections that are cut, half-open or read slowly, beside good ones, which must not notice. */
export const socketsDrill = defineDrill({
  name: 'sockets',
  summary: (clients) =>
    `${clients} live connections: some are cut, some half-open, some stop reading until all buffers are full; the good ones do not notice`,
  size: { full: 400, short: 40 },
  databases: ['sqlite'],
  environment: { EMBEDDED_MARKET_STEP_MS: '100' },
  practise: async (world) => {
    await disturb(world);
    await judgeBooks(world);
  },
});

async function disturb(world: DrillWorld): Promise<void> {
  const { exchange, count, random, log, complain } = world;
  const habits: Habit[] = Array.from({ length: count }, (_, number) => HABITS[number % HABITS.length] ?? 'good');
  const slow: Habit[] = Array.from({ length: Math.ceil(count / SLOW_SHARE) }, () => 'slow');
  const clients: Client[] = [];
  for (const habit of random.shuffle<Habit>([...habits, ...slow, 'witness'])) {
    clients.push(await subscribe(exchange.anyUrl(), clients.length, habit));
  }
  const of = (habit: Habit): Client[] => clients.filter((client) => client.habit === habit);
  const openedAt = await readMetric(exchange, 'causeway_live_subscriptions');
  log(`${of('good').length} good, ${of('slow').length} slow, ${of('cut').length} to be cut, ${of('half-open').length} half-open`);

  for (const habit of HABITS) if (of(habit).length === 0) complain(`not practised: no client is ${habit}`);
  for (const { socket } of of('cut')) socket.terminate();
  // Its packets are read by nobody from here on, and it answers nothing: as a phone that lost its network.
  for (const { socket } of of('half-open')) socket.pause();
  for (const { socket } of of('slow')) socket.pause();
  for (const client of clients) [client.longestGapMs, client.messages, client.bytes] = [0, 0, 0];
  const [witness] = of('witness');
  const alive = subscriptionsOf(clients.filter(({ habit }) => habit !== 'cut' && habit !== 'half-open'));
  const startedAt = Date.now();
  const hasLasted = async (): Promise<boolean> => {
    const lasted = Date.now() - startedAt;
    if (lasted < LASTS_MS) return false;
    if (lasted > LASTS_AT_MOST_MS) return true;
    return (witness?.bytes ?? 0) >= FULL_BYTES && (await readMetric(exchange, 'causeway_live_subscriptions')) <= alive;
  };
  while (!(await hasLasted())) {
    // It reads nothing, and is there: what it says still arrives.
    for (const { socket } of of('slow')) socket.pong();
    await wait(SEND_EVERY_MS);
  }
  const sent = witness?.messages ?? 0;
  log(`${Math.round((Date.now() - startedAt) / 1_000)} s later each slow one was sent ${sent} rates, and read none`);
  for (const { socket } of of('slow')) socket.resume();
  await wait(SEND_EVERY_MS);
  await judge(world, { clients, openedAt, sent });
}

const HABITS: readonly Habit[] = ['good', 'good', 'cut', 'half-open'];

const subscriptionsOf = (clients: readonly Client[]): number =>
  clients.reduce((sum, { habit }) => sum + pairsOf(habit).length, 0);

async function judge(
  { exchange, log, complain }: DrillWorld,
  { clients, openedAt, sent }: { clients: readonly Client[]; openedAt: number; sent: number },
): Promise<void> {
  const of = (habit: Habit): Client[] => clients.filter((client) => client.habit === habit);
  const good = [...of('good'), ...of('witness')];
  const alive = [...good, ...of('slow')];
  const [all, served] = [subscriptionsOf(clients), subscriptionsOf(alive)];
  const subscriptions = await readMetric(exchange, 'causeway_live_subscriptions');
  log(`the host counts ${subscriptions} subscriptions of ${openedAt}; ${served} are of clients that are alive`);
  if (openedAt !== all) complain(`clients subscribed ${all} times, and the host counted ${openedAt}`);
  if (subscriptions !== served) complain(`the host still serves ${subscriptions} subscriptions of ${served} live ones`);

  const longestGapMs = Math.max(...good.map((client) => Math.max(client.longestGapMs, Date.now() - client.lastAt)));
  log(`the longest that a good one waited for the next rate was ${longestGapMs} ms`);
  if (longestGapMs > FRESH_MS) complain(`a client that reads has heard nothing for ${longestGapMs} ms`);
  const late = of('slow').filter(({ lastAt }) => Date.now() - lastAt > FRESH_MS);
  if (late.length > 0) complain(`${late.length} clients that read again have no fresh rate`);
  const most = Math.max(...of('slow').map(({ messages }) => messages));
  log(`the slow ones got at most ${most} of what they were sent: the rest was never queued`);
  if (most > sent * SLOW_GOT_AT_MOST)
    complain(`not practised: no slow client was full, ${most} of ${sent} rates were kept for one`);
  for (const { socket } of clients) socket.terminate();
}

/** Resolves with the first rate, so that every client is known to be served. */
async function subscribe(url: string, number: number, habit: Habit): Promise<Client> {
  const address = { 'x-forwarded-for': `198.19.${Math.floor(number / 250)}.${(number % 250) + 1}` };
  const socket = new WebSocket(url.replace('http', 'ws') + LIVE_PATH, { headers: address });
  const client: Client = { habit, socket, lastAt: Date.now(), longestGapMs: 0, messages: 0, bytes: 0 };
  const { promise, resolve, reject } = Promise.withResolvers<Client>();
  const waiting = new Set(pairsOf(habit).map((_, subscription) => `${subscription}`));
  socket.on('error', reject);
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as LiveMessage;
    if (message.event !== 'pairs.rates') return;
    client.longestGapMs = Math.max(client.longestGapMs, Date.now() - client.lastAt);
    client.lastAt = Date.now();
    client.messages += 1;
    client.bytes += bytes.length;
    waiting.delete(message.subscriptionId ?? '');
    if (waiting.size === 0) resolve(client);
  });
  socket.once('open', () => {
    for (const [subscription, pair] of pairsOf(habit).entries()) {
      socket.send(JSON.stringify({ event: 'pairs.rates', data: { ...pair, subscriptionId: `${subscription}` } }));
    }
  });
  return await promise;
}

/** Returns the pairs that a client subscribes to: one, or many to fill the buffers between it and the host. */
const pairsOf = (habit: Habit) => (habit === 'slow' || habit === 'witness' ? MANY : MANY.slice(0, 1));

const MANY = Array.from({ length: LIVE_LIMITS.subscriptionsPerConnection }, (_, step) => `0.${100 + step}`)
  .flatMap((claimedDepositAmount) =>
    ['eth', 'ltc', 'sol', 'xrp', 'usdttrc20', 'usdterc20', 'usdcerc20', 'usdtsol', 'trx', 'usdcsol'].flatMap((instrumentToSlug) =>
      ['FLOATING', 'FIXED'].map((rateMode) => ({ instrumentFromSlug: 'btc', instrumentToSlug, rateMode, claimedDepositAmount })),
    ),
  )
  .slice(0, LIVE_LIMITS.subscriptionsPerConnection);

/** A number that the host tells Prometheus. */
async function readMetric(exchange: Exchange, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', exchange.anyUrl()))).text();
  const found = new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`The host does not measure ${name}`);
  return Number(found);
}
