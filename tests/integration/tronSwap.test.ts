import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Decimal } from '../../contract/money.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { createLogger } from '../../server/common/log.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { openExistingDatabase } from '../../server/db/openDatabase.ts';
import type { ServerEnvironment } from '../../server/env.ts';
import { loadDocumentSigner } from '../../server/guarantee/signingKeys.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { MAX_RETRY_DELAY_MS, reconcileNow } from '../../server/orders/testing/hostActions.ts';
import { startOrderHost, ADDRESSES } from '../../server/orders/testing/orderHost.ts';
import { hexOf } from '../../server/ports/chain/tron/tronCalls.ts';
import { createTronWallet } from '../../server/ports/chain/tron/tronWallet.ts';
import { readSeedFile } from '../../server/ports/chain/wallet/seedFile.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { createRecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { addCustomer, credit, withdrawalsOf } from '../../server/withdrawals/testing/withdrawalHost.ts';
import { createAppApi } from '../support/appApi.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { tokenBalance } from '../support/nodes/tron/ledger.ts';
import {
  startTronStandin,
  testTronGateway,
  tronPayment,
  USDT,
  USDT_CONTRACT,
  TRON,
  type TronStandin,
} from '../support/nodes/tron/tronStandin.ts';
import { makeOrder, quoteExchange } from '../support/samples/makeOrder.ts';
import { createTestPorts, parseTestEnvironment } from '../support/testPorts.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';

/** A block is solid when so many newer ones follow. */
const SOLID = 19;
const MOST_ROUNDS = 240;
const PATIENCE = { timeout: CHAIN_PATIENCE_MS, interval: 1_000 };
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const customer = createTronWallet(new Uint8Array(64).fill(3), 'nile');

const has = (kind: string) => (order: Order) => order.orderEvents.some((event) => event.kind === kind);
const received = ({ chain }: TronStandin, address: string): bigint =>
  tokenBalance(chain.head().after, USDT_CONTRACT, hexOf(address));

/** Runs the whole API host on two stand-in nodes, as a customer: only through public calls. */
describe('A swap on stand-in TRON nodes', () => {
  let standin: TronStandin;
  let environment: ServerEnvironment;
  let host: Host;
  let api: SiteApi;
  let stop: () => Promise<void>;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(quickFolder(), 'causeway-tron-'));
    const seedFile = join(directory, 'seed');
    await writeFile(seedFile, '5c'.repeat(32));
    await chmod(seedFile, 0o600);
    standin = await startTronStandin({ wallet: createTronWallet(await readSeedFile(seedFile), 'nile') });
    const networksFile = join(directory, 'networks.json');
    const rpcUrls = [standin.urls[0], { url: standin.urls[1], solidityUrl: standin.urls[1] }];
    await writeFile(networksFile, JSON.stringify([{ networkSlug: TRON, chain: 'nile', rpcUrls }]));
    environment = parseTestEnvironment({
      DATA_DIR: directory,
      SEED_FILE: seedFile,
      LOCAL_NETWORKS_FILE: networksFile,
      EMBEDDED_CHAIN_SPEED: '1000',
    });
    host = await createHost(environment, createLogger(process.env['LOG_LEVEL'] ?? 'silent'), createTestPorts);
    stop = await host.start();
    api = createAppApi(host.app);
  });
  afterAll(async () => {
    await host?.app.close();
    await stop?.();
    await host?.close();
    await standin.close();
    await rm(directory, { recursive: true });
  });

  /** Creates an order. On a busy machine the network opens some seconds after the start. */
  const create = (from: string, to: string, amount: Decimal, destinationAddress: string, refundAddress: string): Promise<Order> =>
    vi.waitFor(() => makeOrder(api, { from, to, amount, rateMode: 'FLOATING', destinationAddress, refundAddress }), PATIENCE);
  const read = ({ orderId, destinationAddress }: Order) => api.call('orders.publicInfo', { orderId, destinationAddress });

  /** Mines until all orders have been paid out. Polls within the rate limit of one client. */
  async function untilPaid(orders: readonly Order[]): Promise<Order[]> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const current = await Promise.all(orders.map(read));
      if (current.every(has('WITHDRAWAL_COMPLETED'))) return current;
      standin.chain.mine(10);
      await delay(500);
    }
    throw new Error(`the orders do not get on: ${JSON.stringify(await Promise.all(orders.map(read)))}`);
  }

  it('exchanges USDT and TRX for an embedded Bitcoin and back, and the books agree', async () => {
    const [token, coin] = [
      await create(USDT, 'btc', '300', BTC_ADDRESS, customer.addressAt(1)),
      await create('trx', 'btc', '900', BTC_ADDRESS, customer.addressAt(1)),
    ];
    expect(token.minConfirmationsToWithdraw).toBe(19);
    const deposits = [standin.pay(USDT, token.depositAddress, '300'), standin.pay('trx', coin.depositAddress, '900')];
    // A payout that creates an account costs more, which the customer would have to confirm.
    standin.pay('trx', customer.addressAt(3), '1');
    standin.chain.mine(20);
    const back = [
      await create('btc', USDT, '0.005', customer.addressAt(2), BTC_ADDRESS),
      await create('btc', 'trx', '0.005', customer.addressAt(3), BTC_ADDRESS),
    ];
    for (const { depositAddress: toAddress } of back)
      await api.call('sandbox.send', { instrumentSlug: 'btc', toAddress, amount: '0.005' });
    const [tokenPaid, coinPaid, usdt, trx] = await untilPaid([token, coin, ...back]);
    expect(tokenPaid?.deposits).toMatchObject([{ amount: '300', txHash: deposits[0] }]);
    expect(coinPaid?.deposits).toMatchObject([{ amount: '900', txHash: deposits[1] }]);
    // The nodes themselves say what the customer has.
    expect(standin.chain.find(usdt?.withdrawals[0]?.txHash ?? '')).toBeDefined();
    expect(received(standin, customer.addressAt(2))).toBeGreaterThan(0n);
    expect(standin.chain.find(trx?.withdrawals[0]?.txHash ?? '')).toBeDefined();
    // Its deposit address gets TRX for the fee, and is emptied.
    await vi.waitFor(() => {
      standin.chain.mine(5);
      expect(received(standin, token.depositAddress)).toBe(0n);
    }, PATIENCE);
    await vi.waitFor(async () => {
      standin.chain.mine(5);
      expect(await differences()).toEqual([]);
    }, PATIENCE);
  });

  it('does not start with keys of the real network and nodes of a test network', async () => {
    const { realNetworks } = environment;
    const wrong = { ...environment, realNetworks: realNetworks.map((settings) => ({ ...settings, chain: 'main' as const })) };
    const parts = { catalogue: loadCatalogue(), usdPrice: () => undefined, log: createLogger('silent') };
    const fresh = await openMemoryDatabase();
    const used = await openExistingDatabase(environment, parts.log);
    onTestFinished(async () => {
      await fresh.destroy();
      await used.destroy();
    });
    await expect(createTestPorts(wrong, { ...parts, database: fresh })).rejects.toThrow(/another chain than "main"/);
    await expect(createTestPorts(wrong, { ...parts, database: used })).rejects.toThrow(/has books of the chain "nile"/);
    await expect(createTestPorts(wrong, { ...parts, database: used })).rejects.toThrow(ConfigurationError);
  });

  it('closes the coins of TRON with a public reason while a node does not answer, and no other coin', async () => {
    const quote = async (from: string, to: string) =>
      await quoteExchange(api, { from, to, amount: from === 'btc' ? '0.01' : '300', rateMode: 'FLOATING' }).then(
        () => 'open',
        (error: unknown) => String(error),
      );
    await vi.waitFor(async () => expect(await quote(USDT, 'btc')).toBe('open'), PATIENCE);
    standin.nodes.second.break({ silence: 'all' });
    await vi.waitFor(async () => expect(await quote(USDT, 'btc')).toContain('NETWORK_UNAVAILABLE'), PATIENCE);
    expect(await quote('btc', 'trx')).toContain('NETWORK_UNAVAILABLE');
    expect(await quote('btc', 'xmr')).toBe('open');
  });

  async function differences() {
    const catalogue = loadCatalogue();
    const log = createLogger('silent');
    const database = await openExistingDatabase(environment, log);
    try {
      const { chains } = await createTestPorts(environment, { catalogue, database, usdPrice: () => undefined, log });
      const signer = await loadDocumentSigner(environment);
      const context = { database, catalogue, gateways: chains.gateways, signer, now: Date.now };
      return (await reconcile(context, { unreadAlarmMs: 60_000 })).differences;
    } finally {
      await database.destroy();
    }
  }
});

describe('A withdrawal of earnings on stand-in TRON nodes', () => {
  /** Starts a host whose TRON is the stand-in's, and whose customer has withdrawn 60 USDT. */
  async function start() {
    const standin = await startTronStandin();
    const host = await startOrderHost();
    onTestFinished(async () => {
      await host.close();
      await standin.close();
    });
    const { database, context, desk } = host;
    const gateway = testTronGateway(database, standin.urls, { now: context.now });
    Object.assign(context, { gateways: new Map([...context.gateways, [TRON, gateway]]) });
    const watch = createRecoveryWatch({
      ...context,
      mark: { value: () => null, raise: () => Promise.resolve() },
      gateways: new Map([[TRON, gateway]]),
    });
    await watch.check();
    await countTreasuries(context);
    // What the network charges: 13.3785 TRX at 0.30 USD
    desk.fees.set(USDT, '4.02');
    const who = await addCustomer(database, context.now());
    await credit(context, who.userId, '100');
    const { withdraw } = withdrawalsOf(host, { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } });
    await withdraw(who, { amount: '60' });
    const payments = async () => await database.selectFrom('outbox').select(['amount', 'state', 'reason']).execute();
    return { standin, host, gateway, watch, payments };
  }

  it('is paid in USDT, once', async () => {
    const { standin, host, gateway, payments } = await start();
    for (let round = 0; round < 4; round += 1) {
      await host.tick();
      await gateway.monitor();
      standin.chain.mine(8);
    }
    expect(received(standin, ADDRESSES.tron)).toBe(55_980_000n);
    expect(await payments()).toMatchObject([{ amount: '55.98', state: 'CONFIRMED' }]);
    const sent = await host.database.selectFrom('tron_sends').select(['amount', 'outcome']).execute();
    expect(sent).toEqual([{ amount: '55.98', outcome: 'CONFIRMED' }]);
  });

  it('is adopted, not paid again, when the books were restored from before it was paid', async () => {
    const { standin, host, watch, payments } = await start();
    const forgotten = await openMemoryDatabase();
    onTestFinished(() => forgotten.destroy());
    // What the host did after the backup was made
    const lost = testTronGateway(forgotten, standin.urls);
    await lost.send({ ...tronPayment('before the loss', '55.98'), toAddress: ADDRESSES.tron });
    standin.chain.mine(1);
    await host.tick();
    expect(await payments()).toMatchObject([{ state: 'PENDING' }]);
    standin.chain.mine(SOLID + 1);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await host.tick();
    expect(await payments()).toMatchObject([{ state: 'REFUSED', reason: 'BOOKS_BEHIND' }]);
    await watch.check();
    await watch.check();
    await watch.check();
    expect(await payments()).toMatchObject([{ state: 'SENT' }]);
    await host.tick(2);
    expect(await payments()).toMatchObject([{ state: 'CONFIRMED', amount: '55.98' }]);
    // Without the order that earned it: it has nothing but an id.
    expect((await reconcileNow(host)).filter(({ key }) => !key.includes('earned-'))).toEqual([]);
    expect(received(standin, ADDRESSES.tron)).toBe(55_980_000n);
  });
});
