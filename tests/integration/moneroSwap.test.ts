import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toBaseUnits, type Decimal } from '../../contract/money.ts';
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
import { createMoneroKeys } from '../../server/ports/chain/monero/moneroKeys.ts';
import { readSeedFile } from '../../server/ports/chain/wallet/seedFile.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { createAppApi } from '../support/appApi.ts';
import { launchBrowser, visit } from '../support/browser/browser.ts';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { completedHeading, reachOrder } from '../support/browser/orderPage.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { loadWords } from '../support/browser/words.ts';
import { LITECOIN } from '../support/nodes/bitcoinGateway.ts';
import { startLitecoinNetwork, type LitecoinNetwork } from '../support/nodes/litecoin.ts';
import { startMoneroNetwork, UNLOCK_BLOCKS, type MoneroNetwork } from '../support/nodes/monero.ts';
import { CUSTOMER_KEYS } from '../support/nodes/mineMoneroChain.ts';
import { minedChain } from '../support/nodes/moneroChain.ts';
import { MONERO } from '../support/nodes/moneroGateway.ts';
import { makeOrder, quoteExchange } from '../support/samples/makeOrder.ts';
import { createTestPorts, parseTestEnvironment } from '../support/testPorts.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';

const MOST_ROUNDS = 240;
const PATIENCE = { timeout: CHAIN_PATIENCE_MS, interval: 1_000 };
const LITECOIN_CONFIRMATIONS = 6;
/** Of a customer on the real chain: the site accepts no others */
const customer = createBitcoinWallet(new Uint8Array(64).fill(3), COINS.litecoin, 'main');

const has = (kind: string) => (order: Order) => order.orderEvents.some((event) => event.kind === kind);

/** Runs the whole exchange on two Litecoin and two Monero nodes, as a customer: in a browser, and through public calls. */
describe('A swap between real Litecoin and Monero nodes', () => {
  let litecoin: LitecoinNetwork;
  let monero: MoneroNetwork;
  let environment: ServerEnvironment;
  let host: Host;
  let api: SiteApi;
  let stop: () => Promise<void>;
  let directory: string;
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    directory = await mkdtemp(join(quickFolder(), 'causeway-monero-'));
    [litecoin, monero] = await Promise.all([startLitecoinNetwork(), startMoneroNetwork({ chain: await minedChain() })]);
    const seedFile = join(directory, 'seed');
    await writeFile(seedFile, '5c'.repeat(32));
    await chmod(seedFile, 0o600);
    const seed = await readSeedFile(seedFile);
    const treasury = createBitcoinWallet(seed, COINS.litecoin, 'regtest').addressAt(0);
    await litecoin.pay({ to: treasury, amount: '60' }, { to: treasury, amount: '60' });
    await litecoin.mine(LITECOIN_CONFIRMATIONS);
    const moneroTreasury = createMoneroKeys(seed, 'regtest').addressAt(0);
    await monero.pay(Array.from({ length: 4 }, () => ({ to: moneroTreasury, amount: '5' })));
    await monero.mine(UNLOCK_BLOCKS);
    const networksFile = join(directory, 'networks.json');
    await writeFile(
      networksFile,
      JSON.stringify([
        { networkSlug: LITECOIN, chain: 'regtest', rpcUrls: litecoin.nodes.map(({ url }) => url) },
        // The fees of a young chain are hundreds of times those of the real one.
        { networkSlug: MONERO, chain: 'regtest', rpcUrls: monero.nodes, firstBlock: 0, maxFeeXmr: '1' },
      ]),
    );
    environment = parseTestEnvironment({
      DATA_DIR: directory,
      SEED_FILE: seedFile,
      LOCAL_NETWORKS_FILE: networksFile,
      EMBEDDED_CHAIN_SPEED: '1000',
    });
    host = await createHost(environment, createLogger(process.env['LOG_LEVEL'] ?? 'silent'), createTestPorts);
    stop = await host.start();
    api = createAppApi(host.app);
    const apiUrl = await host.app.listen({ host: '127.0.0.1', port: 0 });
    [site, browser] = await Promise.all([startSite({ environment: { API_URL: apiUrl } }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await host?.app.close();
    await stop?.();
    await host?.close();
    await Promise.all([litecoin?.stop(), monero?.stop()]);
    await rm(directory, { recursive: true });
  });

  /** Creates an order. On a busy machine the network opens some seconds after the start. */
  const create = (from: string, to: string, amount: Decimal, destinationAddress: string, refundAddress: string): Promise<Order> =>
    vi.waitFor(() => makeOrder(api, { from, to, amount, rateMode: 'FLOATING', destinationAddress, refundAddress }), PATIENCE);

  /** Waits until the networks have opened. */
  async function untilOpen(from: string, to: string): Promise<void> {
    await vi.waitFor(() => quoteExchange(api, { from, to, amount: '1', rateMode: 'FLOATING' }), PATIENCE);
  }

  /** Mines on both chains until the order matches. Polls within the rate limit of one client. */
  async function until({ orderId, destinationAddress }: Order, isReached: (order: Order) => boolean): Promise<Order> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const order = await api.call('orders.publicInfo', { orderId, destinationAddress });
      if (isReached(order)) return order;
      await Promise.all([litecoin.mine(1), monero.mine(2)]);
      await delay(500);
    }
    throw new Error(
      `the order does not get on: ${JSON.stringify(await api.call('orders.publicInfo', { orderId, destinationAddress }))}`,
    );
  }

  it('exchanges Litecoin for Monero in a browser and back through the API, proves the payment, and the books agree', async () => {
    const moneroAddress = CUSTOMER_KEYS.addressAt(1);
    const say = await loadWords('en');
    const { page, problems, open, close } = await visit(browser, site.url, { reducedMotion: 'reduce' });
    await untilOpen('ltc', 'xmr');
    await open('/exchange-ltc-xmr?amount=2');
    const form = exchangeForm(page, say);
    await form.address('XMR', 'Monero').fill(moneroAddress);
    await page.getByText(say('exchange.addressValid', { network: 'Monero' })).waitFor();
    await form.terms.check();
    await form.button(say('exchange.button.ready', { amount: '2 LTC' })).click();
    const order = await api.call('orders.publicInfo', await reachOrder({ page, problems }, say));
    await litecoin.pay({ to: order.depositAddress, amount: '2' });
    const done = await until(order, has('WITHDRAWAL_COMPLETED'));
    const [withdrawal] = done.receipt?.document.withdrawals ?? [];
    expect(await completedHeading(page, say)).toContain('XMR');
    expect(problems).toEqual([]);
    await close();
    const proof = {
      txid: withdrawal?.txHash ?? '',
      address: moneroAddress,
      message: '',
      signature: withdrawal?.paymentProof ?? '',
    };
    // The customer's own wallet checks it.
    expect(await monero.wallets[2]?.call('check_tx_proof', proof)).toMatchObject({
      good: true,
      received: String(toBaseUnits(withdrawal?.amount ?? '0', 12)),
    });

    const back = await create('xmr', 'ltc', '0.5', customer.addressAt(2), moneroAddress);
    expect(back.depositAddress).toMatch(/^8/);
    expect(back.minConfirmationsToWithdraw).toBe(50);
    const deposit = await monero.pay([{ to: back.depositAddress, amount: '0.5' }]);
    const paid = await until(back, has('WITHDRAWAL_COMPLETED'));
    expect(paid.deposits).toMatchObject([{ amount: '0.5', txHash: deposit }]);
    expect(await litecoin.first.rpc.call('scantxoutset', ['start', [`raw(${customer.scriptAt(2)})`]])).toMatchObject({
      unspents: [{ txid: paid.withdrawals[0]?.txHash }],
    });
    expect(await differences()).toEqual([]);
  });

  it('closes Monero with a public reason while a wallet program does not answer, and no other coin', async () => {
    const quote = async (from: string, to: string) =>
      await quoteExchange(api, { from, to, amount: '1', rateMode: 'FLOATING' }).then(
        () => 'open',
        (error: unknown) => String(error),
      );
    expect(await quote('ltc', 'xmr')).toBe('open');
    await monero.stopWallet(1);
    await vi.waitFor(async () => expect(await quote('ltc', 'xmr')).toContain('NETWORK_UNAVAILABLE'), PATIENCE);
    expect(await quote('xmr', 'ltc')).toContain('NETWORK_UNAVAILABLE');
    expect(await quote('ltc', 'btc')).toBe('open');
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
