import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compare, sum } from '../../contract/money.ts';
import type { Customer } from '../../server/accounts/authentication.ts';
import { readCustomerBalance } from '../../server/db/repositories/accounts/customerBalances.ts';
import { completeOrder, mineAndTick } from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, ledgerSums, makeOrder, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { refundOwn } from '../../server/orders/testing/statusFixtures.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { addCustomer, credit, withdrawalsOf } from '../../server/withdrawals/testing/withdrawalHost.ts';
import { WITHDRAWAL_INSTRUMENT } from '../../server/withdrawals/withdrawalContext.ts';
import { createRandom } from '../drills/support/random.ts';
import { DATABASES } from '../support/databases.ts';
import { startCountedHostOn } from '../support/orderHosts.ts';

const NO_WAIT = { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } };

describe.each(DATABASES)('withdrawals on %s', (kind) => {
  let host: OrderHost;
  let customer: Customer;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    customer = await addCustomer(host.database, host.context.now());
  });
  afterEach(async () => {
    await host.close();
  });

  const balance = async () => await readCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT);
  const received = (): string =>
    sum(
      host
        .chain('tron')
        .receivedBy(ADDRESSES.tron)
        .map(({ amount }) => amount),
    );
  const run = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      host.chain('tron').mine();
      await host.tick();
    }
  };
  /** In one thread two connections to a SQLite file block each other, so there the same process does both. */
  const startOther = async () => (kind === 'PostgreSQL' ? await host.startSecondProcess() : host);
  /** Without the orders that credits name: they have nothing but an id. */
  const differences = async () => {
    const found = await reconcile(host.context, { settleMs: 0, checks: 1 });
    return found.differences.filter(({ key }) => !key.includes('earned-'));
  };

  test('50 at once take no more than the balance, and each that was accepted arrives once', async () => {
    await credit(host.context, customer.userId, '500');
    const other = await startOther();
    const processes = [withdrawalsOf(host, NO_WAIT), withdrawalsOf(other, NO_WAIT)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => await processes[index % 2]?.withdraw(customer, { amount: '30' })),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 34 }, () => 'ERR_BALANCE_TOO_LOW'));
    expect(await balance()).toBe('20');
    await Promise.all([host.settlement.tick(), other.settlement.tick()]);
    await run(25);
    // 16 times 30 less the fee of 1.5
    expect(received()).toBe('456');
    expect(await differences()).toEqual([]);
    if (other !== host) await other.database.destroy();
  });

  test('a withdrawal that is stopped while it is sent is either back or paid, never both', async () => {
    const other = await startOther();
    const { service, withdraw } = withdrawalsOf(host, NO_WAIT);
    let stopped = 0;
    for (let round = 0; round < 6; round += 1) {
      await credit(host.context, customer.userId, '30');
      const { withdrawal } = await withdraw(customer, { amount: '30' });
      const [stop] = await Promise.allSettled([
        service.cancel(customer.userId, withdrawal.withdrawalId),
        round % 2 === 0 ? other.settlement.tick() : undefined,
      ]);
      if (stop.status === 'fulfilled') stopped += 1;
      else expect(stop.reason).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    }
    await run(25);
    expect(compare(await balance(), String(30 * stopped))).toBe(0);
    expect(compare(received(), String(28.5 * (6 - stopped)))).toBe(0);
    expect(await differences()).toEqual([]);
    if (other !== host) await other.database.destroy();
  });

  test('any sequence of orders, refunds, credits, withdrawals and stops leaves the ledger balanced and no balance negative', async () => {
    const random = createRandom(20261123);
    const customers = [customer, await addCustomer(host.database, host.context.now())];
    const { service, withdraw } = withdrawalsOf(host);
    const open: { userId: number; id: string }[] = [];
    let refunds = 0;
    const steps = [
      async (who: Customer) => await credit(host.context, who.userId, String(random.between(1, 90))),
      async (who: Customer) => {
        const made = await withdraw(who, { amount: String(random.between(15, 120)) }).catch(() => null);
        if (made) open.push({ userId: who.userId, id: made.withdrawal.withdrawalId });
      },
      async () => {
        const one = open.splice(random.between(0, Math.max(0, open.length - 1)), 1)[0];
        if (one) await service.cancel(one.userId, one.id).catch(() => null);
      },
      async () => {
        host.advanceClock(random.between(0, 1) * 3_600_000);
        await run(3);
      },
      async () => void (host.chain('tron').failsSends = random.between(0, 3) === 0),
      async () => void (await makeOrder(host)),
      async () => {
        host.chain('tron').failsSends = false;
        await completeOrder(host);
      },
      async () => {
        const made = await makeOrder(host, { rateMode: 'FIXED' });
        host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
        await mineAndTick(host, ['bitcoin'], 3);
        await refundOwn(host, made);
        await mineAndTick(host, ['bitcoin'], 3);
        refunds += 1;
      },
    ];
    for (let step = 0; step < 30; step += 1) {
      await steps[random.between(0, steps.length - 1)]?.(customers[random.between(0, 1)] ?? customer);
      for (const { userId } of customers) {
        expect(compare(await readCustomerBalance(host.database, userId, WITHDRAWAL_INSTRUMENT), '0')).toBeGreaterThanOrEqual(0);
      }
      for (const total of Object.values(await ledgerSums(host))) expect(compare(total, '0')).toBe(0);
    }
    expect(refunds).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
  });
});
