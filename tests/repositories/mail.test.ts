import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { useAllowance } from '../../server/db/repositories/allowances.ts';
import {
  deleteClaimedNotification,
  deleteRevocableNotifications,
  insertNotification,
  listNotifications,
} from '../../server/db/repositories/mails/mailNotifications.ts';
import { insertAccountMail } from '../../server/db/repositories/mails/accountMails.ts';
import { claimMail, listDueMails, settleMail } from '../../server/db/repositories/mails/mailQueue.ts';
import {
  confirmSubscription,
  countCodeTry,
  deleteOldSubscriptions,
  endSubscription,
  findSubscription,
  listSubscriptionsToCheck,
  markChecked,
  renewSubscription,
  setSubscriptionCode,
} from '../../server/db/repositories/mails/mailSubscriptions.ts';
import { NEVER, type MailSubscriptionRow } from '../../server/db/tables/mail.ts';
import { sampleUser } from '../support/samples/sampleUser.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const QUEUE = 'order_notifications';

describe.each(DATABASES)('mail repositories on %s', (kind) => {
  let store: TestStore;
  let databases: [Database, Database, Database];
  beforeEach(async () => {
    store = await createStore(kind);
    databases = [store.open(), store.open(), store.open()];
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.destroy()));
    store.remove();
  });

  const first = (): Database => databases[0];
  /** Runs the work several times in each of three processes at once, and returns how often it succeeded. */
  const race = async (work: (database: Database) => Promise<boolean>): Promise<number> => {
    const results = await Promise.all([...databases, ...databases, ...databases].map(work));
    return results.filter(Boolean).length;
  };
  const subscription = (changes: Partial<MailSubscriptionRow> = {}): MailSubscriptionRow => ({
    id: 's1',
    order_id: 'o1',
    email: 'ann@example.org',
    locale: 'en',
    origin: 'https://swap.example',
    state: 'PENDING',
    code_hash: null,
    code_expires_at: 1_000,
    code_tries: 0,
    token: 't1',
    checked_version: -1,
    next_check_at: 0,
    is_open: 1,
    created_at: 1_700_000_000_000,
    ...changes,
  });
  const notification = (changes: Partial<Parameters<typeof insertNotification>[1]> = {}) => ({
    id: 'n1',
    subscription_id: 's1',
    kind: 'TRANSFER_DELAYED' as const,
    reference: changes.id ?? '',
    occurrence: 0,
    code: null,
    state: 'PENDING' as const,
    not_before: 0,
    created_at: 1,
    ...changes,
  });

  test('keeps one subscription per order and address, and renews it', async () => {
    await renewSubscription(first(), subscription());
    await countCodeTry(first(), 's1', 5);
    const again = await renewSubscription(first(), subscription({ id: 's2', token: 't2', locale: 'ru', code_expires_at: 2_000 }));
    expect(again).toMatchObject({ id: 's1', token: 't1', locale: 'ru', code_expires_at: 2_000, code_tries: 0, state: 'PENDING' });
    expect(again.created_at).toBe(1_700_000_000_000);
  });

  test('keeps a renewed subscription confirmed, and requires a new confirmation after it ended', async () => {
    await renewSubscription(first(), subscription());
    await setSubscriptionCode(first(), 's1', 'hash');
    expect(await confirmSubscription(first(), 's1', 'other')).toBe(false);
    expect(await race((database) => confirmSubscription(database, 's1', 'hash'))).toBe(1);
    expect(await renewSubscription(first(), subscription())).toMatchObject({ state: 'CONFIRMED', code_hash: null });
    await endSubscription(first(), 't1');
    expect(await confirmSubscription(first(), 's1', 'hash')).toBe(false);
    expect(await findSubscription(first(), 's1')).toMatchObject({ state: 'ENDED' });
    expect(await renewSubscription(first(), subscription())).toMatchObject({ state: 'PENDING' });
  });

  test('does not delete an old subscription that is renewed during the clean-up', async () => {
    for (const id of ['s1', 's2']) {
      await renewSubscription(first(), subscription({ id, token: id, order_id: id }));
      await insertNotification(first(), notification({ id, subscription_id: id, kind: 'CONFIRM_EMAIL', code: 'AAAA' }));
    }
    const renewing = new Proxy(first(), {
      get: (database, name) => {
        const property: unknown = Reflect.get(database, name, database);
        if (name !== 'transaction') return typeof property === 'function' ? property.bind(database) : property;
        return () => ({
          execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
            await renewSubscription(first(), subscription({ order_id: 's1', code_expires_at: 9_000 }));
            return await database.transaction().execute(work);
          },
        });
      },
    });
    await deleteOldSubscriptions(renewing, 0, 5_000);
    expect(await findSubscription(first(), 's1')).toMatchObject({ code_expires_at: 9_000 });
    expect(await findSubscription(first(), 's2')).toBeUndefined();
    expect((await listDueMails(first(), QUEUE, 10, 5)).map(({ id }) => id)).toEqual(['s1']);
  });

  test('counts code tries, allowances and checks exactly under concurrent calls', async () => {
    const row = await renewSubscription(first(), subscription());
    expect(await race((database) => countCodeTry(database, 's1', 5))).toBe(5);
    const allowance = { name: 'client:a', windowMs: 1_000, most: 4 };
    expect(await race((database) => useAllowance(database, allowance, 500))).toBe(4);
    expect(await useAllowance(first(), allowance, 1_500)).toBe(true);
    expect(await useAllowance(first(), { ...allowance, name: 'client:b' }, 500)).toBe(true);
    expect(await race((database) => markChecked(database, row, { checked_version: 7, next_check_at: 0 }))).toBe(1);
    const checked = { ...row, checked_version: 7 };
    expect(await race((database) => markChecked(database, checked, { checked_version: 7, next_check_at: 30_000 }))).toBe(1);
  });

  test('records a notification once, leases it to one owner, and to another when the lease expires', async () => {
    const paidOut = { kind: 'PAID_OUT', reference: '' } as const;
    await Promise.all(
      databases.map((database, index) => insertNotification(database, notification({ ...paidOut, id: `n${index}` }))),
    );
    const [row] = await listDueMails(first(), QUEUE, 10, 5);
    const { id } = row ?? expect.fail('no notification');
    expect(await listNotifications(first(), 's1')).toMatchObject([{ id, attempts: 0 }]);
    expect(await race((database) => claimMail(database, QUEUE, id, { owner: 'one', now: 10, until: 100 }))).toBe(1);
    expect(await listDueMails(first(), QUEUE, 50, 5)).toEqual([]);
    expect(await claimMail(first(), QUEUE, id, { owner: 'two', now: 100, until: 200 })).toBe(true);
    await settleMail(first(), QUEUE, id, 'one', { state: 'DROPPED' });
    await settleMail(first(), QUEUE, id, 'two', { state: 'SENT', sent_at: 120 });
    expect(await claimMail(first(), QUEUE, id, { owner: 'three', now: 300, until: 400 })).toBe(false);
    await insertNotification(first(), notification({ ...paidOut, id: 'again' }));
    expect(await listDueMails(first(), QUEUE, 500, 5)).toEqual([]);
    await insertNotification(first(), notification({ ...paidOut, id: 'next', occurrence: 1 }));
    expect(await listDueMails(first(), QUEUE, 500, 5)).toMatchObject([{ id: 'next' }]);
  });

  test('keeps no data of an account mail once it is sent, dropped or rejected', async () => {
    await first().insertInto('users').values(sampleUser()).execute();
    const mail = {
      user_id: 1,
      to_address: 'ann@example.org',
      data: '{"code":"AB"}',
      locale: 'en',
      origin: 'https://a.example',
    } as const;
    for (const id of ['a', 'b', 'c']) await insertAccountMail(first(), { ...mail, id, kind: 'RESET_CODE', created_at: 5 });
    expect(await race((database) => claimMail(database, 'account_mails', 'a', { owner: 'one', now: 10, until: 100 }))).toBe(1);
    expect((await listDueMails(first(), 'account_mails', 10, 5)).map(({ id }) => id)).toEqual(['b', 'c']);
    await settleMail(first(), 'account_mails', 'a', 'one', { attempts: 1, reason: 'no answer', not_before: 20 });
    expect(await listDueMails(first(), 'account_mails', 30, 5)).toMatchObject([{}, {}, { id: 'a', data: mail.data }]);
    for (const [id, state] of Object.entries({ a: 'SENT', b: 'DROPPED', c: 'FAILED' } as const)) {
      await claimMail(first(), 'account_mails', id, { owner: 'one', now: 30, until: 100 });
      await settleMail(first(), 'account_mails', id, 'one', { state });
    }
    const rows = await first().selectFrom('account_mails').select(['data', 'state']).orderBy('id').execute();
    expect(rows.map(({ data, state }) => `${state} ${data}`)).toEqual(['SENT {}', 'DROPPED {}', 'FAILED {}']);
  });

  test('lists subscriptions whose check is due, but no unconfirmed or closed ones', async () => {
    const rows = [
      { next_check_at: 200 },
      { next_check_at: 100 },
      { next_check_at: NEVER },
      { state: 'PENDING' },
      { is_open: 0 },
    ] as const;
    for (const [index, changes] of rows.entries()) {
      const id = `s${index}`;
      await renewSubscription(first(), subscription({ id, token: id, order_id: id, state: 'CONFIRMED', ...changes }));
    }
    const due = async (now: number) => (await listSubscriptionsToCheck(first(), now, 5)).map(({ id }) => id);
    expect(await due(99)).toEqual([]);
    expect(await due(300)).toEqual(['s1', 's0']);
    const [row] = await listSubscriptionsToCheck(first(), 300, 1);
    await markChecked(first(), row ?? expect.fail('no subscription is due'), { checked_version: 1, next_check_at: NEVER });
    expect(await due(300)).toEqual(['s0']);
  });

  test('deletes queued notifications, but none that is being sent or was sent', async () => {
    const ids = ['queued', 'sending', 'sent'];
    for (const id of ids) await insertNotification(first(), notification({ id }));
    await claimMail(first(), QUEUE, 'sending', { owner: 'one', now: 10, until: 100 });
    await claimMail(first(), QUEUE, 'sent', { owner: 'one', now: 10, until: 100 });
    await settleMail(first(), QUEUE, 'sent', 'one', { state: 'SENT' });
    await deleteRevocableNotifications(first(), [], 50);
    const left = async () => (await listNotifications(first(), 's1')).map(({ id }) => id).toSorted();
    expect(await left()).toEqual(ids);
    await deleteRevocableNotifications(first(), ids, 50);
    expect(await left()).toEqual(['sending', 'sent']);
    await deleteClaimedNotification(first(), 'sending', 'two');
    expect(await left()).toEqual(['sending', 'sent']);
    await deleteClaimedNotification(first(), 'sending', 'one');
    expect(await left()).toEqual(['sent']);
  });
});
