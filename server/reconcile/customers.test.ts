import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Customer } from '../accounts/authentication.ts';
import { createAccountEnd } from '../accounts/end/accountEnd.ts';
import { cheapPasswords, TEST_PASSWORD } from '../accounts/testing/customers.ts';
import { checkBooks } from '../orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { addCustomer, credit, withdrawalsOf } from '../withdrawals/testing/withdrawalHost.ts';

let host: OrderHost;
let customer: Customer;
beforeEach(async () => {
  host = await startOrderHost();
  await checkBooks(host);
  customer = await addCustomer(host.database, host.context.now());
});
afterEach(async () => {
  await host.close();
});

const differences = async () => (await checkBooks(host)).differences.filter(({ key }) => !key.includes('earned-'));
const keys = async () => (await differences()).map(({ key }) => key.replaceAll(/[\w-]{22}(?=:|$)/g, 'ID'));
const withdraw = async (changes = {}) => {
  const rules = { minimum: '20', reviewAbove: '1000', waitMs: 0 };
  return (await withdrawalsOf(host, { rules }).withdraw(customer, changes)).withdrawal;
};
async function run(rounds = 25): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    host.chain('tron').mine();
    await host.tick();
  }
}

test('finds no difference at any step of withdrawals that are sent, stopped and failed', async () => {
  await credit(host.context, customer.userId, '200');
  const stopped = await withdraw();
  await withdrawalsOf(host).service.cancel(customer.userId, stopped.withdrawalId);
  await withdraw();
  for (let step = 0; step < 5; step += 1) {
    await run(5);
    expect(await keys(), `step ${step}`).toEqual([]);
  }
  host.chain('tron').failsSends = true;
  await withdraw();
  await run();
  expect(await keys()).toEqual([]);
});

test.each([
  ['a balance that was raised by a cent', 'update customer_balances set amount = 150.01', 'customer:1:balance:usdttrc20'],
  ['a balance that was deleted', 'delete from customer_balances', 'customer:1:balance:usdttrc20'],
  ['another fee of a withdrawal', 'update withdrawals set network_fee = 0.5', 'customer:1:WITHDRAWAL:ID'],
  ['another customer of a withdrawal', 'update withdrawals set user_id = 2', 'customer:2:WITHDRAWAL:ID'],
  ['a confirmed withdrawal that was marked as stopped', `update outbox set state = 'CANCELLED'`, 'cancelled:withdrawal:ID'],
  ['a deleted withdrawal', 'delete from withdrawals', 'withdrawal:ID'],
  [
    'a journal that was moved to no withdrawal',
    `update ledger_entries set withdrawal_id = null where kind = 'SENT'`,
    'sent:WITHDRAWAL:ID',
  ],
  [
    'a withdrawal that was renamed in the ledger',
    `update ledger_entries set kind = 'FORFEIT' where kind = 'WITHDRAWAL'`,
    'withdrawal:ID',
  ],
  ['a deleted send', 'delete from outbox', 'customer:1:WITHDRAWAL:ID'],
])('names %s', async (_what, statement, key) => {
  await addCustomer(host.database, host.context.now());
  await credit(host.context, customer.userId, '200');
  await withdraw();
  await run();
  expect(await keys()).toEqual([]);
  await withoutConstraints(host.database, async (transaction) => await sql.raw(statement).execute(transaction));
  expect(await keys()).toContain(key);
});

test.each([
  ['an account that was opened again', 'update users set closed_at = null', 'forfeit:1'],
  [
    'a forfeited balance of another amount',
    `update ledger_entries set amount = amount * 2 where journal_id = 'forfeit:1'`,
    'forfeit:1',
  ],
  ['a forfeited balance that was deleted', `delete from ledger_entries where journal_id = 'forfeit:1'`, 'forfeit:1'],
  [
    'a forfeited balance without a customer',
    `update ledger_entries set user_id = null where journal_id = 'forfeit:1'`,
    'customer:1:balance:usdttrc20',
  ],
])('expects what a closed account forfeited, and names %s', async (_what, statement, key) => {
  const { database } = host;
  await credit(host.context, customer.userId, '3.5');
  const password_hash = await cheapPasswords.hash(TEST_PASSWORD);
  await database.updateTable('users').set({ password_hash }).execute();
  const end = createAccountEnd({
    database,
    passwords: cheapPasswords,
    now: host.context.now,
    rules: { minimumWithdrawal: '20' },
  });
  const client = { address: '203.0.113.7', userAgent: null, origin: 'https://swap.example' };
  await end.close({ userId: customer.userId, client }, { password: TEST_PASSWORD, forfeited: '3.5' });
  expect(await keys()).toEqual([]);
  await withoutConstraints(database, async (transaction) => await sql.raw(statement).execute(transaction));
  expect(await keys()).toContain(key);
});
