import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, oneDatabase, type TestStore } from '../../../tests/support/databases.ts';
import { mailDataIn } from '../../../tests/support/testSealing.ts';
import type { Database } from '../../db/database.ts';
import type { Customer } from '../authentication.ts';
import { createAccountEnd } from '../end/accountEnd.ts';
import { requireProof, requireStepUp } from '../secondFactor/freshFactor.ts';
import { cheapPasswords, createTestAccounts, TEST_PASSWORD, type TestAccounts } from '../testing/customers.ts';
import { insertMessengerCustomer } from '../testing/messengerCustomers.ts';

const EMAIL = 'anna@example.com';
const CLIENT = { origin: 'https://swap.example', address: '203.0.113.7', userAgent: null };
const DAY_MS = 24 * 3_600_000;
const EMAIL_FIRST = { code: 'ERR_NOT_ACCEPTABLE', details: { reason: 'EMAIL_MISSING' } };
const PROOF = { code: 'ERR_SECOND_FACTOR_REQUIRED' };

describe.each(oneDatabase(import.meta.filename))('a customer without an e-mail on %s', (kind) => {
  let store: TestStore;
  let database: Database;
  let now: number;
  let accounts: TestAccounts;
  let customer: Customer;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    now = 1_795_000_000_000;
    accounts = createTestAccounts(database, { now: () => now });
    customer = await insertMessengerCustomer(database, '500', now);
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  const user = async () => await database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const mails = async () => await database.selectFrom('account_mails').selectAll().orderBy('kind').execute();
  const addEmail = async () => {
    await accounts.emailChanges.change({ email: EMAIL }, customer, CLIENT);
    const link = (await mails()).find((mail) => mail.kind === 'CONFIRM_NEW_EMAIL');
    await accounts.emailChanges.confirm({ token: (link && mailDataIn(link)['token']) ?? '' }, CLIENT);
  };
  const proven = (): Customer => ({ ...customer, secondFactorAt: now });

  it('adds the first e-mail without a password, and can’t withdraw for the next 72 hours', async () => {
    await addEmail();
    expect(await user()).toMatchObject({ email: EMAIL, email_confirmed_at: now, withdrawals_from: now + 3 * DAY_MS });
    expect((await mails()).map(({ kind: about, to_address }) => [about, to_address])).toEqual([
      ['CONFIRM_NEW_EMAIL', EMAIL],
      ['EMAIL_CHANGED', EMAIL],
    ]);
    await accounts.emailChanges.change({ email: 'second@example.com' }, { ...customer, email: EMAIL }, CLIENT);
    const first = (await user()).withdrawals_from;
    now += DAY_MS / 2;
    const link = (await mails()).find(({ to_address }) => to_address === 'second@example.com');
    await accounts.emailChanges.confirm({ token: (link && mailDataIn(link)['token']) ?? '' }, CLIENT);
    expect(await user()).toMatchObject({ email: 'second@example.com', withdrawals_from: first });
  });

  it('loses the proof of the messenger once there is an e-mail, whose mailbox proves more', async () => {
    await database.updateTable('sessions').set({ second_factor_at: now }).execute();
    await addEmail();
    const session = await database.selectFrom('sessions').select('second_factor_at').executeTakeFirstOrThrow();
    expect(session.second_factor_at).toBeNull();
  });

  it('proves the messenger for the first e-mail, the export and the end, and nothing else', () => {
    for (const call of ['users.changeEmail', 'accountEnd.export', 'accountEnd.close'] as const) {
      expect(() => requireProof(customer, call, now)).toThrow(expect.objectContaining(PROOF));
      expect(() => requireProof(proven(), call, now)).not.toThrow();
      expect(() => requireProof(proven(), call, now + 300_001)).toThrow(expect.objectContaining(PROOF));
    }
    for (const call of ['apiKeys.generate', 'apiKeys.update'] as const) {
      expect(() => requireProof(proven(), call, now)).toThrow(expect.objectContaining(EMAIL_FIRST));
      expect(() => requireProof({ ...proven(), hasSecondFactor: true }, call, now)).not.toThrow();
    }
    expect(() => requireStepUp(proven(), now)).toThrow(expect.objectContaining(EMAIL_FIRST));
  });

  it.each(['accountEnd.export', 'identity.startUpload', 'identity.createPhoneCode', 'identity.submit'] as const)(
    'opens %s with the proof of the messenger, others with a confirmed e-mail',
    (call) => {
      expect(() => requireProof(customer, call, now)).toThrow(expect.objectContaining(PROOF));
      expect(() => requireProof(proven(), call, now)).not.toThrow();
      const others = { ...proven(), email: EMAIL, hasSecondFactor: true };
      const refusal = expect.objectContaining({ code: 'ERR_NOT_ACCEPTABLE', details: { reason: 'EMAIL_NOT_CONFIRMED' } });
      expect(() => requireProof({ ...others, isEmailConfirmed: false }, call, now)).toThrow(refusal);
      expect(() => requireProof({ ...others, isEmailConfirmed: true }, call, now)).not.toThrow();
    },
  );

  it('asks for an e-mail before a password, and for its mailbox before the first password', async () => {
    const set = async (by: Customer) => await accounts.passwordChanges.change({ password: TEST_PASSWORD }, by, CLIENT);
    await expect(set(proven())).rejects.toMatchObject(EMAIL_FIRST);
    await addEmail();
    customer = { ...customer, email: EMAIL, isEmailConfirmed: true };
    await expect(set(customer)).rejects.toMatchObject(PROOF);
    expect((await accounts.security.describe(customer)).passwordChangedAt).toBeNull();
    await set(proven());
    expect((await accounts.security.describe(customer)).passwordChangedAt).toBe(new Date(now).toISOString());
    await expect(set(proven())).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
  });

  it('closes the account without a password or a mail, which also frees the account of the messenger', async () => {
    const end = createAccountEnd({ database, passwords: cheapPasswords, now: () => now, rules: { minimumWithdrawal: '20' } });
    expect(await end.closing(customer.userId)).toMatchObject({ needsPassword: false });
    const { data } = await end.exportData({ userId: customer.userId, client: CLIENT });
    expect(data['messengerAccounts']).toEqual([{ messenger_id: '500', can_write: 1, linked_at: new Date(now).toISOString() }]);
    await end.close({ userId: customer.userId, client: CLIENT }, { forfeited: '0' });
    expect([(await user()).closed_at, await mails()]).toEqual([now, []]);
    expect(await database.selectFrom('messenger_accounts').selectAll().execute()).toEqual([]);
  });
});
