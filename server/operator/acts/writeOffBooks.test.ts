import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { addressIndex } from '../../common/addressIndex.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { subtract, type Decimal } from '../../../contract/money.ts';
import { createEvmSendStore } from '../../db/repositories/evmSendStore.ts';
import { listAllDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows } from '../../db/repositories/outbox.ts';
import { findTreasuryBalance } from '../../db/repositories/treasury.ts';
import { releaseHeld } from '../testing/acts.ts';
import { reconcileNow, mineAndTick, MAX_RETRY_DELAY_MS, runOperator, readStatus } from '../../orders/testing/hostActions.ts';
import {
  ADDRESSES,
  ledgerAccounts,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../../orders/testing/orderHost.ts';
import { availableBalance, refreshTreasuryBalance } from '../../payments/treasury.ts';

/** Ledger, reservations and reconciliation after deposits are written off. */

const HOURS = 3_600_000;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost({ perOrderUsd: '7000', perHourUsd: '100000' });
  await judge();
});
afterEach(async () => {
  await host.close();
});

const run = (rounds = 4) => mineAndTick(host, ['bitcoin', 'tron', 'ripple'], rounds);

async function later(): Promise<void> {
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run();
}

const judge = () => reconcileNow(host);
const operator = (...words: string[]) => runOperator(host, ...words);
const writeOff = (made: MadeOrder) => operator('write-off', made.order.orderId, 'lost');
const statusOf = (made: MadeOrder) => readStatus(host, made);
const bitcoin = () => host.chain('bitcoin');

/** Creates a due refund of a deposit below the claimed amount, which was reorged. */
async function createReorgedRefund(): Promise<MadeOrder> {
  const made = await makeOrder(host, { amount: '0.1', rateMode: 'FIXED' });
  const txHash = bitcoin().pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await run();
  host.advanceClock(HOURS);
  await run();
  bitcoin().drop(txHash);
  host.advanceClock(24 * HOURS);
  await host.tick(3);
  expect(await statusOf(made)).toBe('REFUNDING');
  return made;
}

/** Returns the treasury amount reserved for refunds before and after the write-off. */
async function reservedAround(made: MadeOrder): Promise<Decimal[]> {
  // As after the network refused the agreed fee: the treasury pays the refund, not the deposit address.
  await host.database.updateTable('outbox').set({ from_index: null, fee_limit: null }).where('kind', '=', 'REFUND').execute();
  // Only a refund that the deposit address could not pay is the treasury's.
  const treasury = { from_index: null, fee_limit: null };
  await host.database.updateTable('outbox').set(treasury).where('kind', '=', 'REFUND').execute();
  await refreshTreasuryBalance(host.context, 'btc');
  const held = (await findTreasuryBalance(host.database, 'btc'))?.amount ?? '0';
  const reserved = async () => subtract(held, await availableBalance(host.context, host.database, 'btc'));
  const before = await reserved();
  expect(await writeOff(made)).toContain('written off');
  return [before, await reserved()];
}

test('releases the reservation of a cancelled refund', async () => {
  expect(await reservedAround(await createReorgedRefund())).toEqual(['0.04997', '0']);
});

test('releases the reservation of a cancelled extra refund', async () => {
  const made = await makeOrder(host);
  bitcoin().pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  // Larger deposits become new orders (D63).
  host.desk.minimum = '100';
  const extra = bitcoin().pay({ address: made.order.depositAddress }, 'btc', '0.03');
  bitcoin().mine(3);
  await host.tick();
  bitcoin().drop(extra);
  host.advanceClock(25 * HOURS);
  await host.tick(2);
  expect(await reservedAround(made)).toEqual(['0.02997', '0']);
});

/** Creates a refund by an operator that is blocked because the network fee exceeds it. */
async function createBlockedRefund(): Promise<{ made: MadeOrder; txHash: string }> {
  const made = await makeOrder(host, { amount: '0.2' });
  const txHash = bitcoin().pay({ address: made.order.depositAddress }, 'btc', '0.2');
  bitcoin().mine(3);
  await host.tick();
  expect(await findOutboxRow(host.database, `PAYOUT:${made.order.orderId}`)).toMatchObject({ state: 'HELD' });
  host.desk.fees.set('btc', '0.3');
  expect(await operator('refund', made.order.orderId, ADDRESSES.bitcoin)).toContain('The payout is cancelled');
  await host.tick(2);
  expect(await readOrder(host, made)).toMatchObject({ attention: { reason: 'REFUND_BLOCKED' } });
  return { made, txHash };
}

test('writes off the deposit of a blocked refund', async () => {
  const { made, txHash } = await createBlockedRefund();
  const back = bitcoin().drop(txHash);
  expect(await writeOff(made)).toContain(`0.2 btc of ${txHash} is written off.`);
  expect(await judge()).toEqual([]);
  expect(await readOrder(host, made)).toMatchObject({ deposits: [], attention: null });
  expect(Object.values(await ledgerAccounts(host, made.order.orderId)).filter((sum) => sum !== '0')).toEqual([]);
  host.desk.fees.set('btc', '0.00003');
  for (let time = 0; time < 3; time += 1) await later();
  expect(bitcoin().receivedBy(ADDRESSES.bitcoin)).toEqual([]);
  back();
  await later();
  await releaseHeld(host.context, `REFUND:${made.order.orderId}`);
  await later();
  expect(bitcoin().receivedBy(ADDRESSES.bitcoin)).toHaveLength(1);
  expect(await statusOf(made)).toBe('REFUNDED');
  expect(await judge()).toEqual([]);
});

test('does not let a written-off deposit explain a surplus', async () => {
  const made = await createReorgedRefund();
  const shared = await makeOrder(host, { from: 'xrp', amount: '1000', refund: null });
  const { depositAddress: address, depositAddressMemo: memo } = shared.order;
  const txHash = host.chain('ripple').pay({ address, memo }, 'xrp', '1000');
  host.desk.isStale = true;
  await run();
  host.chain('ripple').drop(txHash);
  expect(await writeOff(shared)).toContain('is written off');
  expect(await writeOff(made)).toContain('The order ended as VOID');
  expect(await judge()).toEqual([]);
  const { deposit_index: index = TREASURY_INDEX } = (await findOrder(host.database, made.order.orderId)) ?? {};
  bitcoin().credit(index, 'btc', '0.01');
  host.chain('ripple').credit(TREASURY_INDEX, 'xrp', '7');
  expect((await judge()).map(({ key, severity, howMuch }) => [key, severity, howMuch])).toEqual(
    expect.arrayContaining([
      ['treasury:ripple:xrp', 'NOTICE', expect.stringMatching(/^7 xrp/)],
      [`address:bitcoin:${made.order.depositAddress}:btc`, 'NOTICE', expect.stringMatching(/^0.01 btc/)],
    ]),
  );
});

test('writes off a deposit whose transaction pays something else in its new block', async () => {
  const made = await makeOrder(host, { amount: '0.2' });
  const { depositAddress, orderId } = made.order;
  const txHash = bitcoin().pay({ address: depositAddress }, 'btc', '0.2');
  bitcoin().mine(3);
  await host.tick();
  host.advanceClock(3 * HOURS);
  bitcoin().drop(txHash);
  bitcoin().pay({ address: ADDRESSES.bitcoin }, 'btc', '0.2', txHash);
  bitcoin().mine(1);
  // The transaction is compared only after its block has enough confirmations.
  expect(await writeOff(made)).toContain('is in a block');
  bitcoin().mine(9);
  await releaseHeld(host.context, `PAYOUT:${orderId}`);
  await host.tick(2);
  expect(await findOutboxRow(host.database, `PAYOUT:${orderId}`)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect((await judge()).map(({ key }) => key)).toContain(`reorged:bitcoin:${txHash}:0`);
  expect(await writeOff(made)).toContain('The order ended as VOID');
  for (let time = 0; time < 3; time += 1) await later();
  expect(await judge()).toEqual([]);
  expect(await listAllDeposits(host.database, orderId)).toMatchObject([{ is_reorged: 1, booked_at: null }]);
  expect(host.chain('tron').receivedBy(ADDRESSES.tron)).toEqual([]);
});

test('monitors a sweep that was reorged with its deposit until both are mined again', async () => {
  const made = await makeOrder(host, { amount: '0.2' });
  const txHash = bitcoin().pay({ address: made.order.depositAddress }, 'btc', '0.2');
  await run();
  host.advanceClock(3 * HOURS);
  const sweeps = async () => (await listOutboxRows(host.database, made.order.orderId)).filter(({ kind }) => kind === 'SWEEP');
  const [sweep] = await sweeps();
  const key = sweep?.idempotency_key ?? '';
  const signed = {
    idempotency_key: key,
    instrument: 'btc',
    from_index: addressIndex(1),
    from_address: '',
    to_address: sweep?.to_address ?? '',
  };
  const sends = createEvmSendStore(host.database, 'bitcoin');
  const attempt = { idempotency_key: key, tx_hash: sweep?.tx_hash ?? '', raw_transaction: '', max_fee: '0', created_at: 0 };
  await sends.insert({ ...signed, amount: sweep?.amount ?? '0', nonce: 0, settled: 1, created_at: 0 }, attempt);
  const [bringDeposit, bringSweep] = [bitcoin().drop(txHash), bitcoin().drop(sweep?.tx_hash ?? '')];
  // As on networks with nonces: the signed sweep stays pending.
  const { sendState } = bitcoin();
  bitcoin().sendState = async (name) =>
    name === key ? { state: 'pending', txHash: sweep?.tx_hash ?? '' } : await sendState(name);
  expect(await writeOff(made)).toContain('The order ended as VOID');
  expect(await sends.find(key)).toMatchObject({ settled: 0 });
  await later();
  bitcoin().credit(TREASURY_INDEX, 'btc', '0.01');
  const differences = async () => (await judge()).map(({ key: name, howMuch }) => `${name} ${howMuch}`).join('\n');
  expect(await differences()).toMatch(/^treasury:bitcoin:btc 0.01 btc/);
  bitcoin().credit(TREASURY_INDEX, 'btc', '-0.01');
  expect(await differences()).toBe('');

  bringDeposit();
  await later();
  await later();
  expect(await sweeps()).toMatchObject([{ state: 'SENT' }]);
  expect(await differences()).toBe('');
  bringSweep();
  bitcoin().sendState = sendState;
  await later();
  expect(await sweeps()).toMatchObject([{ state: 'CONFIRMED' }]);
  expect(await differences()).toBe('');
});
