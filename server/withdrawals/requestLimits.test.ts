import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Customer } from '../accounts/authentication.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { addCustomer, credit, withdrawalsOf } from './testing/withdrawalHost.ts';
import { WITHDRAWAL_INSTRUMENT } from './withdrawalContext.ts';

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

const balance = async () => await readCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT);
const mails = async () => (await host.database.selectFrom('account_mails').select('id').execute()).length;

test('a withdrawal is refused while the e-mail is not confirmed, and nothing is taken or mailed', async () => {
  const { withdraw, service } = withdrawalsOf(host);
  const unconfirmed = { ...customer, isEmailConfirmed: false };
  expect(await service.terms(unconfirmed)).toMatchObject({ isEmailConfirmed: false });
  await expect(withdraw(unconfirmed)).rejects.toMatchObject({
    code: 'ERR_NOT_ACCEPTABLE',
    details: { reason: 'EMAIL_NOT_CONFIRMED' },
  });
  expect([await balance(), await mails()]).toEqual(['312.48', 0]);
});

test('a customer who stopped ten withdrawals within an hour requests no other, and can still stop the open ones', async () => {
  const { withdraw, service } = withdrawalsOf(host);
  const kept = await withdraw(customer);
  for (let count = 0; count < 10; count += 1) {
    const { withdrawal } = await withdraw(customer);
    await service.cancel(customer.userId, withdrawal.withdrawalId);
    host.advanceClock(60_000);
  }
  await expect(withdraw(customer)).rejects.toMatchObject({
    code: 'ERR_TOO_MANY_REQUESTS',
    details: { retryAfterSeconds: 50 * 60 },
  });
  await service.cancel(customer.userId, kept.withdrawal.withdrawalId);
  expect([await balance(), await mails()]).toEqual(['312.48', 22]);
  host.advanceClock(51 * 60_000);
  expect((await withdraw(customer)).withdrawal.state).toBe('WAITING');
});

test('a customer without an e-mail adds one first, and withdraws some days after it was confirmed', async () => {
  const { withdraw, service } = withdrawalsOf(host);
  await expect(withdraw({ ...customer, email: null, isEmailConfirmed: false })).rejects.toMatchObject({
    code: 'ERR_NOT_ACCEPTABLE',
    details: { reason: 'EMAIL_MISSING' },
  });
  const withdrawals_from = host.context.now() + 1_000;
  await host.database.updateTable('users').set({ withdrawals_from }).execute();
  const opensAt = new Date(withdrawals_from).toISOString();
  expect(await service.terms(customer)).toMatchObject({ opensAt });
  await expect(withdraw(customer)).rejects.toMatchObject({ details: { reason: 'FIRST_EMAIL_IS_NEW', until: opensAt } });
  expect([await balance(), await mails()]).toEqual(['312.48', 0]);
  host.advanceClock(1_000);
  expect((await withdraw(customer)).withdrawal.state).toBe('WAITING');
});
