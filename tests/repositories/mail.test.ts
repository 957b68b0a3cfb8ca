import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { useAllowance } from '../../server/db/repositories/mailAllowances.ts';
import {
  claimMail,
  insertMail,
  listDueMails,
  settleMail,
  withdrawMail,
  withdrawUntrueMails,
} from '../../server/db/repositories/mailOutbox.ts';
import {
  confirmSubscription,
  countCodeTry,
  deleteOldSubscriptions,
  endSubscription,
  findSubscription,
  listSubscriptionsDue,
  markSeen,
  renewSubscription,
  setSubscriptionCode,
} from '../../server/db/repositories/mailSubscriptions.ts';
import { NEVER, type MailSubscriptionTable } from '../../server/db/tables/mail.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('mails on %s', (kind) => {
  let store: TestStore;
  let databases: Database[];
  beforeEach(async () => {
    store = await createStore(kind);
    databases = Array.from({ length: 3 }, () => store.open());
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.destroy()));
    store.remove();
  });

  const first = (): Database => {
    const [database] = databases;
    if (!database) throw new Error('Nothing is open');
    return database;
  };
  /** The same from every process at once, several times; how often it was done. */
  const race = async (work: (database: Database) => Promise<boolean>): Promise<number> => {
    const results = await Promise.all([...databases, ...databases, ...databases].map(work));
    return results.filter(Boolean).length;
  };
  const subscription = (changes: Partial<MailSubscriptionTable> = {}): MailSubscriptionTable => ({
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
    seen_version: -1,
    next_check_at: 0,
    is_open: 1,
    created_at: 1_700_000_000_000,
    ...changes,
  });

  test('an order and an address have one subscription, which a new code renews', async () => {
    await renewSubscription(first(), subscription());
    await countCodeTry(first(), 's1', 5);
    const again = await renewSubscription(first(), subscription({ id: 's2', token: 't2', locale: 'ru', code_expires_at: 2_000 }));
    expect(again).toMatchObject({ id: 's1', token: 't1', locale: 'ru', code_expires_at: 2_000, code_tries: 0, state: 'PENDING' });
    expect(again.created_at).toBe(1_700_000_000_000);
  });

  test('a confirmed one stays confirmed when it is renewed, and an ended one does not come back by itself', async () => {
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

  test('one that was renewed between the look for old ones and their end stays, and its mails', async () => {
    const mail = { kind: 'CONFIRM', code: 'AAAA', state: 'PENDING', not_before: 0, created_at: 1 } as const;
    for (const id of ['s1', 's2']) {
      await renewSubscription(first(), subscription({ id, token: id, order_id: id }));
      await insertMail(first(), { ...mail, id: `${id}:CONFIRM`, subscription_id: id });
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
    expect((await listDueMails(first(), 10, 5)).map(({ id }) => id)).toEqual(['s1:CONFIRM']);
  });

  test('tries, allowances and looks are counted exactly, whoever counts at the same time', async () => {
    const row = await renewSubscription(first(), subscription());
    expect(await race((database) => countCodeTry(database, 's1', 5))).toBe(5);
    const allowance = { name: 'client:a', windowMs: 1_000, most: 4 };
    expect(await race((database) => useAllowance(database, allowance, 500))).toBe(4);
    expect(await useAllowance(first(), allowance, 1_500)).toBe(true);
    expect(await useAllowance(first(), { ...allowance, name: 'client:b' }, 500)).toBe(true);
    expect(await race((database) => markSeen(database, row, { seen_version: 7, next_check_at: 0 }))).toBe(1);
    const seen = { ...row, seen_version: 7 };
    expect(await race((database) => markSeen(database, seen, { seen_version: 7, next_check_at: 30_000 }))).toBe(1);
  });

  test('a mail is written once, taken by one at a time, and by another when its time is over', async () => {
    const mail = {
      id: 'm1',
      subscription_id: 's1',
      kind: 'PAID_OUT',
      code: null,
      state: 'PENDING',
      not_before: 0,
      created_at: 1,
    } as const;
    await Promise.all(databases.map((database) => insertMail(database, mail)));
    expect(await listDueMails(first(), 10, 5)).toMatchObject([{ id: 'm1', attempts: 0 }]);
    expect(await race((database) => claimMail(database, 'm1', 'one', 10, 100))).toBe(1);
    expect(await listDueMails(first(), 50, 5)).toEqual([]);
    expect(await claimMail(first(), 'm1', 'two', 100, 200)).toBe(true);
    await settleMail(first(), 'm1', 'one', { state: 'DROPPED' });
    await settleMail(first(), 'm1', 'two', { state: 'SENT', sent_at: 120 });
    expect(await claimMail(first(), 'm1', 'three', 300, 400)).toBe(false);
    await insertMail(first(), mail);
    expect(await listDueMails(first(), 500, 5)).toEqual([]);
  });

  test('who wants to be looked at again is found when it is time, and nobody who is not confirmed or closed', async () => {
    const rows = [
      { next_check_at: 200 },
      { next_check_at: 100 },
      { next_check_at: NEVER },
      { state: 'PENDING' },
      { is_open: 0 },
    ] as const;
    for (const [place, changes] of rows.entries()) {
      const id = `s${place}`;
      await renewSubscription(first(), subscription({ id, token: id, order_id: id, state: 'CONFIRMED', ...changes }));
    }
    const due = async (now: number) => (await listSubscriptionsDue(first(), now, 5)).map(({ id }) => id);
    expect(await due(99)).toEqual([]);
    expect(await due(300)).toEqual(['s1', 's0']);
    const [row] = await listSubscriptionsDue(first(), 300, 1);
    await markSeen(first(), row ?? expect.fail('nobody is due'), { seen_version: 1, next_check_at: NEVER });
    expect(await due(300)).toEqual(['s0']);
  });

  test('what is not true any more is forgotten, but not what is being sent, was sent, or is a code', async () => {
    const mail = {
      subscription_id: 's1',
      kind: 'PAYOUT_DELAYED',
      code: null,
      state: 'PENDING',
      not_before: 0,
      created_at: 1,
    } as const;
    for (const id of ['true', 'untrue', 'sending', 'sent']) await insertMail(first(), { ...mail, id });
    await insertMail(first(), { ...mail, id: 'code', kind: 'CONFIRM' });
    await insertMail(first(), { ...mail, id: 'other', subscription_id: 's2' });
    await claimMail(first(), 'sending', 'one', 10, 100);
    await claimMail(first(), 'sent', 'one', 10, 100);
    await settleMail(first(), 'sent', 'one', { state: 'SENT' });
    await withdrawUntrueMails(first(), 's1', ['true'], 50);
    const left = async () =>
      [...(await first().selectFrom('mail_outbox').select('id').orderBy('id').execute())].map(({ id }) => id);
    expect(await left()).toEqual(['code', 'other', 'sending', 'sent', 'true']);
    await withdrawMail(first(), 'sending', 'two');
    expect(await left()).toContain('sending');
    await withdrawMail(first(), 'sending', 'one');
    expect(await left()).not.toContain('sending');
    await withdrawUntrueMails(first(), 's1', [], 50);
    expect(await left()).toEqual(['code', 'other', 'sent']);
  });
});
