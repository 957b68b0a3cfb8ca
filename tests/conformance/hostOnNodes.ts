import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Decimal } from '../../contract/money.ts';
import type { OrderEventKind } from '../../contract/order.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { createLogger } from '../../server/common/log.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import type { Database } from '../../server/db/database.ts';
import { openExistingDatabase } from '../../server/db/openDatabase.ts';
import { loadDocumentSigner } from '../../server/guarantee/signingKeys.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import type { Variables } from '../../server/settings/variables.ts';
import { createAppApi } from '../support/appApi.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { CHAIN_PATIENCE_MS, PATIENCE } from '../support/chainPatience.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { makeOrder, quoteExchange } from '../support/samples/makeOrder.ts';
import { createTestPorts, parseTestEnvironment } from '../support/testPorts.ts';
import type { NodesUnderTest } from './chainUnderTest.ts';

const MOST_ROUNDS = 480;
const ROUND_MS = 250;

/** The events of an order that was paid once and paid out, in their order */
export const EVENTS_OF_SWAP: readonly OrderEventKind[] = [
  'CREATION_END',
  'DEPOSIT_REGISTERED',
  'INCOMING_FUNDS_DETECTED',
  'FUNDS_WITHDRAWAL_START',
  'WITHDRAWAL_COMPLETED',
];

export type HostOnNodes = Awaited<ReturnType<typeof startHostOnNodes>>;

/**
 * Starts a whole API host, used as customers use it: only through public calls. Its networks are those of the nodes, and for the others
 * embedded ones. Its treasury on the nodes gets the chains' `funds` first.
 */
export async function startHostOnNodes(chains: readonly NodesUnderTest[], variables: Variables = {}) {
  const directory = await mkdtemp(join(quickFolder(), 'causeway-host-'));
  const [seedFile, networksFile] = [join(directory, 'seed'), join(directory, 'networks.json')];
  await writeFile(seedFile, '5b'.repeat(32), { mode: 0o600 });
  await writeFile(networksFile, JSON.stringify(chains.map(({ settings }) => settings)));
  const environment = parseTestEnvironment({
    DATA_DIR: directory,
    SEED_FILE: seedFile,
    LOCAL_NETWORKS_FILE: networksFile,
    EMBEDDED_CHAIN_SPEED: '1000',
    REQUESTS_PER_MINUTE: '100000',
    ...variables,
  });
  const catalogue = loadCatalogue();
  const log = createLogger(process.env['LOG_LEVEL'] ?? 'silent');

  /** Opens the host's networks with other books, as another process with its settings does. */
  async function openNetworks(database: Database, settings = environment) {
    const { chains: networks } = await createTestPorts(settings, { catalogue, database, usdPrice: () => undefined, log });
    return networks.gateways;
  }
  const scratch = await openMemoryDatabase();
  const gateways = await openNetworks(scratch);
  /** Returns the treasury's address on a network of the nodes. */
  const treasuryOn = async (networkSlug: string): Promise<string> =>
    (await (gateways.get(networkSlug) ?? expect.fail(networkSlug)).addressAt(TREASURY_INDEX)).address;
  for (const chain of chains) {
    const treasury = await treasuryOn(chain.settings.networkSlug);
    for (const [slug, amount] of chain.funds) await chain.payAsCustomer(slug, treasury, amount);
    await chain.mature();
  }

  let host: Host;
  let stop: () => Promise<void>;
  async function start(): Promise<void> {
    host = await createHost(environment, log, createTestPorts);
    stop = await host.start();
  }
  async function end(): Promise<void> {
    await host.app.close();
    await stop();
    await host.close();
  }
  await start();
  const api: SiteApi = { call: async (name, input) => await createAppApi(host.app).call(name, input) };
  const read = ({ orderId, destinationAddress }: Order): Promise<Order> =>
    api.call('orders.publicInfo', { orderId, destinationAddress });

  return {
    api,
    environment,
    openNetworks,
    treasuryOn,
    listen: (): Promise<string> => host.app.listen({ host: '127.0.0.1', port: 0 }),
    /** Creates an order. On a busy machine the networks open some seconds after the start. */
    create: (exchange: Omit<Parameters<typeof makeOrder>[1], 'rateMode'>): Promise<Order> =>
      vi.waitFor(() => makeOrder(api, { ...exchange, rateMode: 'FLOATING' }), PATIENCE),
    /** Returns "open", or why there is no quote of an exchange. */
    quote: (from: string, to: string, amount: Decimal): Promise<string> =>
      quoteExchange(api, { from, to, amount, rateMode: 'FLOATING' }).then(
        () => 'open',
        (error: unknown) => String(error),
      ),
    /** Mines until every order has an event of this kind, and returns the orders. */
    async untilAll(orders: readonly Order[], kind: OrderEventKind): Promise<Order[]> {
      for (let round = 0; ; round += 1) {
        const current = await Promise.all(orders.map(read));
        if (current.every(({ orderEvents }) => orderEvents.some((event) => event.kind === kind))) return current;
        if (round === MOST_ROUNDS) throw new Error(`the orders do not reach ${kind}: ${JSON.stringify(current)}`);
        await Promise.all(chains.map((chain) => chain.mine(chain.blocksAtOnce)));
        await delay(ROUND_MS);
      }
    },
    /** Mines until a check passes. */
    async untilPasses(check: () => Promise<void>): Promise<void> {
      const mineAndCheck = async (): Promise<void> => {
        await Promise.all(chains.map((chain) => chain.mine(chain.blocksAtOnce)));
        await check();
      };
      await vi.waitFor(mineAndCheck, { timeout: CHAIN_PATIENCE_MS, interval: 2 * ROUND_MS });
    },
    /** Opens the host's database, as a command does. */
    openBooks: (): Promise<Database> => openExistingDatabase(environment, log),
    /** Compares the books with the networks. */
    async differences() {
      const database = await openExistingDatabase(environment, log);
      try {
        const signer = await loadDocumentSigner(environment);
        const context = { database, catalogue, gateways: await openNetworks(database), signer, now: Date.now };
        return (await reconcile(context, { unreadAlarmMs: 60_000 })).differences;
      } finally {
        await database.destroy();
      }
    },
    async restart(): Promise<void> {
      await end();
      await start();
    },
    async close(): Promise<void> {
      await end();
      await scratch.destroy();
      await rm(directory, { recursive: true });
    },
  };
}
