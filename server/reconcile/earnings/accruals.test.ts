import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { withoutConstraints } from '../../../tests/support/withoutConstraints.ts';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { addCustomer, swap, type TestCustomer } from '../../affiliates/testing/customers.ts';
import { signAccrual } from '../../affiliates/signedAccruals.ts';
import { signEarnings } from '../../affiliates/signedEarnings.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { checkBooks, mineAndTick } from '../../orders/testing/hostActions.ts';
import { type OrderHost } from '../../orders/testing/orderHost.ts';
import { addCustomer as addSecured, withdrawalsOf } from '../../withdrawals/testing/withdrawalHost.ts';

describe.each(oneDatabase(import.meta.filename))('earnings on %s', (kind) => {
  let host: OrderHost;
  let anna: TestCustomer;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await checkBooks(host);
    anna = await addCustomer(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const change = (statement: string) => sql.raw(statement).execute(host.database);
  const differences = async () => (await checkBooks(host)).differences;
  const earnings = async () => (await differences()).map(({ key }) => key).filter((key) => key.startsWith('earning:'));

  test.each([
    ['raised with its journal and the balance', `update accruals set amount = '12000', fee = '30000'`, /its amount is not/],
    ['moved to another customer', 'update accruals set user_id = 2', /its userId is not/],
    ['given another share', `update accruals set percent = '90'`, /its percent is not/],
    ['with the signature of nobody', `update accruals set signature = '00'`, /did not sign/],
    ['signed by somebody else', `update accruals set document = replace(document, '"12"', '"13"')`, /did not sign/],
    ['of an order that was refunded', `update orders set status = 'REFUNDED'`, /its order is REFUNDED/],
    ['of another platform fee', `update order_settlements set platform_fee = '3'`, /the platform fee is 3 instead of 30/],
  ])('that were %s are named', async (_what, statement, fault) => {
    await addCustomer(host);
    const orderId = await swap(host, { code: anna.code });
    expect(await differences()).toEqual([]);
    await change(statement);
    expect(await differences()).toContainEqual(
      expect.objectContaining({ key: `earning:REFERRER:${orderId}`, severity: 'ALARM', howMuch: expect.stringMatching(fault) }),
    );
  });

  test('that were deleted with their journal and balance are named, and so is the deletion of what was signed', async () => {
    const orderId = await swap(host, { code: anna.code });
    const nothing = await swap(host);
    await withoutConstraints(host.database, async (transaction) => {
      const tables = [`ledger_entries where journal_id = 'accrual:REFERRER:${orderId}'`, 'customer_balances', 'accruals'];
      for (const table of tables) await sql.raw(`delete from ${table}`).execute(transaction);
    });
    // The sums of the day count what was deleted, too.
    const day = expect.stringMatching(/^report:\d{4}-\d\d-\d\d:btc usdttrc20$/);
    const keys = async () => (await differences()).map(({ key }) => key);
    expect(await keys()).toEqual([`earning:missing:${orderId}`, day]);
    await change(`delete from signed_documents where kind = 'EARNINGS'`);
    expect((await keys()).toSorted()).toEqual([...[nothing, orderId].map((id) => `earning:signed:${id}`).toSorted(), day]);
  });

  test('at a price that is far above the one of the payout are named', async () => {
    const orderId = await swap(host, { code: anna.code });
    await change(`update outbox set usd_value = '100' where id = 'PAYOUT:${orderId}'`);
    expect(await differences()).toContainEqual(
      expect.objectContaining({ key: `earning:REFERRER:${orderId}`, howMuch: expect.stringMatching(/that of the payout/) }),
    );
  });

  test('that were added with everything but the signature of the order’s earnings are named', async () => {
    const orderId = await swap(host, { code: anna.code });
    await change(`delete from signed_documents where kind = 'EARNINGS'`);
    await signEarnings(host.context, host.database, { orderId, counted: null, at: host.context.now() });
    expect(await earnings()).toEqual([]);
    const { database, signer } = host.context;
    const accrual = await database.selectFrom('accruals').selectAll().executeTakeFirstOrThrow();
    const record = JSON.parse(accrual.document);
    const signed = signAccrual(signer, { ...accrual, id: 'another' }, record);
    await withoutConstraints(database, (transaction) => transaction.updateTable('accruals').set(signed).execute());
    expect(await earnings()).toEqual([`earning:missing:${orderId}`, `earning:added:${orderId}`]);
  });

  test('that nobody earned are not withdrawn, although every row agrees with the others', async () => {
    const thief = await addSecured(host.database, host.context.now());
    await swap(host, { code: anna.code });
    const signed = await host.database.selectFrom('accruals').selectAll().executeTakeFirstOrThrow();
    const orderIds = [await swap(host), await swap(host)];
    const at = host.context.now();
    for (const [number, orderId] of orderIds.entries()) {
      const id = `invented ${number}`;
      const earned = { user_id: thief.userId, code: 'x', amount: '900', fee: '2250', percent: '40', created_at: at };
      await host.database
        .insertInto('accruals')
        .values({ ...signed, ...earned, id, order_id: orderId })
        .execute();
      const entries = [
        ['AFFILIATE_COSTS', '900', 'null'],
        ['EARNINGS', '-900', thief.userId],
      ].map(
        ([account, amount, user], line) =>
          `('accrual:REFERRER:${orderId}', ${line}, '${account}', 'ACCRUAL', 0, '${orderId}', '${id}', 'usdttrc20', '${amount}', ${at}, ${user})`,
      );
      await change(
        `insert into ledger_entries (journal_id, line, account, kind, is_reversal, order_id, accrual_id, instrument, amount, created_at, user_id) values ${entries.join()}`,
      );
    }
    await change(
      `insert into customer_balances (user_id, instrument, amount, version) values (${thief.userId}, 'usdttrc20', '1800', 1)`,
    );
    const rules = { minimum: '20', reviewAbove: '1000', waitMs: 0 };
    const { withdrawal } = await withdrawalsOf(host, { rules }).withdraw(thief, { amount: '900' });
    await mineAndTick(host, ['tron'], 5);
    expect(await findOutboxRow(host.database, `WITHDRAWAL:${withdrawal.withdrawalId}`)).toMatchObject({
      state: 'REFUSED',
      reason: 'SIGNED_TERMS_DIFFER',
    });
    const keys = (await differences()).map(({ key }) => key);
    for (const orderId of orderIds) expect(keys).toContain(`earning:REFERRER:${orderId}`);
    expect(keys).toContain(`customer:${thief.userId}:WITHDRAWAL:${withdrawal.withdrawalId}`);
  });
});
