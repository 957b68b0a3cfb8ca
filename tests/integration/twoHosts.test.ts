import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../contract/schemas/orders.ts';
import type { PairData } from '../../contract/schemas/rates.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { createLogger } from '../../server/log.ts';
import { freshDatabase } from '../support/postgres.ts';

interface RunningHost extends Host {
  end(): Promise<void>;
}

let folder: string;
let databaseUrl: string;
let hosts: RunningHost[];

/** Two processes behind one balancer share the database and the seed; their data directories are their own. */
async function start(name: string): Promise<RunningHost> {
  mkdirSync(join(folder, name), { recursive: true });
  const environment = parseEnvironment({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, name),
    SEED_FILE: join(folder, 'seed'),
    SIGNING_KEY_FILE: join(folder, 'signing-key'),
    EMBEDDED_CHAIN_SPEED: '100000',
    REQUESTS_PER_MINUTE: '100000',
  });
  const host = await createHost(environment, createLogger('silent'));
  const stop = await host.start();
  let isOver = false;
  const running: RunningHost = {
    ...host,
    end: async () => {
      if (isOver) return;
      isOver = true;
      await host.app.close();
      await stop();
      await host.close();
    },
  };
  hosts.push(running);
  return running;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-hosts-'));
  writeFileSync(join(folder, 'signing-key'), '5a'.repeat(32), { mode: 0o600 });
  databaseUrl = await freshDatabase({ isEmpty: true });
  hosts = [];
});
afterEach(async () => {
  for (const host of hosts) await host.end();
  rmSync(folder, { recursive: true, force: true });
});

async function call<Answer>(host: Host, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
  const answer = await host.app.inject({ method, url, headers: { host: 'localhost' }, ...(payload && { payload }) });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json<Answer>();
}

const DESTINATION = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
const REFUND = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

async function quote(host: Host): Promise<PairData> {
  const query = { instrumentFromSlug: 'btc', instrumentToSlug: 'usdttrc20', rateMode: 'FIXED', claimedDepositAmount: '0.01' };
  return await call<PairData>(host, 'GET', `/api/v2/rates/public/one?${new URLSearchParams(query).toString()}`);
}

async function create(host: Host, pair: PairData): Promise<Order> {
  const reference = ({ currencyTitle, networkTitle, slug }: PairData['instrumentFrom']) => ({
    currencyTitle,
    networkTitle,
    slug,
  });
  return await call<Order>(host, 'POST', '/api/v1/orders/public/create', {
    rateMode: 'FIXED',
    instrumentFrom: reference(pair.instrumentFrom),
    instrumentTo: reference(pair.instrumentTo),
    destinationAddress: DESTINATION,
    refundAddress: REFUND,
    claimedPublicRate: {
      finalNetworkFeeAmount: pair.finalNetworkFeeAmount,
      platformFee_Absolute: pair.platformFee_Absolute,
      price: pair.price,
      quotes: pair.quotes,
      updatedAt: pair.updatedAt,
      claimedAmountToReceive: pair.amountToGet,
    },
    claimedNetworkFee: pair.finalNetworkFeeAmount,
    claimedDepositAmount: '0.01',
    quoteId: pair.quoteId,
  });
}

const kindsOf = async (host: Host, order: Order): Promise<string[]> => {
  const query = new URLSearchParams({ orderId: order.orderId, destinationAddress: DESTINATION });
  const { orderEvents } = await call<Order>(host, 'GET', `/api/v1/orders/public-info?${query.toString()}`);
  return orderEvents.map((event) => event.kind);
};

const pay = (host: Host, order: Order) =>
  call(host, 'POST', '/api/sandbox/send', { instrumentSlug: 'btc', toAddress: order.depositAddress, amount: '0.01' });

test('serves an order from either of two hosts, and from the one that is left', { timeout: 120_000 }, async () => {
  // Both start at the same moment on an empty database.
  const [first, second] = await Promise.all([start('first'), start('second')]);
  const pair = await quote(first);
  const order = await create(second, pair);
  expect(order.amountToGet).toBe(pair.amountToGet);
  await pay(first, order);
  await expect.poll(() => kindsOf(second, order), { timeout: 60_000, interval: 250 }).toContain('WITHDRAWAL_COMPLETED');

  const next = await create(first, await quote(second));
  await pay(second, next);
  await first.end();
  await expect.poll(() => kindsOf(second, next), { timeout: 60_000, interval: 250 }).toContain('WITHDRAWAL_COMPLETED');
});

test('honours a fixed quote to the digit on a host that started after the quote', { timeout: 120_000 }, async () => {
  const first = await start('first');
  const pair = await quote(first);
  await first.end();
  const second = await start('second');
  await call(second, 'POST', '/api/sandbox/price', { symbol: 'BTC', price: '1000000' });
  expect((await create(second, pair)).amountToGet).toBe(pair.amountToGet);
});

test('refuses to start on the database with another seed', { timeout: 60_000 }, async () => {
  const first = await start('first');
  mkdirSync(join(folder, 'other'));
  const other = parseEnvironment({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'other') });
  await expect(createHost(other, createLogger('silent'))).rejects.toThrow(/^SEED_FILE /);
  await first.end();
});
