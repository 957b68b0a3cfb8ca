import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStore, DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { TEST_SEALING } from '../../tests/support/testSealing.ts';
import type { Customer } from '../accounts/authentication.ts';
import { createAccountEnd } from '../accounts/end/accountEnd.ts';
import { createAccountFreeze } from '../accounts/freeze/accountFreeze.ts';
import { createFreezeLink } from '../accounts/freeze/freezeLinks.ts';
import { cheapPasswords } from '../accounts/testing/customers.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findUser } from '../db/repositories/accounts/users.ts';
import { MAX_RETRY_DELAY_MS } from '../orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';

const DAY_MS = 24 * 3_600_000;
const CLIENT = { origin: 'https://swap.example', address: '203.0.113.7', userAgent: null };
const FROZEN = { code: 'ERR_NOT_ACCEPTABLE', details: { reason: 'ACCOUNT_FROZEN' } };

describe.each(DATABASES)('a frozen account on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  let customer: Customer;
  beforeEach(async () => {
    host = await startOrderHost({}, await createStore(kind));
    customer = await addCustomer(host.database, host.context.now());
    await credit(host.context, customer.userId, '312.48');
  });
  afterEach(async () => {
    await host.close();
  });

  const balance = async () => await readCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT);
  const createToken = async (): Promise<string> => {
    const user = await findUser(host.database, customer.userId);
    if (!user) throw new Error('no customer');
    const link = await createFreezeLink({ sealing: TEST_SEALING, now: host.context.now }, host.database, user);
    return link.token ?? '';
  };
  const freeze = async (token: string, { service } = withdrawalsOf(host)) => {
    const { database, now } = host.context;
    const freezing = createAccountFreeze({
      database,
      passwords: cheapPasswords,
      sealing: TEST_SEALING,
      now,
      stopWithdrawals: async (userId) => await service.stopAll(userId),
    });
    return await freezing.freeze(token, CLIENT);
  };

  rule('stops what was not sent, and takes no other until the freeze ends', async () => {
    const { withdraw, service } = withdrawalsOf(host);
    await withdraw(customer);
    const reviewed = withdrawalsOf(host, { rules: { minimum: '20', reviewAbove: '60', waitMs: 0 } });
    expect((await reviewed.withdraw(customer, { amount: '60' })).withdrawal.state).toBe('HELD');
    expect(await freeze(await createToken())).toMatchObject({ withdrawalsLeft: 0 });
    const states = (await service.list(customer.userId, {})).withdrawals.map(({ state }) => state);
    expect([states, await balance()]).toEqual([['CANCELLED', 'CANCELLED'], '312.48']);
    await expect(withdraw(customer)).rejects.toMatchObject(FROZEN);
    const target = { currencyTitle: 'USDT', networkTitle: 'TRC20', address: customer.email ?? '', amount: '50' };
    await expect(service.startProof(target, { customer, ...CLIENT })).rejects.toMatchObject(FROZEN);
    expect((await service.terms(customer)).frozenUntil).toBe(new Date(host.context.now() + 7 * DAY_MS).toISOString());
    host.advanceClock(7 * DAY_MS);
    expect((await withdraw(customer)).withdrawal.state).not.toBe('CANCELLED');
    expect((await service.terms(customer)).frozenUntil).toBeNull();
  });

  test('leaves no withdrawal that was requested at the same time', async () => {
    const { withdraw, service } = withdrawalsOf(host);
    const token = await createToken();
    const requests = Array.from({ length: 6 }, async () => await withdraw(customer));
    await Promise.allSettled([...requests.slice(0, 3), freeze(token), ...requests.slice(3)]);
    const states = (await service.list(customer.userId, {})).withdrawals.map(({ state }) => state);
    expect(states.filter((state) => state !== 'CANCELLED')).toEqual([]);
    expect(await balance()).toBe('312.48');
  });

  rule('counts what can’t be stopped while the network does not answer, and stops it with the next press', async () => {
    const noWait = withdrawalsOf(host, { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } });
    await noWait.withdraw(customer);
    const tron = host.chain('tron');
    tron.fee = '100';
    await host.tick();
    const token = await createToken();
    tron.mode = 'down';
    expect(await freeze(token)).toMatchObject({ withdrawalsLeft: 1 });
    tron.mode = 'up';
    expect(await freeze(token)).toMatchObject({ withdrawalsLeft: 0 });
    expect(await balance()).toBe('312.48');
  });

  rule('never sends what could not be stopped, although nobody presses again', async () => {
    const noWait = withdrawalsOf(host, { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } });
    await noWait.withdraw(customer);
    const tron = host.chain('tron');
    tron.mode = 'down';
    await host.tick();
    expect(await freeze(await createToken())).toMatchObject({ withdrawalsLeft: 1 });
    tron.mode = 'up';
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await host.tick(2);
    const [withdrawal] = (await noWait.service.list(customer.userId, {})).withdrawals;
    expect([withdrawal?.state, await balance()]).toEqual(['CANCELLED', '312.48']);
  });

  rule('can’t be closed: its owner could not restore it', async () => {
    const { database, now } = host.context;
    const end = createAccountEnd({ database, passwords: cheapPasswords, now, rules: { minimumWithdrawal: '20' } });
    await freeze(await createToken());
    expect((await end.closing(customer.userId)).obstacles).toContain('FROZEN');
  });
});
