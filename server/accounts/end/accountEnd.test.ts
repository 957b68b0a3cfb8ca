import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../../tests/support/databases.ts';
import { findReferral, insertReferral } from '../../db/repositories/earnings/referrals.ts';
import { purchaseRow } from '../../fiat/testing/purchaseRow.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import { EARNINGS_INSTRUMENT } from '../../affiliates/affiliateRules.ts';
import type { Database } from '../../db/database.ts';
import { changeCustomerBalance, readCustomerBalance } from '../../db/repositories/accounts/customerBalances.ts';
import { withdrawalSendId } from '../../withdrawals/withdrawalBooks.ts';
import { findPurchase, insertPurchase } from '../../db/repositories/fiat/cardPurchases.ts';
import { findProviderAccount, storeProviderAccount } from '../../db/repositories/fiat/providerAccounts.ts';
import type { CardPurchaseRow } from '../../db/tables/fiat.ts';
import type { OutboxState } from '../../db/tables/payments.ts';
import { insertSession } from '../../db/repositories/accounts/sessions.ts';
import type { SessionRow } from '../../db/tables/accounts.ts';
import { publicSessionId } from '../sessionTokens.ts';
import { cheapPasswords, TEST_PASSWORD } from '../testing/customers.ts';
import { createAccountEnd, type AccountEnd } from './accountEnd.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const ORIGIN = 'https://swap.example';
const client = { address: '203.0.113.7', userAgent: null, origin: ORIGIN };
const SECRETS = ['access-hash', 'refresh-hash', 'sealed-secret', 'sealed-token', 'argon2'];

const CUSTOMER = { userId: 1, client: { address: '203.0.113.7' } };

describe.each(DATABASES)('the end of an account on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let database: Database;
  let end: AccountEnd;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    const password_hash = await cheapPasswords.hash(TEST_PASSWORD);
    await database
      .insertInto('users')
      .values([
        sampleUser({ id: 1, email: 'anna@example.org', password_hash }),
        sampleUser({ id: 2, referrer_user_id: 1, referrer_code: 'anna' }),
      ])
      .execute();
    await insertReferral(database, { user_id: 2, document: '{}', signature: '00', key_id: 'key' });
    for (const user of [1, 2]) await insertSession(database, session(user));
    await database
      .insertInto('api_keys')
      .values({
        id: 'cw_1',
        user_id: 1,
        name: 'Bot',
        sealed_secret: 'sealed-secret',
        white_list: '[]',
        is_active: 1,
        created_at: NOW,
      })
      .execute();
    end = createAccountEnd({
      database,
      passwords: cheapPasswords,
      now: () => NOW,
      rules: { minimumWithdrawal: '20' },
    });
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  const session = (userId: number): SessionRow => ({
    id: `session-${userId}`,
    user_id: userId,
    kind: 'COOKIE',
    access_token_hash: `access-hash-${userId}`,
    access_expires_at: NOW + 1,
    refresh_token_hash: `refresh-hash-${userId}`,
    previous_refresh_hash: null,
    superseded_access_hash: null,
    rotated_at: NOW,
    expires_at: NOW + 1_000,
    created_at: NOW,
    last_used_at: NOW,
    second_factor_at: null,
    browser: 'Chrome',
    system: 'macOS',
    client_address: '203.0.113.7',
    browser_fingerprint: null,
    is_new_device: 0,
    ended_at: null,
    end_reason: null,
  });
  const withdraw = async (state: OutboxState): Promise<void> => {
    const of = { instrument: EARNINGS_INSTRUMENT, amount: '20', to_address: 'T'.repeat(34), created_at: NOW };
    await database
      .insertInto('withdrawals')
      .values({
        ...of,
        id: 'w1',
        user_id: 1,
        network_fee: '2',
        wait_until: null,
        wait_reasons: '[]',
        stop_token_hash: null,
        idempotency_key: null,
        origin: ORIGIN,
        document: '{}',
        signature: '',
        key_id: '',
      })
      .execute();
    await database
      .insertInto('outbox')
      .values({
        ...of,
        id: withdrawalSendId('w1'),
        idempotency_key: 'w1',
        kind: 'WITHDRAWAL',
        withdrawal_id: 'w1',
        network: 'tron',
        from_index: null,
        state,
        attempts: 0,
        not_before: NOW,
        lease_until: 0,
      })
      .execute();
  };
  const purchase = async (changes: Partial<CardPurchaseRow>): Promise<void> => {
    await insertPurchase(database, purchaseRow(changes, NOW));
  };
  const openProviderAccount = async (userId: number): Promise<void> =>
    await storeProviderAccount(database, {
      user_id: userId,
      email: `customer${userId}@example.org`,
      handle: `handle-${userId}`,
      sealed_token: `sealed-token-${userId}`,
      token_ends_at: NOW + 1,
      terms_version: '2026-01',
      consented_at: NOW,
      verified_at: null,
    });
  const earn = async (amount: string) => await changeCustomerBalance(database, 1, EARNINGS_INSTRUMENT, amount);
  const close = async (forfeited: string, password = TEST_PASSWORD) =>
    await end.close({ userId: 1, client }, { password, forfeited });
  const user = async (id = 1) => await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  rule('exports what belongs to the customer, without secrets and without another customer', async () => {
    await earn('3.5');
    for (const user of [1, 2]) await openProviderAccount(user);
    await purchase({ id: 'p1', tx_hash: 'hash-1' });
    await purchase({ id: 'p2', user_id: 2 });
    const exported = await end.exportData(CUSTOMER);
    expect(exported).toMatchObject({
      exportedAt: '2026-11-22T12:00:00.000Z',
      data: {
        account: [{ email: 'anna@example.org' }],
        sessions: [{ id: publicSessionId('session-1'), client_address: '203.0.113.7', created_at: '2026-11-22T12:00:00.000Z' }],
        apiKeys: [{ id: 'cw_1', name: 'Bot' }],
        cardPurchases: [{ id: 'p1', amount: '250', currency: 'eur', tx_hash: 'hash-1', created_at: '2026-11-22T12:00:00.000Z' }],
        cardProviderAccounts: [{ email: 'customer1@example.org', terms_version: '2026-01' }],
        balances: [{ instrument: 'usdttrc20', amount: '3.5' }],
      },
    });
    const text = JSON.stringify(exported);
    for (const secret of [...SECRETS, 'session-1', 'session-2', 'customer2@example.org', '"p2"', 'handle-1'])
      expect(text).not.toContain(secret);
  });

  rule('exports the newest 1,000 records of a kind, oldest first, and says what it leaves out', async () => {
    const mail = {
      user_id: 1,
      to_address: 'anna@example.org',
      kind: 'NEW_SIGN_IN',
      data: '{}',
      locale: 'en',
      origin: ORIGIN,
    } as const;
    const state = { state: 'SENT', attempts: 1, not_before: NOW, lease_until: 0 } as const;
    const mails = Array.from({ length: 1_003 }, (_, index) => ({
      ...mail,
      ...state,
      id: `mail-${index}`,
      created_at: NOW + index * 1_000,
    }));
    for (let start = 0; start < mails.length; start += 100) {
      await database
        .insertInto('account_mails')
        .values(mails.slice(start, start + 100))
        .execute();
    }
    const { data, note } = await end.exportData(CUSTOMER);
    expect(data['mails']).toHaveLength(1_000);
    expect([data['mails']?.[0]?.['created_at'], data['mails']?.at(-1)?.['created_at']]).toEqual([
      '2026-11-22T12:00:03.000Z',
      '2026-11-22T12:16:42.000Z',
    ]);
    expect(note).toContain('mails');
  });

  rule('forfeits a small balance as income, frees the e-mail and erases personal data', async () => {
    await earn('3.5');
    expect(await end.closing(1)).toEqual({ forfeited: '3.5', minimumWithdrawal: '20', obstacles: [] });
    await close('3.5');
    expect(await user()).toMatchObject({ email: null, email_key: null, password_hash: null, closed_at: NOW });
    expect(await user(2)).toMatchObject({ referrer_user_id: null, referrer_code: null });
    expect(await findReferral(database, 2)).toBeUndefined();
    expect(await readCustomerBalance(database, 1, EARNINGS_INSTRUMENT)).toBe('0');
    const lines = await database.selectFrom('ledger_entries').select(['account', 'amount', 'user_id']).orderBy('line').execute();
    expect(lines).toEqual([
      { account: 'AFFILIATE_COSTS', amount: '-3.5', user_id: null },
      { account: 'EARNINGS', amount: '3.5', user_id: 1 },
    ]);
    const sessions = await database.selectFrom('sessions').selectAll().orderBy('id').execute();
    expect(sessions).toMatchObject([{ end_reason: 'CLOSED', client_address: null }, { end_reason: null }]);
    expect(await database.selectFrom('api_keys').selectAll().execute()).toEqual([]);
    const mails = await database.selectFrom('account_mails').select(['kind', 'to_address', 'data']).execute();
    expect(mails).toEqual([{ kind: 'ACCOUNT_CLOSED', to_address: 'anna@example.org', data: '{"forfeited":"3.5"}' }]);
  });

  rule('keeps the account when the password is wrong or the amount is not the one agreed to', async () => {
    await earn('3.5');
    await expect(close('3.5', 'another password')).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    await expect(close('0')).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { closing: { forfeited: '3.5' } } });
    expect(await user()).toMatchObject({ closed_at: null });
    expect(await readCustomerBalance(database, 1, EARNINGS_INSTRUMENT)).toBe('3.5');
  });

  rule('refuses the right password too after five wrong ones, for 15 minutes', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1)
      await expect(close('0', `wrong ${wrong}`)).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    await expect(close('0')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfterSeconds: 900 } });
    expect(await user()).toMatchObject({ closed_at: null });
  });

  rule('refuses while the balance can be withdrawn or a withdrawal is not finished', async () => {
    await earn('20');
    await withdraw('PENDING');
    expect(await end.closing(1)).toEqual({ forfeited: '0', minimumWithdrawal: '20', obstacles: ['BALANCE', 'WITHDRAWAL'] });
    await expect(close('0')).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
    await expect(close('20')).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
  });

  rule('waits until a withdrawal has arrived', async () => {
    await withdraw('SENT');
    await expect(close('0')).rejects.toMatchObject({ details: { closing: { obstacles: ['WITHDRAWAL'] } } });
    await database.updateTable('outbox').set({ state: 'CONFIRMED' }).execute();
    await close('0');
    expect(await user()).toMatchObject({ closed_at: NOW });
  });

  rule('waits until a card purchase has ended, then forgets the token and asks the provider no more', async () => {
    for (const user of [1, 2]) await openProviderAccount(user);
    await purchase({ id: 'p1', status: 'DELIVERY_FAILED', poll_at: NOW });
    await purchase({ id: 'p2', status: 'PAID', poll_at: NOW, user_id: 2 });
    await expect(close('0')).rejects.toMatchObject({ details: { closing: { obstacles: ['ORDER'] } } });
    expect(await findProviderAccount(database, 1)).toBeDefined();
    await database.updateTable('card_purchases').set({ status: 'CANCELLED' }).where('id', '=', 'p1').execute();
    await close('0');
    expect([await findProviderAccount(database, 1), await findProviderAccount(database, 2)]).toMatchObject([
      undefined,
      { handle: 'handle-2' },
    ]);
    // A look-up that read the purchase before must not write over it.
    expect(await findPurchase(database, 'p1')).toMatchObject({ status: 'CANCELLED', poll_at: null, version: 2 });
    expect(await findPurchase(database, 'p2')).toMatchObject({ poll_at: NOW, version: 1 });
  });

  rule('waits two weeks for a card purchase about which the provider says nothing more', async () => {
    const days = (count: number): number => NOW - count * 24 * 3_600_000;
    await purchase({ id: 'p1', status: 'DELIVERY_FAILED', status_at: days(13) });
    await expect(close('0')).rejects.toMatchObject({ details: { closing: { obstacles: ['ORDER'] } } });
    await database
      .updateTable('card_purchases')
      .set({ status_at: days(14) })
      .execute();
    await close('0');
    expect(await user()).toMatchObject({ closed_at: NOW });
  });

  it('closes once when it is asked for twice at the same time', async () => {
    const results = await Promise.allSettled([close('0'), close('0')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await database.selectFrom('account_mails').selectAll().execute()).toHaveLength(1);
  });
});
