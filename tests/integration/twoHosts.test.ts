import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { amount, roundToDecimal } from '../../contract/money.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import type { PairData } from '../../contract/schemas/rates.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { openExistingDatabase } from '../../server/db/openDatabase.ts';
import { parseEnvironment, type ServerEnvironment } from '../../server/env.ts';
import { loadDocumentSigner } from '../../server/guarantee/signingKeys.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { runOperatorCommand } from '../../server/operator/cli/runOperatorCommand.ts';
import { createLogger } from '../../server/common/log.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';
import { createAppApi } from '../support/appApi.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { freshDatabase } from '../support/postgres.ts';
import { makeQuotedOrder, quoteExchange, untilEvent } from '../support/samples/makeOrder.ts';
import { readOperatorSettings } from '../../server/operator/settings/operatorSettings.ts';

interface RunningHost extends Host {
  api: SiteApi;
  end(): Promise<void>;
}

let folder: string;
let databaseUrl: string;
let hosts: RunningHost[];

function environmentOf(name: string): ServerEnvironment {
  mkdirSync(join(folder, name), { recursive: true });
  return parseEnvironment({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, name),
    SEED_FILE: join(folder, 'seed'),
    SIGNING_KEY_FILE: join(folder, 'signing-key'),
    EMBEDDED_CHAIN_SPEED: '100000',
    REQUESTS_PER_MINUTE: '100000',
  });
}

/** Runs an operator's command, as on a third machine. */
async function operate(words: string): Promise<string> {
  const environment = environmentOf('operator');
  const database = await openExistingDatabase(environment, createLogger('silent'));
  const signer = await loadDocumentSigner(environment);
  const { settings: environmentSettings, siteOrigin } = environment;
  const context = {
    database,
    catalogue: loadCatalogue(),
    gateways: new Map(),
    signer,
    caps: readOperatorSettings(environmentSettings).payoutCaps,
    environmentSettings,
    siteOrigin,
    now: Date.now,
    operatorFile: '',
  };
  try {
    return await runOperatorCommand(context, words.split(' '));
  } finally {
    await database.destroy();
  }
}

/** Two processes behind one balancer share the database and the seed; their data directories are their own. */
async function start(name: string): Promise<RunningHost> {
  const host = await createHost(environmentOf(name), createLogger('silent'));
  const stop = await host.start();
  let isOver = false;
  const running: RunningHost = {
    ...host,
    api: createAppApi(host.app),
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
  folder = mkdtempSync(join(quickFolder(), 'two-hosts-'));
  writeFileSync(join(folder, 'signing-key'), '5a'.repeat(32), { mode: 0o600 });
  databaseUrl = await freshDatabase({ isEmpty: true });
  hosts = [];
});
afterEach(async () => {
  for (const host of hosts) await host.end();
  rmSync(folder, { recursive: true, force: true });
});

const DELIVERY = {
  destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  refundAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};

const quote = ({ api }: RunningHost) => quoteExchange(api, { from: 'btc', to: 'usdttrc20', amount: '0.01', rateMode: 'FIXED' });
const create = ({ api }: RunningHost, pair: PairData) => makeQuotedOrder(api, pair, DELIVERY);
const pay = ({ api }: RunningHost, { depositAddress }: Order) =>
  api.call('sandbox.send', { instrumentSlug: 'btc', toAddress: depositAddress, amount: '0.01' });
const untilPaidOut = ({ api }: RunningHost, order: Order) => untilEvent(api, order, 'WITHDRAWAL_COMPLETED');

test('serves an order from either of two hosts, and from the one that is left', async () => {
  // Both start at the same moment on an empty database.
  const [first, second] = await Promise.all([start('first'), start('second')]);
  const pair = await quote(first);
  const order = await create(second, pair);
  expect(order.amountToGet).toBe(pair.amountToGet);
  await pay(first, order);
  await untilPaidOut(second, order);

  const next = await create(first, await quote(second));
  await pay(second, next);
  await first.end();
  await untilPaidOut(second, next);
});

test('honours a fixed quote to the digit on a host that started after the quote', async () => {
  const first = await start('first');
  const pair = await quote(first);
  await first.end();
  const second = await start('second');
  // Another price, but not a jump, which would close the pair.
  const price = roundToDecimal(amount(pair.quotes.sellQuote.quoteValue).times('1.05'), 2, 'down');
  await second.api.call('sandbox.price', { symbol: 'BTC', price });
  expect((await create(second, pair)).amountToGet).toBe(pair.amountToGet);
});

test('refuses to start on the database with another seed', async () => {
  const first = await start('first');
  mkdirSync(join(folder, 'other'));
  const other = parseEnvironment({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'other') });
  await expect(createHost(other, createLogger('silent'))).rejects.toThrow(/^SEED_FILE /);
  await first.end();
});

test('closes a coin and stops payouts on both hosts with one command', async () => {
  const both = [await start('first'), await start('second')];
  const isOpen = async ({ api }: RunningHost): Promise<boolean | undefined> =>
    (await api.call('instruments.all', { all: 'true' })).find(({ slug }) => slug === 'ltc')?.activeToSend;
  const untilAll = async (expected: boolean): Promise<void> =>
    await vi.waitFor(async () => expect(await Promise.all(both.map(isOpen))).toEqual([expected, expected]), {
      timeout: CHAIN_PATIENCE_MS,
      interval: 250,
    });
  await untilAll(true);
  expect(await operate('pause instrument ltc send')).toContain('is closed');
  await untilAll(false);
  await operate('resume instrument ltc');
  await untilAll(true);

  const [first, second] = both;
  if (!first || !second) throw new Error('No hosts');
  await operate('stop-payouts everywhere');
  const order = await create(first, await quote(first));
  await pay(first, order);
  const { orderId, destinationAddress } = order;
  await vi.waitFor(
    async () => {
      const { attention } = await second.api.call('orders.publicInfo', { orderId, destinationAddress });
      expect(attention?.reason).toBe('PAYOUT_DELAYED');
    },
    { timeout: CHAIN_PATIENCE_MS, interval: 250 },
  );
  // Whichever host takes the networks over has the same stop.
  await first.end();
  await delay(3_000);
  const { orderEvents } = await second.api.call('orders.publicInfo', { orderId, destinationAddress });
  expect(orderEvents.map(({ kind }) => kind)).not.toContain('WITHDRAWAL_COMPLETED');
  await operate('resume-payouts everywhere');
  await untilPaidOut(second, order);
});
