import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../../contract/money.ts';
import type { Customer } from '../accounts/authentication.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { ADDRESSES, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { FEE_ROSE } from '../payments/outbox/feeWait.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { withdrawalSendId } from './withdrawalBooks.ts';

const HOUR_MS = 3_600_000;
/** Is charged as 1.5 USDT. */
const USUAL_TRX = amount('5');

let host: OrderHost;
let customer: Customer;
beforeEach(async () => {
  host = await startOrderHost();
  customer = await addCustomer(host.database, host.context.now());
  await credit(host.context, customer.userId, '312.48');
});
afterEach(async () => {
  await host.close();
});

/** Runs worker rounds with a block each, until sends are final. */
async function run(rounds = 25): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    host.chain('tron').mine();
    await host.tick();
  }
}

const noWait = { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } };
const setFee = (times: string): void => {
  host.chain('tron').fee = toDecimal(USUAL_TRX.times(amount(times)));
};
const received = () =>
  host
    .chain('tron')
    .receivedBy(ADDRESSES.tron)
    .map((transfer) => transfer.amount);

describe('a network fee that rose after the request', () => {
  test('sends at up to twice the fee that was charged', async () => {
    await withdrawalsOf(host, noWait).withdraw(customer);
    setFee('2');
    await run();
    expect(received()).toEqual(['48.5']);
  });

  test('keeps a withdrawal waiting above twice the fee that was charged, until it has fallen', async () => {
    const { withdrawal } = await withdrawalsOf(host, noWait).withdraw(customer);
    setFee('2.01');
    await run();
    expect(received()).toEqual([]);
    const row = await findOutboxRow(host.database, withdrawalSendId(withdrawal.withdrawalId));
    expect(row).toMatchObject({ state: 'REFUSED', reason: FEE_ROSE, tx_hash: null });
    setFee('1.5');
    host.advanceClock(HOUR_MS);
    await run();
    expect(received()).toEqual(['48.5']);
  });
});
