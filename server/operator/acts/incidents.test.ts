import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { insertTestUser } from '../../accounts/testing/insertTestUser.ts';
import { insertApiKey, findUsableApiKey } from '../../db/repositories/accounts/apiKeys.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { createDatabaseSwitches } from '../../health/databaseSwitches.ts';
import { countReceived, MAX_RETRY_DELAY_MS, mineAndTick } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { checkScopes } from '../../reconcile/actions.ts';
import { readBooks } from '../../reconcile/books.ts';
import { addCustomer, credit, withdrawalsOf } from '../../withdrawals/testing/withdrawalHost.ts';
import { listActions } from './audit.ts';
import { describePayment } from './payments.ts';
import { runOperatorCommand } from '../cli/runOperatorCommand.ts';

describe.each(oneDatabase(import.meta.filename))('acts of incidents on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => await host.close());

  const say = async (words: string) => await runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));
  const settle = async () => {
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await mineAndTick(host, ['bitcoin', 'tron'], 4);
  };

  test('freezes the withdrawals and API keys of a customer, while orders and other customers go on', async () => {
    const [customer, other] = [await addCustomer(host.database, host.context.now()), await addCustomer(host.database, 1)];
    for (const { userId } of [customer, other]) await credit(host.context, userId, '100');
    const key = { sealed_secret: '', white_list: '[]', is_active: 1, created_at: 1, last_used_at: null, name: 'bot' };
    await insertApiKey(host.database, { ...key, id: 'cw_1', user_id: customer.userId });
    const { withdraw } = withdrawalsOf(host, { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } });
    const sendOf = async (one: typeof customer) => `WITHDRAWAL:${(await withdraw(one)).withdrawal.withdrawalId}`;
    const stateOf = async (sendId: string) => (await findOutboxRow(host.database, sendId))?.state;
    expect(await say(`freeze ${customer.userId}`)).toContain('is frozen');
    expect(await say(`freeze ${customer.userId}`)).toContain('is frozen already');
    const [frozen, free] = [await sendOf(customer), await sendOf(other)];
    await settle();
    expect([await stateOf(frozen), await stateOf(free)]).toEqual(['PENDING', 'CONFIRMED']);
    expect(await findUsableApiKey(host.database, 'cw_1')).toBeUndefined();
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await settle();
    expect(await stateOf(`PAYOUT:${made.order.orderId}`)).toBe('CONFIRMED');

    expect(await say(`unfreeze ${customer.userId}`)).toContain('no longer frozen');
    expect(await say(`unfreeze ${customer.userId}`)).toContain('Nothing was done');
    await settle();
    expect(await stateOf(frozen)).toBe('CONFIRMED');
    expect(await findUsableApiKey(host.database, 'cw_1')).toMatchObject({ id: 'cw_1', is_active: 1 });
  });

  test('keeps the scopes of a frozen operator known to reconciliation', async () => {
    const { userId } = await addCustomer(host.database, host.context.now());
    await say(`grant ${userId} treasury --confirm`);
    await say(`freeze ${userId}`);
    expect(await checkScopes(host.context)).toEqual([]);
    await host.database.updateTable('users').set({ operator_scopes: '["settings"]' }).where('id', '=', userId).execute();
    expect(await checkScopes(host.context)).toMatchObject([{ key: `operator:${userId}` }]);
  });

  test('holds what was priced in a period and has not left, until it is released', async () => {
    const made = await makeOrder(host);
    const sendId = `PAYOUT:${made.order.orderId}`;
    await say('stop-payouts everywhere');
    const from = new Date(host.context.now()).toISOString();
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await settle();
    const to = new Date(host.context.now() + 1).toISOString();
    expect(await say(`hold ${from} ${from}`)).toContain('Nothing was done');
    expect(await say(`hold ${from} ${to}`)).toContain('1 payouts are on hold');
    // An operator is warned of the stop also when somebody removed its row (D79).
    await host.database.deleteFrom('switches').execute();
    const held = (await findOutboxRow(host.database, sendId)) ?? expect.fail('no payment');
    expect((await describePayment(host.context, held)).warnings).toEqual(['PAYOUTS_STOPPED']);
    await say('repair-rows');
    await say('resume-payouts everywhere');
    await settle();
    expect(await findOutboxRow(host.database, sendId)).toMatchObject({ state: 'HELD', reason: 'OPERATOR_HOLD' });
    expect(countReceived(host, 'tron', ADDRESSES.tron)).toBe(0);
    await say(`release ${sendId}`);
    await settle();
    expect(countReceived(host, 'tron', ADDRESSES.tron)).toBe(1);
    expect(await say(`hold ${from} ${to}`)).toContain('Nothing was done');
  });

  test('closes everything for new orders, and opens it again', async () => {
    const switches = createDatabaseSwitches(host.context, host.context.log);
    const reasons = async () => {
      await switches.read();
      return [switches.reasonFor('btc', 'bitcoin', 'send'), switches.reasonFor('eth', 'ethereum', 'receive')];
    };
    expect(await say('pause everything receive NO_RESERVE')).toContain('everything (receive) is closed: NO_RESERVE');
    expect(await reasons()).toEqual([null, 'NO_RESERVE']);
    expect(await say('pause everything')).toContain('everything (send and receive) is closed: MAINTENANCE');
    expect(await reasons()).toEqual(['MAINTENANCE', 'MAINTENANCE']);
    expect(await say('resume everything')).toContain('is removed');
    expect(await reasons()).toEqual([null, null]);
    expect(await say('pause everything btc')).toContain('Usage:');
  });

  test('tells customers something until its end, and closes nothing', async () => {
    const { log, now } = host.context;
    const switches = createDatabaseSwitches(host.context, log, now);
    const texts = ['Payouts are late.', 'Выплаты задерживаются.'];
    const command = (...words: string[]) => runOperatorCommand({ ...host.context, operatorFile: '' }, words);
    const until = new Date(now() + 60_000).toISOString();
    expect(await command('notice', 'network', 'tron', until, ...texts)).toContain(`about network:tron until ${until}`);
    expect(await command('notice', 'everything', until, ...texts)).toContain('about everything');
    expect(await command('notice', 'network', 'tron', new Date(now()).toISOString(), ...texts)).toContain('in the past');
    expect(await command('notice', 'network', 'no', until, ...texts)).toContain('the catalogue has no');
    await switches.read();
    const [tron, all] = switches.notices();
    expect(tron).toEqual({ concerns: 'network:tron', texts: { en: texts[0], ru: texts[1] }, until });
    expect([all?.concerns, switches.reasonFor('usdttrc20', 'tron', 'send')]).toEqual(['everything', null]);

    expect(await command('end-notice', 'network', 'tron')).toContain('no longer told about network:tron');
    expect(await command('end-notice', 'network', 'tron')).toContain('Nothing was done');
    await switches.read();
    expect(switches.notices()).toMatchObject([{ concerns: 'everything' }]);
    // Without the database the host still knows when a notice ends.
    host.advanceClock(60_000);
    expect(switches.notices()).toEqual([]);
    expect(await command('end-notice', 'everything')).toContain('Nothing was done');
  });

  test('accepts a difference that reconciliation found, until it changes, but none of a treasury', async () => {
    const finding = { severity: 'ALARM', what: 'differs', advice: 'look', first_found_at: 1, last_found_at: 1 } as const;
    const key = 'address:bitcoin:bc1q';
    await host.database
      .insertInto('reconcile_findings')
      .values({ ...finding, object: 'address:bitcoin:bc1q', number: 0, key, how_much: '0.1 btc' })
      .execute();
    const open = async () => (await readBooks(host.context, 1_000)).differences.map((one) => one.key);
    expect(await say('accept treasury:btc lost')).toContain('as capital');
    expect(await say('accept address:other lost')).toContain('Nothing was done');
    expect(await open()).toEqual([key]);
    expect(await say(`accept ${key} lost in a reorg`)).toContain(`${key} is accepted: 0.1 btc`);
    expect(await open()).toEqual([]);
    expect(await listActions(host.context, { limit: 1 })).toMatchObject([{ act: 'accept', reason: 'lost in a reorg' }]);
    await host.database.updateTable('reconcile_findings').set({ how_much: '0.2 btc' }).execute();
    expect(await open()).toEqual([key]);
  });

  test('signs a customer out everywhere', async () => {
    const { database, context } = host;
    const userId = await insertTestUser(database, { email: 'a@example.org', sessionId: 'one', now: context.now() });
    await insertTestUser(database, { email: null, sessionId: 'two', now: context.now(), userId });
    await database
      .updateTable('sessions')
      .set({ expires_at: context.now() + 1 })
      .execute();
    expect(await say(`end-sessions ${userId}`)).toContain('2 sessions ended');
    const ended = await database.selectFrom('sessions').select('end_reason').execute();
    expect(ended.map(({ end_reason }) => end_reason)).toEqual(['REVOKED', 'REVOKED']);
    expect(await say(`end-sessions ${userId}`)).toContain('signed in nowhere');
  });
});
