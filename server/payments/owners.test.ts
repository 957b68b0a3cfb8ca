import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOrderPayments } from '../orders/owner.ts';
import { completeOrder } from '../orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { createWithdrawalPayments } from '../withdrawals/owner.ts';
import { createPaymentOwners, UnownedPaymentError } from './owners.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

test('accepts a database whose payments have owners, and rejects one with a kind that nobody registered', async () => {
  await completeOrder(host);
  const { owners } = host.context;
  await expect(owners.assertOwned(host.database)).resolves.toBeUndefined();

  const withdrawalsOnly = createPaymentOwners();
  withdrawalsOnly.register(createWithdrawalPayments(host.context));
  await expect(withdrawalsOnly.assertOwned(host.database)).rejects.toThrow(UnownedPaymentError);

  await sql`update outbox set kind = 'CARD_PAYOUT' where kind = 'PAYOUT'`.execute(host.database);
  await expect(owners.assertOwned(host.database)).rejects.toThrow(/CARD_PAYOUT/);
});

test('rejects a second owner of a kind', () => {
  const owners = createPaymentOwners();
  owners.register(createOrderPayments(host.context));
  expect(() => owners.register(createOrderPayments(host.context))).toThrow('PAYOUT');
});

test('refuses to send a payout that belongs to no order', async () => {
  await completeOrder(host);
  const now = host.context.now();
  await sql`insert into outbox (id, idempotency_key, kind, network, instrument, to_address, amount, state, attempts, not_before,
      lease_until, created_at)
    select 'stolen', 'stolen', kind, network, instrument, to_address, amount, 'PENDING', 0, 0, 0, ${now} from outbox
    where kind = 'PAYOUT'`.execute(host.database);
  await host.tick(3);
  const stolen = await host.database.selectFrom('outbox').selectAll().where('id', '=', 'stolen').executeTakeFirst();
  expect(stolen).toMatchObject({ state: 'REFUSED', reason: 'SIGNED_TERMS_DIFFER', tx_hash: null });
});
