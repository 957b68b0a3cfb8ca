import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { addressIndex } from '../../common/addressIndex.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { enterRecovery } from '../../recovery/enterRecovery.ts';
import { countReceived, mineAndTick, runOperator } from '../testing/hostActions.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startCountedHostOn('SQLite');
});
afterEach(async () => {
  await host.close();
});

const run = async (rounds: number): Promise<void> => await mineAndTick(host, ['bitcoin', 'tron'], rounds);
const enter = async (network: string): Promise<void> => {
  const recovery = { network, reason: 'RESTORED', at: host.context.now() } as const;
  await host.database.transaction().execute(async (transaction) => await enterRecovery(transaction, recovery));
};
const exchange = async (paid: string): Promise<MadeOrder> => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', paid);
  return made;
};
/** Empties the deposit address without the books, as the refund does that they have forgotten. */
const refundForgotten = async ({ order }: MadeOrder, amount: string): Promise<void> => {
  const fromIndex = (await findOrder(host.database, order.orderId))?.deposit_index ?? addressIndex(0);
  const request = { idempotencyKey: 'forgotten', instrumentSlug: 'btc', toAddress: ADDRESSES.bitcoin, memo: null };
  await host.chain('bitcoin').send({ ...request, fromIndex, amount });
  host.chain('bitcoin').mine();
};
const sendOf = async (kind: 'PAYOUT' | 'REFUND', { order }: MadeOrder) =>
  await findOutboxRow(host.database, `${kind}:${order.orderId}`);

test.each([true, false])('does not repeat a refund that left the deposit address when RECOVERY is %s', async (isRecovered) => {
  const made = await exchange('0.2');
  await run(4);
  if (isRecovered) await enter('ethereum');
  await refundForgotten(made, '0.19997');
  await runOperator(host, 'refund', made.order.orderId, ADDRESSES.bitcoin);
  await run(8);
  expect(await sendOf('REFUND', made)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_LEFT' });
  expect(countReceived(host, 'bitcoin', ADDRESSES.bitcoin)).toBe(1);
});

test('does not pay out an order of restored books whose deposit left as a refund, until an operator overrides it', async () => {
  await runOperator(host, 'stop-payouts', 'everywhere');
  const made = await exchange('0.1');
  // No sweep leaves.
  await enter('bitcoin');
  await run(4);
  await refundForgotten(made, '0.09997');
  await runOperator(host, 'resume-payouts', 'everywhere', '--despite-recovery');
  await run(4);
  expect(await sendOf('PAYOUT', made)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_LEFT' });
  await runOperator(host, 'override', `PAYOUT:${made.order.orderId}`);
  await run(4);
  expect(countReceived(host, 'tron', ADDRESSES.tron)).toBe(1);
});

test('pays orders of restored books whose deposits are where they were', async () => {
  const [refunded, paid] = [await exchange('0.2'), await exchange('0.1')];
  await enter('ethereum');
  await run(4);
  await runOperator(host, 'refund', refunded.order.orderId, ADDRESSES.bitcoin);
  await run(8);
  expect([await sendOf('REFUND', refunded), await sendOf('PAYOUT', paid)]).toMatchObject([
    { state: 'CONFIRMED' },
    { state: 'CONFIRMED' },
  ]);
});
