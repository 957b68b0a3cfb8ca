import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdWithdrawals } from '../backup/holdWithdrawals.ts';
import type { Customer } from '../accounts/authentication.ts';
import { RESTORED } from '../db/repositories/restoredBooks.ts';
import { findOutboxRow, updateOutboxRow } from '../db/repositories/outbox.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import { ADDRESSES, ledgerSums, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { enterRecovery } from '../recovery/enterRecovery.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { withdrawalSendId } from './withdrawalBooks.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';

const HOUR_MS = 3_600_000;
const RULES = { rules: { minimum: '20', reviewAbove: '1000', waitMs: HOUR_MS } };

let host: OrderHost;
let customer: Customer;
let id: string;
/** A withdrawal to a new address, which waits an hour, in books that were restored. */
beforeEach(async () => {
  host = await startOrderHost();
  customer = await addCustomer(host.database, host.context.now());
  await credit(host.context, customer.userId, '312.48');
  id = (await withdrawalsOf(host, RULES).withdraw(customer)).withdrawal.withdrawalId;
  await host.database.transaction().execute(async (transaction) => {
    await enterRecovery(transaction, { network: 'tron', reason: 'RESTORED', at: host.context.now() });
    expect(await holdWithdrawals(transaction)).toBe(1);
  });
});
afterEach(async () => {
  await host.close();
});

const service = () => withdrawalsOf(host, RULES).service;
const latest = async () => (await service().list(customer.userId, {})).withdrawals[0];
const open = async () => await host.database.deleteFrom('recoveries').where('network', '=', 'tron').execute();
const confirm = async () => await service().acceptFee(customer.userId, { withdrawalId: id, maxNetworkFee: '1.5' });
const received = () =>
  host
    .chain('tron')
    .receivedBy(ADDRESSES.tron)
    .map(({ amount }) => amount);
const balance = async () => await readCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT);
async function run(rounds = 25): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    host.chain('tron').mine();
    await host.tick();
  }
}

test('is not sent when its network is open and its wait is over, until its customer confirms it again', async () => {
  expect((await reconcileNow(host)).filter(({ key }) => key.startsWith('outflow:'))).toEqual([]);
  await open();
  host.advanceClock(2 * HOUR_MS);
  await run();
  expect(received()).toEqual([]);
  expect(await latest()).toMatchObject({
    state: 'DELAYED',
    delay: 'RESTORED',
    question: { networkFee: '1.5', arrives: '48.5', answerUntil: null },
    isCancellable: true,
  });
  const { withdrawal } = await confirm();
  // It waits again: the books may not know why it should.
  expect(withdrawal).toMatchObject({ state: 'WAITING', waitReasons: ['NEW_ADDRESS'] });
  await run();
  expect(received()).toEqual([]);
  host.advanceClock(2 * HOUR_MS);
  await run();
  expect(received()).toEqual(['48.5']);
  expect((await reconcileNow(host)).filter(({ key }) => key.startsWith('outflow:'))).toEqual([]);
  expect([await balance(), await ledgerSums(host)]).toMatchObject(['262.48', { usdttrc20: '0', trx: '0' }]);
});

test('is neither confirmed nor stopped while its network is in RECOVERY: it may have left', async () => {
  const unavailable = { code: 'ERR_SERVICE_UNAVAILABLE' };
  await expect(confirm()).rejects.toMatchObject(unavailable);
  await expect(service().cancel(customer.userId, id)).rejects.toMatchObject(unavailable);
  expect(await runOperator(host, 'cancel', withdrawalSendId(id))).toContain('Nothing was done');
  expect(await balance()).toBe('262.48');
  await open();
  await service().cancel(customer.userId, id);
  expect(await balance()).toBe('312.48');
});

test('is neither confirmed nor stopped when the network knows its transaction', async () => {
  await open();
  host.chain('tron').sendState = async () => ({ state: 'pending', txHash: '0x1' });
  await expect(confirm()).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
  await expect(service().cancel(customer.userId, id)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
});

test('is not released by an operator', async () => {
  await open();
  expect(await runOperator(host, 'release', withdrawalSendId(id))).toContain('confirms it again');
});

test('keeps the state of one that a process was sending', async () => {
  const send = await findOutboxRow(host.database, withdrawalSendId(id));
  if (!send) throw new Error('no send');
  await updateOutboxRow(host.database, send, { state: 'PENDING', reason: null, lease_owner: 'killed' });
  expect(await holdWithdrawals(host.database)).toBe(0);
  expect(await findOutboxRow(host.database, send.id)).toMatchObject({ state: 'PENDING', reason: null });
  expect(send.reason).toBe(RESTORED);
});
