import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { createBackup } from '../../server/backup/createBackup.ts';
import { createBackupKey, readBackupKey } from '../../server/backup/backupKey.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { createLogger } from '../../server/common/log.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { listDeposits } from '../../server/db/repositories/deposits.ts';
import { findOrder } from '../../server/db/repositories/orders.ts';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { listRecoveries } from '../../server/db/repositories/recovery/recoveries.ts';
import { listTreasuryTransactions } from '../../server/db/repositories/recovery/treasuryTransactions.ts';
import { checkBooks, mineAndTick, runOperator } from '../../server/orders/testing/hostActions.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createNoteSend, openMark, type Mark } from '../../server/recovery/mark.ts';
import { findPossiblePayments } from '../../server/recovery/possiblePayments.ts';
import { createRecoveryWatch, type RecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { addCustomer, credit, withdrawalsOf } from '../../server/withdrawals/testing/withdrawalHost.ts';
import { openPlace } from '../support/databases.ts';
import { defineDrill } from './defineDrill.ts';
import { DRILL_NETWORKS, type DrillRun } from './drill.ts';
import { restoreOnNodes } from './restoreOnNodes.ts';
import { addressOn } from './support/customer.ts';
import { releaseRestored, submitGuarantees, type KeptGuarantee } from './support/guarantees.ts';
import { createRandom, type Random } from './support/random.ts';

/** The short form goes on until payments have left since a backup, and orders were forgotten. */
const MOST_SHORT = 10;
const NETWORKS = ['bitcoin', 'tron', 'ethereum'] as const;
const COINS = ['usdttrc20', 'usdterc20'] as const;
const NO_WAIT = { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } };
/** Enough for the watch to ask twice, and for every payment that a host would repeat */
const ROUNDS_AFTER = 12;

/**
 * Restores a backup of the books on networks that went on: the books forget, the networks do not. In every second run the state RECOVERY of
 * `restore` is removed before the start, so that only the host's own check of the treasury is left; in every third the host keeps its mark.
 * Then the customers of all forgotten orders submit their guarantees, also of those that were paid or refunded.
 */
export const restoreDrill = defineDrill({
  name: 'restore',
  summary: (runs) =>
    `restores a backup of the books on networks that went on, ${runs} times on both databases, half of them without RECOVERY`,
  // In short, one with the state RECOVERY and one without it
  size: { full: 250, short: 2 },
  // Swaps of each group
  sizeOnNodes: { full: 4, short: 1 },
  networks: DRILL_NETWORKS,
  inProcess: async (run) => await (run.network === null ? runAll(run) : restoreOnNodes(run)),
});

/** What a run met, so that a drill in which nothing could go wrong does not pass. */
interface Met {
  /** Networks on which payments left since the backup */
  networksBehind: number;
  forgottenOrders: number;
  /** Networks that operators opened after the restore */
  opened: number;
  /** Orders that were restored from their guarantees, and payments of them that left */
  restored: number;
  released: number;
}

async function runAll(drill: DrillRun): Promise<void> {
  const { count, isShort, log, complain } = drill;
  const total: Met = { networksBehind: 0, forgottenOrders: 0, opened: 0, restored: 0, released: 0 };
  const couldGoWrong = () => total.networksBehind > 0 && total.forgottenOrders > 0;
  let run = 0;
  for (; run < count || (isShort && !couldGoWrong() && run < MOST_SHORT); run += 1) {
    const seed = drill.seed + run;
    const world = await createWorld(drill, { hasMark: seed % 3 === 0 });
    try {
      // The seed decides, so that a repetition does the same.
      const met = await restoreOnce(world, {
        random: createRandom(seed),
        isInRecovery: seed % 2 === 0,
        complain: (complaint) => complain(`--orders=1 --seed=${seed}: ${complaint}`),
      });
      for (const key of Object.keys(total) as (keyof Met)[]) total[key] += met[key];
    } finally {
      await world.close();
    }
  }
  log(
    `${run} restores; payments had left on ${total.networksBehind} networks, ${total.forgottenOrders} orders were forgotten, ${total.opened} networks opened again, ${total.restored} orders restored, ${total.released} of their payments released`,
  );
  // A single run may meet none of it, and a few not all.
  const isPractised = run > MOST_SHORT ? !Object.values(total).includes(0) : run === 1 || couldGoWrong();
  if (!isPractised) complain('not practised: nothing could go wrong');
}

/** A host, its books, and where they are restored. */
interface World {
  host: OrderHost;
  folder: string;
  mark: Mark;
  /** Backs the books up, without what the networks remember of the host's payments. */
  backUp(): Promise<void>;
  /** The networks forget which later payments were the host's, and the host starts on the restored books. */
  restore(isInRecovery: boolean): Promise<void>;
  close(): Promise<void>;
}

async function createWorld(drill: DrillRun, { hasMark }: { hasMark: boolean }): Promise<World> {
  const folder = mkdtempSync(join(quickFolder(), 'causeway-drill-restore-'));
  const [old, restored] = [await createPlace(drill, folder, 'old'), await createPlace(drill, folder, 'new')];
  let place = old;
  const host = await startOrderHost({}, { open: (observe) => openPlace(place.place, observe), remove: () => undefined });
  const mark = hasMark ? await openMark(join(folder, 'mark')) : NO_MARK;
  const useMark = (): void => void (hasMark && Object.assign(host.context, { noteSend: createNoteSend(mark) }));
  useMark();
  const key = join(folder, 'backup.key');
  const recipient = await createBackupKey(key, host.context.now());
  let backup = '';
  let forget: (() => void)[] = [];
  return {
    host,
    folder,
    mark,
    backUp: async () => {
      const source = { ...old.target, backupRecipients: [recipient] };
      const made = await createBackup(host.database, source, { folder, withSeed: false, now: host.context.now });
      backup = made.path;
      forget = NETWORKS.map((network) => host.chain(network).forgetLaterSends());
    },
    restore: async (isInRecovery) => {
      await restoreBackup(backup, restored.target, {
        identity: await readBackupKey(key),
        networks: NETWORKS,
        operator: 'drill',
        now: host.context.now,
        log: createLogger('silent'),
      });
      for (const one of forget) one();
      place = restored;
      await host.restart();
      useMark();
      if (isInRecovery) return;
      await host.database.deleteFrom('recoveries').execute();
      await host.database.deleteFrom('switches').execute();
    },
    close: async () => {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where books are: in a file, or in a database of their own on the server. */
async function createPlace(drill: DrillRun, folder: string, name: string) {
  const dataDirectory = join(folder, name);
  mkdirSync(dataDirectory);
  const [signingKeyFile, seedFile] = [join(dataDirectory, 'signing-key'), join(dataDirectory, 'seed')];
  writeFileSync(signingKeyFile, 'not read by this drill');
  const databaseUrl = await drill.createDatabase();
  const target = {
    dataDirectory,
    databaseUrl,
    databasePool: 2,
    signingKeyFile,
    identityKeyFile: join(dataDirectory, 'identity-key'),
    seedFile,
  };
  return { place: databaseUrl ?? join(dataDirectory, DATABASE_FILE), target };
}

/** An order or withdrawal, and what its customer must receive at most once. */
interface Payment {
  orderId: string | null;
  instrument: (typeof COINS)[number];
  destination: string;
  depositAddress: string | null;
  kept: KeptGuarantee;
}

interface Run {
  random: Random;
  isInRecovery: boolean;
  complain: DrillRun['complain'];
}

async function restoreOnce(world: World, { random, isInRecovery, complain }: Run): Promise<Met> {
  const { host, mark, folder } = world;
  const payments: Payment[] = [];
  const mine = async (rounds: number): Promise<void> => await mineAndTick(host, NETWORKS, rounds, random.between(1, 2));
  await countTreasuries(host.context);
  // Stores what the treasuries had sent before.
  await watchOf(host, mark).check();

  for (let count = random.between(1, 3); count > 0; count -= 1) payments.push(await exchange(host, payments.length, random));
  if (random.next() < 0.5) payments.push(await withdraw(host, payments.length));
  await mine(random.between(0, 6));
  await refundSome(host, payments, random);
  await world.backUp();
  const known = payments.length;
  const before = countSent(host);

  for (let count = random.between(0, 3); count > 0; count -= 1) payments.push(await exchange(host, payments.length, random));
  await mine(random.between(0, 8));
  await refundSome(host, payments, random);
  await mine(random.between(0, 4));
  if (random.next() < 0.5) killAfterSend(host);
  await mine(random.between(0, 2));
  const left = countSent(host);
  const grew = (network: string, from: Map<string, number>, to: Map<string, number>): boolean =>
    (to.get(network) ?? 0) > (from.get(network) ?? 0);
  const isSent = (network: string): boolean => grew(network, before, left);
  // The host's own mark stops all networks.
  const behind = mark !== NO_MARK && NETWORKS.some(isSent) ? NETWORKS : NETWORKS.filter(isSent);

  await world.restore(isInRecovery);
  const watch = watchOf(host, mark);
  for (let round = 0; round < ROUNDS_AFTER; round += 1) {
    await watch.check();
    await mine(1);
  }
  const after = countSent(host);
  if (isInRecovery && NETWORKS.some((network) => grew(network, left, after))) complain('something was sent in RECOVERY');
  await judge(host, { payments, known, behind, complain });
  const kept = payments.slice(known).flatMap((payment) => (payment.orderId === null ? [] : payment.kept));
  const restored = await submitGuarantees(host, folder, { kept, complain });
  const opened = await openNetworks(host, watch);
  await mine(ROUNDS_AFTER);
  restored.push(...(await submitGuarantees(host, folder, { kept, complain })));
  await mine(ROUNDS_AFTER);
  await refundSome(host, payments, random);
  await mine(ROUNDS_AFTER);
  const released = await releaseRestored(host);
  await mine(ROUNDS_AFTER);
  await judge(host, { payments, known, behind: [], complain, restored });
  const forgottenOrders = payments.length - known;
  return { networksBehind: behind.length, forgottenOrders, opened, restored: restored.length, released };
}

/** The host keeps no mark: the counts of the networks alone must stop it. */
const NO_MARK: Mark = { value: () => null, raise: () => Promise.resolve() };
const watchOf = ({ context }: OrderHost, mark: Mark): RecoveryWatch =>
  createRecoveryWatch({ ...context, mark, log: createLogger('silent') });

/**
 * Explains as operators do what the host could not, and opens the networks whose books then equal them. The deposits of forgotten orders
 * keep the others in RECOVERY. Returns how many were opened.
 */
async function openNetworks(host: OrderHost, watch: RecoveryWatch): Promise<number> {
  let opened = 0;
  const recoveries = await listRecoveries(host.database);
  for (const { network } of recoveries) {
    for (const found of await listTreasuryTransactions(host.database, network, 0)) {
      if (found.explanation !== null) continue;
      const [sendId] = (await findPossiblePayments(host.context, found)).sends;
      const words = sendId === undefined ? ['explain', 'loss'] : ['adopt', sendId];
      const [act = '', ...rest] = words;
      await runOperator(host, act, network, String(found.position), ...rest, '--no-payment', 'a forgotten order');
    }
  }
  await checkBooks(host);
  for (const { network } of recoveries) {
    await runOperator(host, 'confirm', network);
    if ((await runOperator(host, 'open', network)).startsWith('Open:')) opened += 1;
  }
  await runOperator(host, 'resume-payouts', 'everywhere', '--despite-recovery');
  await watch.check();
  return opened;
}

/** Returns how many transactions each treasury has sent, also those that wait to be mined. */
function countSent(host: OrderHost): Map<string, number> {
  return new Map(NETWORKS.map((network) => [network, host.chain(network).countSent()]));
}

/** Some customers send too much for a fixed rate, and are asked. */
async function exchange(host: OrderHost, number: number, random: Random): Promise<Payment> {
  const instrument = random.pick(COINS);
  const destination = addressOn(instrument, number, 'restored payout');
  const refundAddress = addressOn('btc', number, 'restored refund');
  const isTooMuch = random.next() < 0.3;
  const rateMode = isTooMuch || random.next() < 0.5 ? 'FIXED' : 'FLOATING';
  const { order } = await makeOrder(host, { to: instrument, destination, refund: refundAddress, rateMode });
  const { orderId, depositAddress, guarantee = null } = order;
  if (random.next() < 0.8) host.chain('bitcoin').pay({ address: depositAddress }, 'btc', isTooMuch ? '0.2' : '0.1');
  return { orderId, instrument, destination, depositAddress, kept: { guarantee, refundAddress } };
}

/** Refunds half of the orders whose customers were asked. */
async function refundSome(host: OrderHost, payments: readonly Payment[], random: Random): Promise<void> {
  for (const { orderId, kept } of payments) {
    if (orderId === null || (await findOrder(host.database, orderId))?.status !== 'DECISION_NEEDED') continue;
    if (random.next() < 0.5) await runOperator(host, 'refund', orderId, kept.refundAddress);
  }
}

async function withdraw(host: OrderHost, number: number): Promise<Payment> {
  const customer = await addCustomer(host.database, host.context.now());
  await credit(host.context, customer.userId, '200');
  const destination = addressOn('usdttrc20', number, 'restored withdrawal');
  await withdrawalsOf(host, NO_WAIT).withdraw(customer, { address: destination });
  return {
    orderId: null,
    instrument: 'usdttrc20',
    destination,
    depositAddress: null,
    kept: { guarantee: null, refundAddress: '' },
  };
}

/** The next payment leaves, and the process does not learn it. */
function killAfterSend(host: OrderHost): void {
  for (const network of NETWORKS) {
    const chain = host.chain(network);
    chain.onCall = (name) => {
      if (name !== 'after send') return;
      chain.onCall = () => undefined;
      throw new ChainUnavailableError('killed');
    };
  }
}

async function judge(
  host: OrderHost,
  {
    payments,
    known,
    behind,
    complain,
    restored = [],
  }: Pick<Run, 'complain'> & { payments: Payment[]; known: number; behind: readonly string[]; restored?: readonly string[] },
): Promise<void> {
  const recoveries = (await listRecoveries(host.database)).map(({ network }) => network);
  for (const network of behind) if (!recoveries.includes(network)) complain(`${network} is not in RECOVERY`);
  for (const [place, { orderId, instrument, destination, depositAddress, kept }] of payments.entries()) {
    const network = instrument === 'usdttrc20' ? 'tron' : 'ethereum';
    const received = host.chain(network).receivedBy(destination);
    const what = orderId ?? 'a withdrawal';
    const times = received.length + (orderId === null ? 0 : host.chain('bitcoin').receivedBy(kept.refundAddress).length);
    if (times > 1) complain(`${what} was paid ${times} times`);
    if (orderId === null) continue;
    const isPaid = host.chain('bitcoin').receivedBy(depositAddress ?? '').length > 0;
    if (place >= known) {
      const deposits = host.database
        .selectFrom('deposits')
        .select('tx_hash')
        .where('to_address', '=', depositAddress ?? '');
      if (isPaid && (await deposits.execute()).length === 0) complain(`the deposit of ${what} is not listed`);
      continue;
    }
    const send = await findOutboxRow(host.database, `PAYOUT:${orderId}`);
    const isSent = send?.state === 'SENT' || send?.state === 'CONFIRMED';
    if (received.length === 1 && !isSent && !recoveries.includes(network)) complain(`${what} was paid, and may be paid again`);
    if (isPaid && (await listDeposits(host.database, orderId)).length === 0) complain(`the deposit of ${what} is not recorded`);
  }
  const forgotten = payments.slice(known);
  for (const { orderId } of forgotten) {
    if (orderId !== null && !restored.includes(orderId) && (await findOrder(host.database, orderId)))
      complain(`${orderId} was not forgotten: the drill shows nothing`);
  }
  const next = await makeOrder(host);
  if (payments.some(({ depositAddress }) => depositAddress === next.order.depositAddress)) {
    complain('a new order has the deposit address of an earlier one');
  }
}
