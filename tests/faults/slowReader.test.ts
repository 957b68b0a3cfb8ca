import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '../../contract/live.ts';
import { createLiveConnections, LIVE_LIMITS, type LiveConnections } from '../../server/live/connection.ts';
import { createLiveRates } from '../../server/live/liveRates.ts';
import { liveRoutes } from '../../server/routes/live.ts';
import { samplePairData } from '../support/samples/samplePairData.ts';

const MOST_ROUNDS = 20_000;
const ROUND_MS = 250;
const log = pino({ level: 'silent' });

test('a slow reader gets the latest rate and never a queue', async () => {
  let round = 0;
  let move: (symbols: readonly string[]) => void = () => undefined;
  const rates = createLiveRates({
    prepare: () => () => ({ ...samplePairData(), price: `${round}` }),
    symbolsOf: () => ['BTC'],
    onTick: (listener) => {
      move = listener;
      return () => undefined;
    },
    onCount: () => undefined,
    log,
    now: () => round * ROUND_MS,
  });
  const stop = rates.start();
  const orders = {
    watch: () => () => undefined,
    watches: 0,
    tick: () => Promise.resolve(),
    start: () => () => Promise.resolve(),
  };
  const app = Fastify();
  const connections = createLiveConnections({ rates, orders }, log);
  const served: WebSocket[] = [];
  const serve: LiveConnections['serve'] = (socket, wire, address) => {
    served.push(socket);
    connections.serve(socket, wire, address);
  };
  await app.register(liveRoutes({ admit: connections.admit, serve, count: 0 }));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new WebSocket(origin.replace('http', 'ws') + LIVE_PATH);
  const prices: string[] = [];
  client.on('message', (data: Buffer) =>
    prices.push((JSON.parse(data.toString('utf8')) as { data: { price: string } }).data.price),
  );
  client.once('open', () => client.send(JSON.stringify({ event: 'pairs.rates', data: REQUEST })));
  await expect.poll(() => prices.length).toBeGreaterThan(0);

  const [server] = served;
  const step = async () => {
    round += 1;
    move(['BTC']);
    rates.tick();
    await setImmediate();
    return server?.bufferedAmount ?? 0;
  };
  client.pause();
  let most = 0;
  while (round < MOST_ROUNDS && most <= LIVE_LIMITS.bufferedBytes) most = Math.max(most, await step());
  const roundsTaken = round;
  for (let more = 0; more < 500; more += 1) most = Math.max(most, await step());
  expect(roundsTaken).toBeLessThan(MOST_ROUNDS);
  expect(most).toBeGreaterThan(LIVE_LIMITS.bufferedBytes);
  expect(most).toBeLessThan(LIVE_LIMITS.bufferedBytes + 2 * JSON.stringify(samplePairData()).length);

  const latest = round;
  client.resume();
  await expect.poll(() => server?.bufferedAmount).toBe(0);
  rates.tick();
  await expect.poll(() => prices.at(-1)).toBe(`${latest}`);
  expect(prices.length).toBeLessThan(roundsTaken + 10);
  stop();
  client.terminate();
  await app.close();
});

const REQUEST = { instrumentFromSlug: 'btc', instrumentToSlug: 'eth', rateMode: 'FLOATING', claimedDepositAmount: '0.05' };
