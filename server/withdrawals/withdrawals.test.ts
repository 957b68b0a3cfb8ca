import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sum } from '../../contract/money.ts';
import { TEST_WITHDRAWAL_ADDRESS } from '../../contract/accounts/withdrawal.ts';
import { mailDataIn } from '../../tests/support/testSealing.ts';
import type { Customer } from '../accounts/authentication.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { releaseHeld } from '../operator/testing/acts.ts';
import { payableAddress, withdrawalSendId } from './withdrawalBooks.ts';
import { sendDue } from '../payments/outbox/sender.ts';
import { ADDRESSES, ledgerAccounts, ledgerSums, makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { LARGE_WITHDRAWAL } from './requestWithdrawal.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';

const HOUR_MS = 3_600_000;

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

const balance = async () => await readCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT);
const noWait = { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } };
const latest = async () => (await withdrawalsOf(host).service.list(customer.userId, {})).withdrawals[0];
const received = (address = ADDRESSES.tron) =>
  host
    .chain('tron')
    .receivedBy(address)
    .map(({ amount }) => amount);

describe('a withdrawal', () => {
  test('leaves the balance at once, arrives less the network fee, and leaves the ledger balanced', async () => {
    const { withdrawal, balance: left } = await withdrawalsOf(host, noWait).withdraw(customer);
    expect(withdrawal).toMatchObject({ state: 'SENDING', amount: '50', networkFee: '1.5', arrives: '48.5', waitUntil: null });
    expect(left).toBe('262.48');
    await run();
    expect(received()).toEqual(['48.5']);
    expect(await latest()).toMatchObject({ state: 'SENT', isCancellable: false, txHash: expect.any(String) });
    expect(await ledgerSums(host)).toMatchObject({ usdttrc20: '0', trx: '0' });
    expect(await ledgerAccounts(host)).toMatchObject({
      'EARNINGS usdttrc20': '-262.48',
      'IN_TRANSIT usdttrc20': '0',
      'NETWORK_FEES usdttrc20': '-1.5',
      'NETWORK_FEES trx': '5',
    });
  });

  test('is refused below the minimum, above the balance, without a balance and for a wrong address', async () => {
    const { withdraw } = withdrawalsOf(host);
    await expect(withdraw(customer, { amount: '19.99' })).rejects.toMatchObject({
      code: 'ERR_WITHDRAWAL_TOO_SMALL',
      message: expect.stringContaining('20 USDT'),
    });
    await expect(withdraw(customer, { amount: '312.49' })).rejects.toMatchObject({
      code: 'ERR_BALANCE_TOO_LOW',
      details: { balance: '312.48' },
    });
    const stranger = await addCustomer(host.database, host.context.now());
    await expect(withdraw(stranger)).rejects.toMatchObject({ code: 'ERR_BALANCE_NOT_FOUND' });
    await expect(withdraw(customer, { currencyTitle: 'BTC', networkTitle: 'BTC' })).rejects.toMatchObject({
      code: 'ERR_BALANCE_NOT_FOUND',
    });
    const { order } = await makeOrder(host, {
      from: 'usdttrc20',
      to: 'btc',
      amount: '100',
      destination: ADDRESSES.bitcoin,
      refund: null,
    });
    const { address: treasury } = await host.chain('tron').addressAt(TREASURY_INDEX);
    const wrong = {
      error_address_incorrect: [
        ADDRESSES.ethereum,
        `${ADDRESSES.tron.slice(0, -1)}X`,
        'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        TEST_WITHDRAWAL_ADDRESS,
      ],
      error_address_ours: [treasury, order.depositAddress],
    };
    for (const [code, addresses] of Object.entries(wrong)) {
      for (const address of addresses) {
        await expect(withdraw(customer, { address }), address).rejects.toMatchObject({ details: { field: 'address', code } });
      }
    }
    for (const amount of ['0', '20.0000001']) {
      await expect(withdraw(customer, { amount })).rejects.toMatchObject({ details: { field: 'amount' } });
    }
    expect(await balance()).toBe('312.48');
  });

  test('costs the fee of now, and nothing is taken if that is more than the customer accepts', async () => {
    const { withdraw } = withdrawalsOf(host, noWait);
    for (const maxNetworkFee of ['1.42', '1.43', '1.499']) {
      await expect(withdraw(customer, { maxNetworkFee })).rejects.toMatchObject({
        code: 'ERR_RATE_CHANGED',
        details: { networkFee: '1.5' },
      });
    }
    expect(await balance()).toBe('312.48');
    expect((await withdraw(customer, { maxNetworkFee: '1.5' })).withdrawal.networkFee).toBe('1.5');
    expect((await withdraw(customer, { maxNetworkFee: '1.60' })).withdrawal.networkFee).toBe('1.5');
  });

  test('costs the network fee rounded up to a cent', async () => {
    host.desk.fees.set('usdttrc20', '1.421');
    expect((await withdrawalsOf(host, noWait).withdraw(customer)).withdrawal.networkFee).toBe('1.43');
  });

  test('raises the minimum to twice a network fee above it', async () => {
    host.desk.fees.set('usdttrc20', '15');
    await expect(withdrawalsOf(host).withdraw(customer, { amount: '29.99' })).rejects.toMatchObject({
      details: { minimum: '30' },
    });
  });

  test('is made once for each idempotency key', async () => {
    const { withdraw } = withdrawalsOf(host, noWait);
    const made = await Promise.all([1, 2, 3].map(async () => await withdraw(customer, {}, 'the same key')));
    expect(new Set(made.map(({ withdrawal }) => withdrawal.withdrawalId)).size).toBe(1);
    await expect(withdraw(customer, { amount: '51' }, 'the same key')).rejects.toMatchObject({
      code: 'ERR_IDEMPOTENCY_MISMATCH',
    });
    expect(await balance()).toBe('262.48');
  });

  test('goes to a valid address on the embedded network for the test address of the sandbox', async () => {
    await withdrawalsOf(host, { ...noWait, isSandbox: true }).withdraw(customer, { address: TEST_WITHDRAWAL_ADDRESS });
    await run();
    expect(await latest()).toMatchObject({ state: 'SENT', address: TEST_WITHDRAWAL_ADDRESS });
    expect(received(payableAddress(TEST_WITHDRAWAL_ADDRESS))).toEqual(['48.5']);
  });
});

describe('the wait of an hour', () => {
  test.each([
    ['to a new address', ['NEW_ADDRESS'], async () => customer],
    ['without a second factor', ['NEW_ADDRESS', 'NO_SECOND_FACTOR'], async () => ({ ...customer, hasSecondFactor: false })],
    [
      'after a change of credentials',
      ['NEW_ADDRESS', 'CREDENTIALS_CHANGED'],
      async () => {
        await host.database
          .updateTable('users')
          .set({ credentials_changed_at: host.context.now() - 23 * HOUR_MS })
          .execute();
        return customer;
      },
    ],
  ])('delays a withdrawal %s', async (_case, waitReasons, who) => {
    const { withdrawal } = await withdrawalsOf(host).withdraw(await who());
    expect(withdrawal).toMatchObject({ state: 'WAITING', waitReasons, isCancellable: true });
    await run();
    expect(received()).toEqual([]);
    host.advanceClock(HOUR_MS);
    await run();
    expect(received()).toEqual(['48.5']);
  });

  test('delays each withdrawal to an address that has received none yet', async () => {
    const { withdraw } = withdrawalsOf(host);
    for (let count = 0; count < 2; count += 1) {
      expect((await withdraw(customer)).withdrawal).toMatchObject({ state: 'WAITING', waitReasons: ['NEW_ADDRESS'] });
    }
  });

  test('does not delay a withdrawal to an address that has received one', async () => {
    await withdrawalsOf(host, noWait).withdraw(customer);
    await run();
    const { withdrawal } = await withdrawalsOf(host).withdraw(customer);
    expect(withdrawal).toMatchObject({ state: 'SENDING', waitReasons: [], waitUntil: null });
    expect((await withdrawalsOf(host).service.terms(customer)).knownAddresses).toMatchObject([
      { address: ADDRESSES.tron, timesSent: 1 },
    ]);
  });

  test('ends with the whole amount back when the customer stops it', async () => {
    const { service, withdraw } = withdrawalsOf(host);
    const { withdrawal } = await withdraw(customer);
    const stranger = await addCustomer(host.database, host.context.now());
    await expect(service.cancel(stranger.userId, withdrawal.withdrawalId)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect(await service.cancel(customer.userId, withdrawal.withdrawalId)).toMatchObject({ balance: '312.48' });
    // Said again, it changes nothing.
    expect(await service.cancel(customer.userId, withdrawal.withdrawalId)).toMatchObject({ balance: '312.48' });
    host.advanceClock(HOUR_MS);
    await run();
    expect(received()).toEqual([]);
    expect(await latest()).toMatchObject({ state: 'CANCELLED' });
    expect(await ledgerAccounts(host)).toMatchObject({ 'IN_TRANSIT usdttrc20': '0', 'NETWORK_FEES usdttrc20': '0' });
  });

  test('can be ended with the token of the e-mail, and not by reading it', async () => {
    const { service, withdraw } = withdrawalsOf(host);
    await withdraw(customer);
    const mail = await host.database.selectFrom('account_mails').selectAll().executeTakeFirstOrThrow();
    const token = mailDataIn(mail)['token'] ?? '';
    expect(await service.findStoppable(token)).toMatchObject({ withdrawal: { state: 'WAITING' } });
    expect(await balance()).toBe('262.48');
    expect(await service.stop(token)).toMatchObject({ withdrawal: { state: 'CANCELLED' } });
    expect(await balance()).toBe('312.48');
    await expect(service.stop('A'.repeat(22))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  test('can no longer be ended once it is being sent', async () => {
    const { service, withdraw } = withdrawalsOf(host, noWait);
    const { withdrawal } = await withdraw(customer);
    await host.tick();
    await expect(service.cancel(customer.userId, withdrawal.withdrawalId)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    // The network forgets the transaction: it is sent again under the same key, so it may still arrive.
    const row = await findOutboxRow(host.database, withdrawalSendId(withdrawal.withdrawalId));
    host.chain('tron').drop(row?.tx_hash ?? '');
    await host.tick();
    await expect(service.cancel(customer.userId, withdrawal.withdrawalId)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    await run();
    expect(received()).toHaveLength(1);
  });
});

test('can’t be stopped after a process died while it was sent', async () => {
  const tron = host.chain('tron');
  const { service, withdraw } = withdrawalsOf(host, noWait);
  const { withdrawal } = await withdraw(customer);
  const { send } = tron;
  // The network gets the payment, and the process dies before it stores that.
  const died = new Promise<never>(() => undefined);
  let isSent = false;
  tron.send = async (request, fence) => {
    await send(request, fence);
    isSent = true;
    return await died;
  };
  void sendDue(host.context, tron, { owner: 'dead', isHeld: () => true, assertHeld: async () => undefined });
  await expect.poll(() => isSent).toBe(true);
  tron.send = send;

  // The next process takes it over, and ends before its turn to send.
  let calls = 0;
  await sendDue(host.context, tron, { owner: 'next', isHeld: () => (calls += 1) === 1, assertHeld: async () => undefined });
  await expect(service.cancel(customer.userId, withdrawal.withdrawalId)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
  await run();
  expect(received()).toEqual(['48.5']);
  expect(await balance()).toBe('262.48');
});

describe('a withdrawal above the limit', () => {
  test('awaits an operator, whose release does not shorten the wait', async () => {
    await credit(host.context, customer.userId, '2000');
    const { withdrawal } = await withdrawalsOf(host).withdraw(customer, { amount: '1000.01' });
    expect(withdrawal).toMatchObject({ state: 'HELD', isCancellable: true });
    expect(await releaseHeld(host.context, withdrawalSendId(withdrawal.withdrawalId))).toBe(true);
    expect(await latest()).toMatchObject({ state: 'WAITING' });
    await run();
    expect(received()).toEqual([]);
    host.advanceClock(HOUR_MS);
    await run();
    expect(received()).toEqual(['998.51']);
  });

  test('is a limit for 24 hours, also of withdrawals at the same time', async () => {
    await credit(host.context, customer.userId, '2000');
    const { withdraw, service } = withdrawalsOf(host, noWait);
    const made = await Promise.all(Array.from({ length: 5 }, async () => await withdraw(customer, { amount: '400' })));
    const states = made.map(({ withdrawal }) => withdrawal.state);
    expect(states.toSorted()).toEqual(['HELD', 'HELD', 'HELD', 'SENDING', 'SENDING']);
    expect(await service.terms(customer)).toMatchObject({ reviewAbove: '1000', withdrawnInDay: '2000' });
    for (const { withdrawal } of made.filter((one) => one.withdrawal.state === 'HELD')) {
      await service.cancel(customer.userId, withdrawal.withdrawalId);
    }
    // What returned to the balance does not count.
    expect((await withdraw(customer, { amount: '200' })).withdrawal.state).toBe('SENDING');
    expect((await withdraw(customer, { amount: '20' })).withdrawal.state).toBe('HELD');
    host.advanceClock(24 * HOUR_MS);
    expect((await withdraw(customer, { amount: '1000' })).withdrawal.state).toBe('SENDING');
  });

  test('is a limit for all customers of one address', async () => {
    const { withdraw } = withdrawalsOf(host, noWait);
    const other = await addCustomer(host.database, host.context.now());
    for (const { userId } of [customer, other]) await credit(host.context, userId, '2000');
    expect((await withdraw(other, { amount: '1000' })).withdrawal.state).toBe('SENDING');
    const { withdrawal } = await withdraw(customer);
    expect((await findOutboxRow(host.database, withdrawalSendId(withdrawal.withdrawalId)))?.reason).toBe(LARGE_WITHDRAWAL);
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect((await withdraw(customer, { address, amount: '950' })).withdrawal.state).toBe('SENDING');
  });

  test('counts in the caps of payouts', async () => {
    Object.assign(host.context.caps, { perHourUsd: '60' });
    const { withdraw } = withdrawalsOf(host, noWait);
    const states = [];
    for (let count = 0; count < 2; count += 1) states.push((await withdraw(customer)).withdrawal.state);
    expect(states).toEqual(['SENDING', 'HELD']);
  });

  test.each(['perHourUsd', 'perHourTotalUsd'])('no longer counts toward the cap %s once it is stopped', async (cap) => {
    Object.assign(host.context.caps, { [cap]: '60' });
    const { service, withdraw } = withdrawalsOf(host);
    for (let count = 0; count < 3; count += 1) {
      const { withdrawal } = await withdraw(customer);
      expect(withdrawal.state).toBe('WAITING');
      await service.cancel(customer.userId, withdrawal.withdrawalId);
    }
    // A withdrawal that an operator released did not count, so stopping it frees nothing.
    Object.assign(host.context.caps, { [cap]: '40' });
    const { withdrawal } = await withdraw(customer);
    await releaseHeld(host.context, withdrawalSendId(withdrawal.withdrawalId));
    await service.cancel(customer.userId, withdrawal.withdrawalId);
    expect((await withdraw(customer)).withdrawal.state).toBe('HELD');
  });
});

describe('a withdrawal that the network refuses', () => {
  test('for good returns the whole amount, and the host pays the fee of the attempt', async () => {
    host.chain('tron').failsSends = true;
    await withdrawalsOf(host, noWait).withdraw(customer);
    await run();
    expect(await latest()).toMatchObject({ state: 'FAILED', isCancellable: false, txHash: null });
    expect(await balance()).toBe('312.48');
    expect(await ledgerSums(host)).toMatchObject({ usdttrc20: '0', trx: '0' });
  });

  test('because the token blocks the recipient returns the whole amount', async () => {
    await withdrawalsOf(host, noWait).withdraw(customer);
    host.chain('tron').blocked.add(ADDRESSES.tron);
    await run();
    expect(await latest()).toMatchObject({ state: 'FAILED' });
    expect(await balance()).toBe('312.48');
  });

  test('for now is delayed and sent later', async () => {
    host.chain('tron').mode = 'refuse';
    await withdrawalsOf(host, noWait).withdraw(customer);
    await run(3);
    expect(await latest()).toMatchObject({ state: 'DELAYED', delay: 'REFUSED', isCancellable: true });
    host.chain('tron').mode = 'up';
    host.advanceClock(HOUR_MS);
    await run();
    expect(await latest()).toMatchObject({ state: 'SENT' });
  });
});

test.each([
  ['recipient', { to_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }],
  ['amount', { amount: '480.5' }],
])('a withdrawal whose %s was changed in the database is not sent', async (_what, change) => {
  const { withdrawal } = await withdrawalsOf(host, noWait).withdraw(customer);
  const id = withdrawalSendId(withdrawal.withdrawalId);
  await host.database.updateTable('outbox').set(change).where('id', '=', id).execute();
  await run(3);
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'REFUSED', reason: 'SIGNED_TERMS_DIFFER' });
  expect(received()).toEqual([]);
});

test('balances and unsent withdrawals are never free reserve', async () => {
  await makeOrder(host, { from: 'btc', to: 'usdttrc20', amount: '0.01' });
  const free = async () => {
    host.advanceClock(60_000);
    await makeOrder(host, { from: 'btc', to: 'usdttrc20', amount: '0.01' });
    const { amount } = await host.database
      .selectFrom('treasury_balances')
      .select('amount')
      .where('instrument', '=', WITHDRAWAL_INSTRUMENT)
      .executeTakeFirstOrThrow();
    return amount;
  };
  expect(await free()).toBe(sum(['500000', '-312.48']));
  await credit(host.context, customer.userId, '100');
  expect(await free()).toBe(sum(['500000', '-412.48']));
});
