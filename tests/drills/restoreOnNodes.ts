import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import type { Order } from '../../contract/api/orders.ts';
import { createBackup } from '../../server/backup/createBackup.ts';
import { createBackupKey, readBackupKey } from '../../server/backup/backupKey.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { createLogger } from '../../server/common/log.ts';
import { listDeposits } from '../../server/db/repositories/deposits.ts';
import { findOrder } from '../../server/db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows } from '../../server/db/repositories/outbox.ts';
import { listRecoveries } from '../../server/db/repositories/recovery/recoveries.ts';
import { listTreasuryTransactions } from '../../server/db/repositories/recovery/treasuryTransactions.ts';
import type { OutboxRow } from '../../server/db/tables/payments.ts';
import { DEPOSIT_LEFT } from '../../server/orders/rules/sendDelay.ts';
import { normaliseAddress } from '../../server/instruments/addresses/index.ts';
import { ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { parseTestEnvironment } from '../support/testPorts.ts';
import { patienceOf } from './defineDrill.ts';
import type { DrillRun } from './drill.ts';
import { callApi } from './support/callApi.ts';
import {
  addressOn,
  catalogue,
  create,
  live,
  networkOf,
  pay,
  referenceOf,
  untilTheEnd,
  type Life,
  type Plan,
  type World,
} from './support/customer.ts';
import { listRestored } from './support/guarantees.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import type { RealNetwork } from './support/realNetwork.ts';
import { startRealNetwork } from './support/startRealNetwork.ts';

const LOOK_AGAIN_MS = 1_000;

/**
 * Restores a backup of the books on real nodes, which went on. Three groups of customers swap to their coin: those who were paid before the
 * backup, those whose payouts were ready then and left after it, and those whom the books forget. One more customer pays in this coin, for
 * an order that the books forget. The embedded networks are in the same books, so nothing can have left on them.
 */
export async function restoreOnNodes(drill: DrillRun): Promise<void> {
  const real = await startRealNetwork(drill.network);
  if (!real) throw new Error('the drill needs nodes');
  const folder = mkdtempSync(join(quickFolder(), 'causeway-drill-restore-'));
  const run: Run = { ...drill, real };
  try {
    const key = join(folder, 'backup.key');
    const recipient = await createBackupKey(key, Date.now());
    // The nodes outlive the first exchange.
    const outliving = { ...real, stop: () => Promise.resolve() };
    const old = await openExchange({ databaseUrl: await drill.createDatabase(), processes: 1, real: outliving });
    const backUp = async () => {
      const source = { ...parseTestEnvironment(old.environment), backupRecipients: [recipient] };
      return await createBackup(old.database, source, { folder, withSeed: false, now: Date.now });
    };
    let before: Before;
    try {
      before = await swapBefore(old, run, backUp);
    } finally {
      await old.close();
    }

    const dataDirectory = join(folder, 'restored');
    mkdirSync(dataDirectory, { mode: 0o700 });
    const databaseUrl = await drill.createDatabase();
    const target = parseTestEnvironment({
      ...old.environment,
      DATA_DIR: dataDirectory,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    });
    await restoreBackup(before.backup.path, target, {
      identity: await readBackupKey(key),
      networks: [real.slug],
      operator: 'drill',
      now: Date.now,
      log: createLogger('silent'),
    });
    drill.log('the backup is restored');
    const restored = await openExchange({ databaseUrl, dataDirectory, processes: 1, real: outliving });
    try {
      await judgeRestored(restored, { ...run, folder }, before);
    } finally {
      await restored.close();
    }
  } finally {
    await real.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Run extends DrillRun {
  real: RealNetwork;
}

const worldOf = (exchange: Exchange, run: Run): World => ({ exchange, ...patienceOf(run), complain: run.complain });

function coinOf({ slug }: RealNetwork): string {
  const network = catalogue.networks.get(slug);
  if (!network) throw new Error(`The catalogue has no ${slug}`);
  return network.nativeInstrument;
}

const planTo = (real: RealNetwork, to: string, number: number): Plan => ({
  number,
  from: 'btc',
  to,
  amount: '0.006',
  rateMode: 'FLOATING',
  share: '1',
  whenAsked: 'ACCEPT',
  destinationAddress: real.coin?.addressOf(number, 'destination') ?? addressOn(to, number, 'destination'),
  refundAddress: addressOn('btc', number, 'refund'),
});

async function make(world: World, plan: Plan): Promise<Life> {
  const order = await create(world, plan);
  await pay(world, plan, order);
  return { plan, order };
}

/** Looks again and again until it is so. Throws after the deadline of the drill. */
async function until(world: World, what: string, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (Date.now() > world.deadline) throw new Error(`waited in vain for ${what}`);
    await wait(LOOK_AGAIN_MS);
  }
}

/** Swaps before and after the backup. */
async function swapBefore<Backup>(exchange: Exchange, run: Run, backUp: () => Promise<Backup>) {
  const { real, count, log } = run;
  const world = worldOf(exchange, run);
  const coin = coinOf(real);
  let number = 0;
  const makeAll = async (): Promise<Life[]> => {
    const plans = Array.from({ length: count }, () => planTo(real, coin, (number += 1)));
    return await Promise.all(plans.map(async (plan) => await make(world, plan)));
  };
  const end = async (swaps: readonly Life[]): Promise<void> => {
    await Promise.all(swaps.map(async ({ plan, order }) => await untilTheEnd(world, plan, order)));
  };
  const paid = await makeAll();
  await end(paid);
  log(`${paid.length} swaps are paid before the backup`);
  await exchange.operate('stop-payouts', 'network', real.slug);
  const ready = await makeAll();
  await until(world, 'payouts that are ready', async () => {
    const rows = await Promise.all(ready.map(async ({ order }) => await findOutboxRow(exchange.database, payoutOf(order))));
    return rows.every((row) => row !== undefined);
  });
  const backup = await backUp();
  log(`the books are backed up while ${ready.length} payouts wait`);
  await exchange.operate('resume-payouts', 'network', real.slug);
  await end(ready);
  const forgotten = await makeAll();
  await end(forgotten);
  // Its deposit stays on the nodes; its payout was on an embedded network, which the books forget.
  const to = coin === 'eth' ? 'ltc' : 'eth';
  const back: Plan = {
    ...planTo(real, coin, (number += 1)),
    from: coin,
    to,
    amount: real.coin?.amount ?? '4',
    destinationAddress: addressOn(to, number, 'destination'),
    refundAddress: real.coin?.addressOf(number, 'refund') ?? addressOn(coin, number, 'refund'),
  };
  const deposited = await make(world, back);
  await end([deposited]);
  const { orderId } = deposited.order;
  let sweeps: OutboxRow[] = [];
  if (real.slug === 'ethereum') {
    await until(world, 'the deposit to be collected', async () => {
      sweeps = (await listOutboxRows(exchange.database, orderId)).filter(
        ({ kind, state }) => kind === 'SWEEP' && state === 'CONFIRMED',
      );
      return sweeps.length > 0;
    });
  }
  log(`${ready.length + forgotten.length} payouts and a deposit since the backup`);
  return { backup, paid, ready, forgotten, deposited, sweeps };
}

const payoutOf = ({ orderId }: Order): string => `PAYOUT:${orderId}`;

type Before = Awaited<ReturnType<typeof swapBefore<Awaited<ReturnType<typeof createBackup>>>>>;

/** What must hold on the restored books, and how an operator opens the network again. */
async function judgeRestored(exchange: Exchange, run: Run & { folder: string }, before: Before): Promise<void> {
  const { real, complain, log, folder } = run;
  const { database } = exchange;
  const world = worldOf(exchange, run);
  const { paid, ready, forgotten, deposited, sweeps } = before;
  await until(world, 'payments that the books had forgotten', async () => {
    const states = await Promise.all(ready.map(async ({ order }) => (await findOutboxRow(database, payoutOf(order)))?.state));
    return states.every((state) => state === 'SENT' || state === 'CONFIRMED');
  });
  log(`${ready.length} payouts were found on the nodes`);
  await Promise.all(ready.map(async ({ plan, order }) => await untilTheEnd(world, plan, order)));

  const file = join(folder, 'guarantee.json');
  writeFileSync(file, JSON.stringify(deposited.order.guarantee ?? null));
  await until(world, 'the order of a deposit that the books had forgotten', async () => {
    const collected = sweeps.map(({ tx_hash }) => `--collected-by=${tx_hash}`);
    const restore = async (...more: string[]) =>
      await exchange.operate('restore-order', file, deposited.plan.refundAddress, ...collected, ...more);
    const said = await restore();
    // A listed payment of the same coin may be the refund of this order. The operator knows that none is.
    return (said.includes('may have paid or refunded') ? await restore('--no-payment') : said).includes('is restored');
  });
  await until(world, 'its deposit', async () => (await listDeposits(database, deposited.order.orderId)).length > 0);

  const unexplained = (await listTreasuryTransactions(database, real.slug, 0)).filter(({ explanation }) => explanation === null);
  if (unexplained.length === 0) complain('no payment of a forgotten order is listed');
  for (const { position } of unexplained) {
    await exchange.operate('explain', real.slug, String(position), 'loss', '--no-payment', 'a forgotten order');
  }
  // The treasury has what the books still have at the address.
  for (const { instrument, amount } of sweeps) {
    await exchange.operate('capital', instrument, amount, 'collected for a forgotten order');
    await until(world, 'the difference at the address', async () => {
      const key = /address:\S+?(?=: )/.exec((await exchange.reconcile()).output)?.[0];
      return key !== undefined && (await exchange.operate('accept', key, 'it was collected')).includes('accepted');
    });
  }
  // The restore stopped all payouts, and the backup was made while the network's were.
  for (const place of [['everywhere'], ['network', real.slug]]) {
    await exchange.operate('resume-payouts', ...place, '--despite-recovery');
  }
  await until(world, 'the networks to be opened', async () => {
    for (const act of ['confirm', 'open']) {
      await exchange.operate(act, 'all').catch((error: unknown) => {
        // A new block is not read yet. An operator repeats the command.
        if (!(error instanceof ChainUnavailableError)) throw error;
      });
    }
    return (await listRecoveries(database)).length === 0;
  });
  log('the networks are open');
  const next = await live(world, planTo(real, coinOf(real), 1_000));
  await until(world, 'the order of the deposit to end', async () => {
    const { orderId } = deposited.order;
    const status = (await findOrder(database, orderId))?.status;
    // Its rate is over, and the customer asks for the money back.
    if (status === 'DECISION_NEEDED') await exchange.operate('refund', orderId, deposited.plan.refundAddress);
    for (const id of await listRestored(database)) await exchange.operate('release', id);
    const sends = await listOutboxRows(database, orderId);
    for (const { id, state, reason } of sends)
      if (state === 'REFUSED' && reason === DEPOSIT_LEFT) await exchange.operate('override', id);
    return status === 'COMPLETED' || status === 'REFUNDED';
  });
  log('a further swap is paid, and the deposit that the books had forgotten');

  for (const { plan, order } of [...paid, ...ready, ...forgotten, next]) {
    const received = await real.receivedBy(plan.destinationAddress);
    if (received.length !== 1) complain(`${order.orderId} was paid ${received.length} times`);
  }
  const refunded = (await real.receivedBy(deposited.plan.refundAddress)).length;
  // The embedded network's own record, not the books.
  const payouts = await database
    .selectFrom('chain_transfers')
    .select('tx_hash')
    .where('to_address', '=', normaliseAddress(networkOf(deposited.plan.to), deposited.plan.destinationAddress))
    .execute();
  const times = payouts.length + refunded;
  if (times !== 1) complain(`the deposit that the books had forgotten was paid out or refunded ${times} times`);
  for (const { order } of [...paid, ...ready]) {
    const shown = await callApi(exchange.anyUrl(), 'orders.publicInfo', referenceOf(order));
    const sent = shown.withdrawals.filter(({ txHash }) => txHash !== null);
    if (sent.length !== 1) complain(`the page of ${order.orderId} shows ${sent.length} payouts`);
  }
  const { code, output } = await exchange.reconcile();
  if (code !== 0) complain(`the books differ:\n${output}`);
}
