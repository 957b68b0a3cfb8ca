import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../../contract/money.ts';
import type { Customer } from '../accounts/authentication.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { writeSwitch } from '../db/repositories/switches.ts';
import { ADDRESSES, ledgerSums, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { FEE_ROSE } from '../payments/outbox/feeWait.ts';
import { ChainRefusedError } from '../ports/chain/chainGateway.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { withdrawalSendId } from './withdrawalBooks.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';

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

const latest = async () => (await withdrawalsOf(host).service.list(customer.userId, {})).withdrawals[0];
const balance = async () => await readCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT);

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
    expect(await latest()).toMatchObject({ state: 'DELAYED', delay: 'FEE_ROSE', isCancellable: true, txHash: null });
    setFee('1.5');
    host.advanceClock(HOUR_MS);
    await run();
    expect(received()).toEqual(['48.5']);
  });
});

describe('a delayed withdrawal', () => {
  const delays = {
    FEE_ROSE: () => setFee('3'),
    REFUSED: () => {
      host.chain('tron').mode = 'refuse';
    },
  };

  test.each(Object.keys(delays) as (keyof typeof delays)[])('is stopped by its customer: %s', async (delay) => {
    const { service, withdraw } = withdrawalsOf(host, noWait);
    const { withdrawal } = await withdraw(customer);
    delays[delay]();
    await run(3);
    expect(await latest()).toMatchObject({ state: 'DELAYED', delay });
    expect(await service.cancel(customer.userId, withdrawal.withdrawalId)).toMatchObject({
      withdrawal: { state: 'CANCELLED' },
      balance: '312.48',
    });
    host.chain('tron').mode = 'up';
    setFee('1');
    host.advanceClock(HOUR_MS);
    await run();
    expect(received()).toEqual([]);
    expect(await ledgerSums(host)).toMatchObject({ usdttrc20: '0' });
  });

  test('that an operator stopped the payments of says so, and is stopped by its customer', async () => {
    const { service, withdraw } = withdrawalsOf(host, noWait);
    const { withdrawal } = await withdraw(customer);
    const stop = { closes: 'PAYOUTS', target: 'EVERYTHING', slug: '', reason: 'drained', set_by: 'operator', set_at: 0 } as const;
    await writeSwitch(host.database, stop);
    await run(3);
    expect(await latest()).toMatchObject({ state: 'DELAYED', delay: 'PAYOUTS_STOPPED', isCancellable: true });
    await service.cancel(customer.userId, withdrawal.withdrawalId);
    expect(await balance()).toBe('312.48');
  });

  test('whose transaction the network knows can’t be stopped, although its last attempt was refused', async () => {
    const tron = host.chain('tron');
    const { service, withdraw } = withdrawalsOf(host, noWait);
    const { withdrawal } = await withdraw(customer);
    const { send } = tron;
    // The network gets the payment, and answers that it refused it.
    tron.send = async (request, fence) => {
      await send(request, fence);
      throw new ChainRefusedError('refused');
    };
    await host.tick();
    expect(await latest()).toMatchObject({ state: 'DELAYED', delay: 'REFUSED' });
    await expect(service.cancel(customer.userId, withdrawal.withdrawalId)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    tron.send = send;
    await run();
    expect(received()).toEqual(['48.5']);
    expect(await balance()).toBe('262.48');
  });

  test('is either back or paid when it is stopped at the moment that the fee falls', async () => {
    const { service, withdraw } = withdrawalsOf(host, noWait);
    const { withdrawal } = await withdraw(customer);
    setFee('3');
    await run(3);
    setFee('1');
    host.advanceClock(HOUR_MS);
    const [stopped] = await Promise.allSettled([service.cancel(customer.userId, withdrawal.withdrawalId), host.tick()]);
    await run();
    expect(received()).toEqual(stopped.status === 'fulfilled' ? [] : ['48.5']);
    expect(await balance()).toBe(stopped.status === 'fulfilled' ? '312.48' : '262.48');
  });

  test('is not stopped while the network does not answer', async () => {
    const { service, withdraw } = withdrawalsOf(host, noWait);
    const { withdrawal } = await withdraw(customer);
    setFee('3');
    await run(3);
    host.chain('tron').mode = 'down';
    await expect(service.cancel(customer.userId, withdrawal.withdrawalId)).rejects.toMatchObject({
      code: 'ERR_SERVICE_UNAVAILABLE',
    });
    expect(await balance()).toBe('262.48');
  });
});
