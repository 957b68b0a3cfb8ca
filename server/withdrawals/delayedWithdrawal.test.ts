import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount, toDecimal } from '../../contract/money.ts';
import type { Customer } from '../accounts/authentication.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { writeSwitch } from '../db/repositories/switches.ts';
import { ADDRESSES, ledgerSums, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { FEE_ROSE } from '../payments/outbox/feeWait.ts';
import { ChainRefusedError } from '../ports/chain/chainGateway.ts';
import { checkCustomer } from '../reconcile/customers.ts';
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
    const delays = await host.database.selectFrom('account_mails').selectAll().where('kind', '=', 'WITHDRAWAL_DELAYED').execute();
    expect(delays.map(({ data }) => (JSON.parse(data) as { reason: string }).reason)).toEqual(['PAYOUTS_STOPPED']);
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

describe('a fee that stays high for a day', () => {
  const DAY_MS = 24 * HOUR_MS;
  const mails = async () => {
    const rows = await host.database.selectFrom('account_mails').select(['kind', 'data']).orderBy('created_at').execute();
    return rows.map(({ kind, data }) => [kind, (JSON.parse(data) as { reason?: string; failure?: string }).reason ?? null]);
  };
  /** Lets the host retry for a while. */
  const retry = async (forMs: number, stepMs = HOUR_MS): Promise<void> => {
    for (let passed = 0; passed < forMs; passed += stepMs) {
      host.advanceClock(stepMs);
      await host.tick();
    }
  };
  const ask = async (times = '3') => {
    const made = await withdrawalsOf(host, noWait).withdraw(customer);
    setFee(times);
    host.desk.fees.set('usdttrc20', toDecimal(amount('1.5').times(amount(times))));
    await retry(36 * HOUR_MS);
    return made.withdrawal;
  };
  const differences = async () => await checkCustomer(host.context, customer.userId);

  test('is mailed once, and asked about once with the fee of now', async () => {
    await ask();
    await retry(12 * HOUR_MS);
    expect(await mails()).toEqual([
      ['WITHDRAWAL_REQUESTED', null],
      ['WITHDRAWAL_DELAYED', 'FEE_ROSE'],
      ['WITHDRAWAL_DELAYED', 'ASKED'],
    ]);
    expect(await latest()).toMatchObject({
      state: 'DELAYED',
      question: { networkFee: '4.5', arrives: '45.5', answerUntil: expect.any(String) },
    });
  });

  test('is accepted: the withdrawal is replaced by one that is signed with the new fee, and arrives once', async () => {
    const asked = await ask();
    const { service } = withdrawalsOf(host);
    const accept = async (maxNetworkFee: string) =>
      await service.acceptFee(customer.userId, { withdrawalId: asked.withdrawalId, maxNetworkFee });
    const stranger = await addCustomer(host.database, host.context.now());
    const input = { withdrawalId: asked.withdrawalId, maxNetworkFee: '9' };
    await expect(service.acceptFee(stranger.userId, input)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(accept('4.49')).rejects.toMatchObject({ code: 'ERR_RATE_CHANGED', details: { networkFee: '4.5' } });
    const answers = await Promise.allSettled([accept('4.5'), accept('4.5')]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance()).toBe('262.48');
    expect(await differences()).toEqual([]);
    await run();
    expect(received()).toEqual(['45.5']);
    const { withdrawals } = await service.list(customer.userId, {});
    expect(withdrawals).toMatchObject([
      { state: 'SENT', networkFee: '4.5', amount: '50' },
      { state: 'CANCELLED', question: null },
    ]);
    expect(await differences()).toEqual([]);
    expect(await ledgerSums(host)).toMatchObject({ usdttrc20: '0', trx: '0' });
  });

  test('without an answer for 7 days returns the whole amount', async () => {
    await ask();
    await retry(6 * DAY_MS, DAY_MS);
    expect(await latest()).toMatchObject({ state: 'DELAYED' });
    await retry(2 * DAY_MS, DAY_MS);
    expect(await latest()).toMatchObject({ state: 'FAILED', question: null });
    expect(await balance()).toBe('312.48');
    expect((await mails()).at(-1)).toEqual(['WITHDRAWAL_FAILED', null]);
    setFee('1');
    await run();
    expect(received()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test('that exceeds the amount can’t be accepted', async () => {
    const asked = await ask('40');
    expect(await latest()).toMatchObject({ question: { networkFee: '60', arrives: '0' } });
    const input = { withdrawalId: asked.withdrawalId, maxNetworkFee: '60' };
    await expect(withdrawalsOf(host).service.acceptFee(customer.userId, input)).rejects.toMatchObject({
      code: 'ERR_WITHDRAWAL_TOO_SMALL',
    });
    expect(await balance()).toBe('262.48');
  });

  test('is not asked about before the fee was high for a day', async () => {
    const { withdrawal } = await withdrawalsOf(host, noWait).withdraw(customer);
    setFee('3');
    await retry(20 * HOUR_MS);
    const input = { withdrawalId: withdrawal.withdrawalId, maxNetworkFee: '9' };
    await expect(withdrawalsOf(host).service.acceptFee(customer.userId, input)).rejects.toMatchObject({
      code: 'ERR_NOT_ACCEPTABLE',
    });
    expect(await latest()).toMatchObject({ question: null });
  });
});
