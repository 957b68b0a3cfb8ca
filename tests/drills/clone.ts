import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keccak256, type Hex } from 'viem';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { compare, fromBaseUnits, type Decimal } from '../../contract/money.ts';
import { createLogger } from '../../server/common/log.ts';
import { createOneAtATime } from '../../server/common/oneAtATime.ts';
import type { Database } from '../../server/db/database.ts';
import { copyEmbeddedDatabase } from '../../server/db/embeddedCopy.ts';
import { dumpPostgres, restorePostgresDump } from '../../server/db/postgresDump.ts';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { listRecoveries } from '../../server/db/repositories/recovery/recoveries.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, runOperator } from '../../server/orders/testing/hostActions.ts';
import { LITECOIN, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import type { ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import { createBitcoinWallet } from '../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../server/ports/chain/bitcoin/coinParameters.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createRecoveryWatch, type RecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { openPlace } from '../support/databases.ts';
import { startAnvil } from '../support/nodes/anvil.ts';
import { testBitcoinGateway, LITECOIN_TREASURY } from '../support/nodes/bitcoinGateway.ts';
import { EVM_CHAIN_ID, installTokens, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { litecoinAddresses, startLitecoinNetwork } from '../support/nodes/litecoin.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillRun } from './drill.ts';

/** How long a node keeps a payment to itself before it broadcasts it, in ms */
const DELAYS = [0, 1_500, 2_000] as const;
const ORDERS = 8;
const ROUND_MS = 250;
/** Rounds without a payment after which both hosts have done what they do. Longer than a delay, and than two checks of the watch. */
const QUIET_ROUNDS = 20;
/** More than make a payment final */
const FINAL = 20;

/**
 * Copies the books of a host while customers wait for their deposits to be confirmed, and lets both hosts go on with one seed on one network.
 * Neither the hosts nor an operator who retries what failed may pay an order twice, and a host must say what is wrong.
 */
export const cloneDrill = defineDrill({
  name: 'clone',
  summary: (copies) =>
    `copies a host with its seed ${copies} times for each delay of a node (0, 1.5 and 2 s), and lets both pay the same orders`,
  size: { full: 50, short: 1 },
  networks: ['litecoin'],
  inProcess: async (run) => {
    const delays = run.network === null ? (run.isShort ? DELAYS.slice(1, 2) : DELAYS) : DELAYS.slice(0, 1);
    for (const delay of delays) {
      const totals = { paid: 0, twice: 0, unpaid: 0, failed: 0, recoveries: 0 };
      for (let copy = 0; copy < run.count; copy += 1) {
        // Each copy has nodes of its own: a host would read all that the others paid.
        const chain = await (run.network === null ? startEvm(delay) : startLitecoin());
        try {
          const met = await cloneOnce(run, chain, { delay, isDump: run.postgres !== null && copy % 2 === 1 });
          for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += met[key];
        } finally {
          await chain.stop();
        }
      }
      const { paid, twice, unpaid, failed, recoveries } = totals;
      run.log(
        `${run.count} copies, broadcast after ${delay} ms: ${paid} orders paid once, ${twice} twice, ${unpaid} not yet, ${failed} payouts failed, ${recoveries} networks in RECOVERY`,
      );
    }
  },
});

/** A network on which both hosts pay, and its treasury is filled */
interface PayingChain {
  network: string;
  coin: string;
  open(database: Database): ChainGateway & { monitor(): Promise<void> };
  /** Returns an address that nothing was paid to. */
  destination(): string;
  receivedBy(address: string): Promise<Decimal>;
  mine(blocks: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an EVM node that broadcasts each payment after so many milliseconds. */
async function startEvm(delay: number): Promise<PayingChain> {
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  await installTokens(anvil);
  await anvil.fund(TREASURY, '1000');
  await anvil.mine(1);
  const slow = await startFlakyNode(anvil.url);
  if (delay > 0) slow.postpone('eth_sendRawTransaction', { afterMs: delay, answer: ([raw]) => keccak256(raw as Hex) });
  let used = 1_000;
  return {
    network: 'ethereum',
    coin: 'eth',
    open: (database) => testGateway(database, slow),
    destination: () => testWallet.addressAt((used += 1)),
    receivedBy: async (address) => fromBaseUnits(await anvil.coinsOf(address as Hex), 18),
    mine: async (blocks) => await anvil.mine(blocks),
    stop: async () => {
      await slow.stop();
      anvil.stop();
    },
  };
}

async function startLitecoin(): Promise<PayingChain> {
  const network = await startLitecoinNetwork();
  const oneAtATime = createOneAtATime();
  const customers = createBitcoinWallet(new Uint8Array(64).fill(9), COINS.litecoin, 'regtest');
  await network.pay(...Array.from({ length: 4 }, () => ({ to: LITECOIN_TREASURY, amount: '10' })));
  await network.mine(6);
  let used = 0;
  return {
    network: 'litecoin',
    coin: 'ltc',
    open: (database) => testBitcoinGateway(database, network.nodes),
    // A customer names an address of the real chain.
    destination: () => litecoinAddresses.payeeOf(customers.scriptAt((used += 1))) ?? fail(),
    receivedBy: (address) =>
      // A node makes one scan at a time.
      oneAtATime('scan', async () => {
        const output = `raw(${litecoinAddresses.scriptOf(address)})`;
        const found = (await network.first.rpc.call('scantxoutset', ['start', [output]])) as { total_amount: string };
        return found.total_amount;
      }),
    mine: async (blocks) => await network.mine(blocks),
    stop: async () => await network.stop(),
  };
}

interface Clone {
  host: OrderHost;
  gateway: ReturnType<PayingChain['open']>;
  watch: RecoveryWatch;
}

interface CloneOptions {
  /** The node's delay in ms */
  delay: number;
  /** Whether the copy is a restored dump of a host that never stops, instead of the files of one that did. Needs PostgreSQL. */
  isDump: boolean;
}

async function cloneOnce(run: DrillRun, chain: PayingChain, { delay, isDump }: CloneOptions) {
  const folder = mkdtempSync(join(quickFolder(), 'causeway-drill-clone-'));
  const clones: Clone[] = [];
  const start = async (place: string): Promise<Clone> => {
    const more = chain.coin === 'ltc' ? [LITECOIN] : [];
    const store = { open: () => openPlace(place), remove: () => undefined };
    const host = await startOrderHost({}, store, more);
    const gateway = chain.open(host.database);
    const gateways = new Map([[chain.network, gateway]]);
    Object.assign(host.context, { gateways: new Map([...host.context.gateways, ...gateways]) });
    const watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, gateways, log: createLogger('silent') });
    const clone = { host, gateway, watch };
    clones.push(clone);
    return clone;
  };
  try {
    const place = (await run.createDatabase()) ?? join(folder, 'first.sqlite');
    const first = await start(place);
    const { host } = first;
    await first.watch.check();
    await countTreasuries(host.context);
    const orders: MadeOrder[] = [];
    for (let count = 0; count < ORDERS; count += 1)
      orders.push(await makeOrder(host, { to: chain.coin, amount: '0.002', destination: chain.destination() }));
    let running = first;
    let copy: string;
    if (isDump) copy = await restoreDump(run, place, folder);
    else {
      // A PostgreSQL server copies only a database without connections.
      await host.database.destroy();
      copy = (await run.postgres?.createDatabase(place)) ?? join(folder, 'second.sqlite');
      if (!run.postgres) copyEmbeddedDatabase(place, copy);
      clones.length = 0;
      running = await start(place);
    }
    const both = [running, await start(copy)];
    await Promise.all(both.map(async (one) => await one.watch.check()));
    // Each host sees the deposits in an order of its own: so both give the same nonces to different payments.
    const seen = both.map(() => orders.toSorted(() => run.random.next() - 0.5));
    for (let count = 0; count < ORDERS; count += 1) {
      for (const [place, { host: one }] of both.entries())
        one.chain('bitcoin').pay({ address: seen[place]?.[count]?.order.depositAddress ?? '' }, 'btc', '0.002');
      await Promise.all(both.map(async (one) => await mineAndTick(one.host, ['bitcoin'], 1)));
    }
    await untilQuiet(
      chain,
      both,
      orders.map(({ destination }) => destination),
    );
    const failed = await retryFailed(
      chain,
      both,
      orders.map(({ order }) => `PAYOUT:${order.orderId}`),
    );
    await untilQuiet(
      chain,
      both,
      orders.map(({ destination }) => destination),
    );

    const met = { paid: 0, twice: 0, unpaid: 0, failed, recoveries: 0 };
    for (const { order, destination } of orders) {
      const amount = (await findOutboxRow(both[0]?.host.database ?? host.database, `PAYOUT:${order.orderId}`))?.amount ?? '0';
      const received = await chain.receivedBy(destination);
      if (compare(received, '0') === 0) met.unpaid += 1;
      else if (compare(received, amount) === 0) met.paid += 1;
      else {
        met.twice += 1;
        run.complain(`broadcast after ${delay} ms: ${order.orderId} should have been paid ${amount} and was paid ${received}`);
      }
    }
    for (const one of both) met.recoveries += (await listRecoveries(one.host.database)).length;
    if (met.recoveries === 0) run.complain(`broadcast after ${delay} ms: no host says that another one has its seed`);
    return met;
  } finally {
    for (const { host } of clones) await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Dumps a database that a host uses, and restores it into a new one. Returns the new one's URL. */
async function restoreDump(run: DrillRun, place: string, folder: string): Promise<string> {
  const copy = await run.createDatabase();
  if (copy === null) throw new Error('Only PostgreSQL has dumps.');
  const dump = join(folder, 'dump');
  await dumpPostgres(place, dump);
  await restorePostgresDump(copy, dump);
  return copy;
}

function fail(): never {
  throw new Error('a script without an address');
}

const NO_MARK = { value: () => null, raise: () => Promise.resolve() };

/** Lets both hosts work side by side until nothing was paid for a while. */
async function untilQuiet(chain: PayingChain, clones: readonly Clone[], destinations: readonly string[]): Promise<void> {
  const received = async () => JSON.stringify(await Promise.all(destinations.map(chain.receivedBy)));
  let before = '';
  for (let quiet = 0, round = 0; quiet < QUIET_ROUNDS; quiet += 1, round += 1) {
    await Promise.all(clones.map(async ({ host }) => await mineAndTick(host, ['bitcoin'], 1)));
    await wait(ROUND_MS);
    if (round % 2 === 1) await chain.mine(1);
    if (round % 4 === 3) {
      // A node that is behind lets them fail. The next round asks again.
      await Promise.allSettled(clones.map(async ({ gateway }) => await gateway.monitor()));
      await Promise.all(clones.map(async ({ watch }) => await watch.check()));
    }
    const now = await received();
    if (now !== before) quiet = 0;
    before = now;
  }
}

/** Does what an operator would try first with payouts that failed. Returns how many there were. */
async function retryFailed(chain: PayingChain, clones: readonly Clone[], ids: readonly string[]): Promise<number> {
  await chain.mine(FINAL);
  let failed = 0;
  for (const { host, gateway } of clones) {
    await gateway.monitor().catch(() => undefined);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await host.tick(2);
    for (const id of ids) {
      if ((await findOutboxRow(host.database, id))?.state !== 'FAILED') continue;
      failed += 1;
      await runOperator(host, 'retry', id);
    }
  }
  return failed;
}
