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
import { createBitcoinWallet } from '../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../server/ports/chain/bitcoin/coinParameters.ts';
import { readSeedFile } from '../../server/ports/chain/wallet/seedFile.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { createAppApi } from '../support/appApi.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { LITECOIN } from '../support/nodes/bitcoinGateway.ts';
import { startLitecoinNetwork, type LitecoinNetwork } from '../support/nodes/litecoin.ts';
import { makeOrder, quoteExchange } from '../support/samples/makeOrder.ts';
import { createTestPorts, parseTestEnvironment } from '../support/testPorts.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';

const CONFIRMATIONS = 6;
const MOST_ROUNDS = 240;
const PATIENCE = { timeout: CHAIN_PATIENCE_MS, interval: 1_000 };
/** Of a customer on the real chain: the site accepts no others */
const { litecoin } = COINS;
const customer = createBitcoinWallet(new Uint8Array(64).fill(3), litecoin, 'main');
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const has = (kind: string) => (order: Order) => order.orderEvents.some((event) => event.kind === kind);

/** Runs the whole API host on two real nodes, as a customer: only through public calls. */
describe('A swap on real Litecoin nodes', () => {
  let network: LitecoinNetwork;
  let environment: ServerEnvironment;
  let host: Host;
  let api: SiteApi;
  let stop: () => Promise<void>;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(quickFolder(), 'causeway-litecoin-'));
    network = await startLitecoinNetwork();
    const seedFile = join(directory, 'seed');
    await writeFile(seedFile, '5b'.repeat(32));
    await chmod(seedFile, 0o600);
    const treasury = createBitcoinWallet(await readSeedFile(seedFile), litecoin, 'regtest').addressAt(0);
    await network.pay({ to: treasury, amount: '60' }, { to: treasury, amount: '60' });
    await network.mine(CONFIRMATIONS);
    const networksFile = join(directory, 'networks.json');
    const [first, second] = network.nodes;
    const rpcUrls = [first?.url, { url: `http://127.0.0.1:${second?.rpcPort}`, cookieFile: second?.cookieFile }];
    await writeFile(networksFile, JSON.stringify([{ networkSlug: LITECOIN, chain: 'regtest', rpcUrls }]));
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
    await network.stop();
    await rm(directory, { recursive: true });
  });

  /** Creates an order. On a busy machine the network opens some seconds after the start. */
  const create = (from: string, to: string, amount: Decimal, destinationAddress: string, refundAddress: string): Promise<Order> =>
    vi.waitFor(() => makeOrder(api, { from, to, amount, rateMode: 'FLOATING', destinationAddress, refundAddress }), PATIENCE);

  /** Mines until the order matches. Polls within the rate limit of one client. */
  async function until({ orderId, destinationAddress }: Order, isReached: (order: Order) => boolean): Promise<Order> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const order = await api.call('orders.publicInfo', { orderId, destinationAddress });
      if (isReached(order)) return order;
      await network.mine(1);
      await delay(500);
    }
    throw new Error(
      `the order does not get on: ${JSON.stringify(await api.call('orders.publicInfo', { orderId, destinationAddress }))}`,
    );
  }

  it('exchanges Litecoin for an embedded Bitcoin and back, and the books agree', async () => {
    const order = await create('ltc', 'btc', '2', BTC_ADDRESS, customer.addressAt(1));
    expect(order.depositAddress).toMatch(/^rltc1q/);
    expect(order.minConfirmationsToWithdraw).toBe(CONFIRMATIONS);
    const deposit = await network.pay({ to: order.depositAddress, amount: '2' });
    const done = await until(order, has('WITHDRAWAL_COMPLETED'));
    expect(done.deposits).toMatchObject([{ amount: '2', txHash: deposit }]);

    const destination = customer.addressAt(2);
    const back = await create('btc', 'ltc', '0.001', destination, BTC_ADDRESS);
    await api.call('sandbox.send', { instrumentSlug: 'btc', toAddress: back.depositAddress, amount: '0.001' });
    const paid = await until(back, has('WITHDRAWAL_COMPLETED'));
    const [withdrawal] = paid.withdrawals;
    // The nodes themselves say what the customer has.
    expect(await network.first.rpc.call('scantxoutset', ['start', [`raw(${customer.scriptAt(2)})`]])).toMatchObject({
      unspents: [{ txid: withdrawal?.txHash, amount: expect.stringMatching(/^\d+\.\d{8}$/) }],
    });
    expect(await differences()).toEqual([]);
  });

  it('does not start with keys of the real chain and nodes of a private one', async () => {
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
    await expect(createTestPorts(wrong, { ...parts, database: used })).rejects.toThrow(/has books of the chain "regtest"/);
    for (const database of [fresh, used]) {
      await expect(createTestPorts(wrong, { ...parts, database })).rejects.toThrow(ConfigurationError);
    }
  });

  it('closes Litecoin with a public reason while a node does not answer, and no other coin', async () => {
    const quote = async (from: string, to: string) =>
      await quoteExchange(api, { from, to, amount: from === 'btc' ? '0.01' : '1', rateMode: 'FLOATING' }).then(
        () => 'open',
        (error: unknown) => String(error),
      );
    expect(await quote('ltc', 'btc')).toBe('open');
    await network.nodes[1]?.stop();
    await vi.waitFor(async () => expect(await quote('ltc', 'btc')).toContain('NETWORK_UNAVAILABLE'), PATIENCE);
    expect(await quote('btc', 'ltc')).toContain('NETWORK_UNAVAILABLE');
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
