import { setTimeout as wait } from 'node:timers/promises';
import { compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { Withdrawal } from '../../contract/schemas/withdrawals.ts';
import type { OutboxRow } from '../../server/db/tables/payments.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import { callApi, Refusal } from './support/callApi.ts';
import { addressOn, persist } from './support/customer.ts';
import { LOW_MINIMUM, openEarner, type Earner } from './support/earner.ts';
import type { Exchange } from './support/exchange.ts';
import { judgeBooks, transfersTo } from './support/judgeLives.ts';
import { createRandom } from './support/random.ts';

const AT_ONCE = 10;
/** Ten that are stopped within an hour are the limit of a customer. */
const STOPPED_ONE_IN = 6;
/** Above the minimum of a raised fee, which also moves with the price of TRX */
const AMOUNT: Decimal = '20';
const INSTRUMENT = 'usdttrc20';
/** Withdrawals wait so long before they are sent, so that some can be stopped and a kill meets each of them. */
const WAIT_SECONDS = 2;
const PAUSE_MS = { least: 200, most: 1_500 };
const POLL_MS = 500;
/** A withdrawal that is stopped early may meet no kill. */
const LEAST_MET = 0.5;

/** Kills the only server while a customer withdraws and stops withdrawals: each is paid once or returned once. */
export const withdrawalsDrill = defineDrill({
  name: 'withdrawals',
  summary: (count) =>
    `kill -9 of the only server at random points of ${count} withdrawals, some of them stopped, while fees move, on both databases`,
  size: { full: 50, short: 5 },
  environment: { ...LOW_MINIMUM, WITHDRAWAL_WAIT_SECONDS: String(WAIT_SECONDS) },
  practise: withdrawDuringKills,
});

async function withdrawDuringKills(world: DrillWorld): Promise<void> {
  const { count, log, complain } = world;
  const total = sum(Array.from({ length: count }, () => AMOUNT));
  log(`guests exchange until a customer has earned ${total} USDT`);
  const earner = await openEarner(world, { email: 'earner@example.com', wanted: total });
  const { balance } = await earner.call('withdrawals.wallet', {});

  log(`${count} withdrawals; the server is killed again and again`);
  let isOver = false;
  const fees = moveFees(world, () => isOver);
  fees.catch(() => undefined);
  const customer = withdrawAll(world, earner).finally(() => (isOver = true));
  // It is awaited last. Until then its rejection must not count as unhandled.
  customer.catch(() => undefined);
  const met = await killEach(world, earner, () => isOver);
  const withdrawals = await customer;
  await fees;
  const returned = withdrawals.filter(({ state }) => state === 'CANCELLED');
  log(`${withdrawals.length - returned.length} were sent, ${returned.length} returned; ${met} met a kill`);
  if (met < LEAST_MET * count) complain(`a kill met only ${met} of ${count} withdrawals`);

  const left = (await earner.call('withdrawals.wallet', {})).balance;
  await judgeWithdrawals(world, withdrawals, subtract(balance, left));
  await judgeBooks(world);
}

/** Requests all withdrawals and stops some, before or after it is sent. Returns them when none is under way. */
async function withdrawAll({ count, seed, deadline }: DrillWorld, earner: Earner): Promise<Withdrawal[]> {
  const random = createRandom(seed);
  const plans = Array.from({ length: count }, (_, number) => ({
    address: addressOn(INSTRUMENT, number, 'withdrawal'),
    idempotencyKey: `drill-withdrawal-${number}`,
    // Each of its own, so that the limit of requests does not refuse any.
    clientAddress: `198.18.0.${number + 1}`,
    startAfterMs: random.between(0, WAIT_SECONDS * 1_000),
    stopAfterMs: number % STOPPED_ONE_IN !== 0 ? null : random.between(0, 2 * WAIT_SECONDS * 1_000),
  }));
  const queue = plans.values();
  const work = async (): Promise<void> => {
    for (const { address, idempotencyKey, clientAddress, startAfterMs, stopAfterMs } of queue) {
      await wait(startAfterMs);
      const wanted = { currencyTitle: 'USDT', networkTitle: 'TRC20', address, amount: AMOUNT };
      const { withdrawal } = await earner.withdraw(wanted, { idempotencyKey, clientAddress });
      if (stopAfterMs === null) continue;
      await wait(stopAfterMs);
      await earner.call('withdrawals.cancel', { withdrawalId: withdrawal.withdrawalId }).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'ERR_NOT_ACCEPTABLE') throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (;;) {
    const withdrawals = await listAll(earner);
    if (withdrawals.every(({ state }) => state === 'SENT' || state === 'CANCELLED')) return withdrawals;
    if (Date.now() > deadline) throw new Error(`Withdrawals have not ended: ${JSON.stringify(withdrawals)}`);
    await wait(POLL_MS);
  }
}

/** Raises the network fee above the limit at which withdrawals wait (D69), and lowers it again, until the drill is over. */
async function moveFees(world: DrillWorld, isOver: () => boolean): Promise<void> {
  const random = createRandom(world.seed + 2);
  const setFactor = async (factor: string): Promise<void> => {
    await persist(world, (url) => callApi(url, 'sandbox.fees', { networkSlug: 'tron', factor }));
  };
  while (!isOver()) {
    await setFactor('3');
    await wait(random.between(PAUSE_MS.least, PAUSE_MS.most));
    await setFactor('1');
    await wait(random.between(PAUSE_MS.most, 2 * PAUSE_MS.most));
  }
}

async function listAll(earner: Earner): Promise<Withdrawal[]> {
  const found: Withdrawal[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await earner.call('withdrawals.list', cursor === undefined ? {} : { cursor });
    found.push(...page.withdrawals);
    cursor = page.cursor;
  }
  return found;
}

/**
 * Kills and restarts the host, and refreshes the session at the same moment, until each withdrawal has met a kill or ended. Returns
 * how many met one.
 */
async function killEach(world: DrillWorld, earner: Earner, isOver: () => boolean): Promise<number> {
  const { exchange, count, random, log } = world;
  const [host] = exchange.hosts;
  const met = new Set<string>();
  for (let kill = 1; ; kill += 1) {
    await wait(random.between(PAUSE_MS.least, PAUSE_MS.most));
    const sends = await listSends(exchange);
    const open = sends.filter(({ state }) => state !== 'CONFIRMED' && state !== 'CANCELLED');
    if (isOver() || (sends.length === count && open.every(({ id }) => met.has(id)))) return met.size;
    for (const { id } of open) met.add(id);
    log(`kill ${kill}, with ${open.length} withdrawals under way`);
    const refreshed = earner.refresh();
    refreshed.catch(() => undefined);
    await host?.kill();
    await host?.start();
    await refreshed;
  }
}

async function listSends({ database }: Exchange): Promise<Pick<OutboxRow, 'id' | 'state'>[]> {
  return await database.selectFrom('outbox').select(['id', 'state']).where('kind', '=', 'WITHDRAWAL').execute();
}

/** Compares the withdrawals with the network, and with the USDT that are `spent`. */
async function judgeWithdrawals(world: DrillWorld, withdrawals: readonly Withdrawal[], spent: Decimal): Promise<void> {
  const { exchange, count, complain } = world;
  if (withdrawals.length !== count) complain(`${withdrawals.length} withdrawals exist instead of ${count}`);
  for (const { withdrawalId, address, state, arrives } of withdrawals) {
    const paid = await transfersTo(exchange, INSTRUMENT, address);
    const isRight = state === 'SENT' ? paid.length === 1 && compare(paid[0] ?? '0', arrives) === 0 : paid.length === 0;
    if (!isRight) complain(`withdrawal ${withdrawalId} is ${state}, and ${paid.join(' + ') || 'nothing'} of ${arrives} arrived`);
  }
  const sent = sum(withdrawals.filter(({ state }) => state === 'SENT').map(({ amount }) => amount));
  if (compare(sent, spent) !== 0) complain(`the balance is ${spent} USDT lower, and ${sent} were sent`);
}
