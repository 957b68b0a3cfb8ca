import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../../tests/support/databases.ts';
import { mailDataIn, TEST_SEALING } from '../../../tests/support/testSealing.ts';
import type { Database } from '../../db/database.ts';
import type { AccountMailKind } from '../../db/tables/accounts.ts';
import type { Customer } from '../authentication.ts';
import { enableTotp, disableTotp, startTotp, type ChangeRequest } from '../secondFactor/changes.ts';
import { createSecondFactorService } from '../secondFactor/secondFactorService.ts';
import { cheapPasswords, createTestAccounts, TEST_PASSWORD, type TestAccounts } from '../testing/customers.ts';
import { insertTestUser } from '../testing/insertTestUser.ts';
import { createAccountFreeze, type AccountFreeze } from './accountFreeze.ts';

const OLD = 'anna@example.com';
const NEW = 'mallory@example.net';
const THIEFS_PASSWORD = 'granite orchard 84';
const OWNERS_PASSWORD = 'cedar balcony 31';
const CLIENT = { origin: 'https://swap.example', address: '203.0.113.7', userAgent: null };
const DAY_MS = 24 * 3_600_000;
const USELESS = { code: 'ERR_NOT_FOUND' };
const WRONG = { code: 'ERR_INVALID_CREDENTIALS' };

describe.each(DATABASES)('freezing an account on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let database: Database;
  let now: number;
  let userId: number;
  let accounts: TestAccounts;
  let freezing: AccountFreeze;
  let stopped: number[];
  let withdrawalsLeft: number;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    now = 1_795_000_000_000;
    [stopped, withdrawalsLeft] = [[], 0];
    const secondFactor = createSecondFactorService({
      database,
      sealing: TEST_SEALING,
      brand: 'Causeway',
      messenger: null,
      now: () => now,
    });
    accounts = createTestAccounts(database, { secondFactor, now: () => now });
    freezing = createAccountFreeze({
      database,
      passwords: cheapPasswords,
      sealing: TEST_SEALING,
      now: () => now,
      stopWithdrawals: async (id) => {
        stopped.push(id);
        return await Promise.resolve(withdrawalsLeft);
      },
    });
    userId = await insertTestUser(database, { email: OLD, sessionId: 'session-1', now });
    const password_hash = await cheapPasswords.hash(TEST_PASSWORD);
    await database.updateTable('users').set({ password_hash, email_confirmed_at: now }).where('id', '=', userId).execute();
    await database
      .insertInto('api_keys')
      .values({
        id: 'cw_1',
        user_id: userId,
        name: 'Bot',
        sealed_secret: '',
        white_list: '[]',
        is_active: 1,
        created_at: now,
      })
      .execute();
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  const account = async () => await database.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const customer = async (): Promise<Customer> => ({
    userId,
    sessionId: 'session-1',
    email: (await account()).email ?? '',
    isEmailConfirmed: true,
    hasSecondFactor: (await account()).has_second_factor === 1,
    secondFactorAt: now,
  });
  const request = async (): Promise<ChangeRequest> => ({ customer: await customer(), origin: CLIENT.origin });
  const context = () => ({ database, sealing: TEST_SEALING, brand: 'Causeway', messenger: null, now: () => now });
  const mails = async (mailKind: AccountMailKind, to?: string) => {
    const rows = await database
      .selectFrom('account_mails')
      .selectAll()
      .where('kind', '=', mailKind)
      .orderBy('created_at')
      .execute();
    return rows.filter((row) => to === undefined || row.to_address === to);
  };
  /** The token in the newest mail of a kind to an address */
  const tokenIn = async (mailKind: AccountMailKind, to: string): Promise<string> => {
    const row = (await mails(mailKind, to)).at(-1);
    return (row && mailDataIn(row)['token']) ?? 'none';
  };
  const changePassword = async (currentPassword: string, password: string): Promise<void> => {
    now += 60_000;
    await accounts.passwordChanges.change({ currentPassword, password }, await customer(), CLIENT);
  };
  const changeEmail = async (email = NEW, password = TEST_PASSWORD): Promise<void> => {
    now += 60_000;
    await accounts.emailChanges.change({ email, password }, await customer(), CLIENT);
    await accounts.emailChanges.confirm({ token: await tokenIn('CONFIRM_NEW_EMAIL', email) }, CLIENT);
  };
  const turnAppOn = async () => {
    now += 60_000;
    const { secret } = await startTotp(context(), await request());
    const recoveryCodes = await enableTotp(context(), await request(), codeAt(secret));
    return { secret, recoveryCodes };
  };
  const codeAt = (secret: string): string => generateSync({ secret, epoch: Math.floor(now / 1_000) });
  const freeze = async (token: string) => await freezing.freeze(token, CLIENT);
  const restore = async (token: string, proof: object, address = CLIENT.address, password = OWNERS_PASSWORD) =>
    await freezing.restore({ token, password, ...proof }, { ...CLIENT, address });
  const FORMER = { formerPassword: TEST_PASSWORD };

  rule('ends sessions, keys, sign-ins and a requested e-mail, stops withdrawals, and blocks them for 7 days', async () => {
    await accounts.emailChanges.change({ email: NEW, password: TEST_PASSWORD }, await customer(), CLIENT);
    const token = await tokenIn('EMAIL_CHANGED', OLD);
    const frozen = await freeze(token);
    expect(frozen).toEqual({
      frozenUntil: new Date(now + 7 * DAY_MS).toISOString(),
      withdrawalsLeft: 0,
      restore: { email: 'a…a@example.com', proof: 'password', hasApp: false },
    });
    const [session] = await database.selectFrom('sessions').selectAll().execute();
    const [key] = await database.selectFrom('api_keys').selectAll().execute();
    expect([session?.end_reason, key?.is_active, (await account()).pending_email, stopped]).toEqual([
      'FROZEN',
      0,
      null,
      [userId],
    ]);
    const confirmation = await tokenIn('CONFIRM_NEW_EMAIL', NEW);
    await expect(accounts.emailChanges.confirm({ token: confirmation }, CLIENT)).rejects.toMatchObject(USELESS);
    expect((await mails('ACCOUNT_FROZEN')).map(({ to_address }) => to_address)).toEqual([OLD]);
  });

  it('freezes once, however often the link is used, and says what could not be stopped', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    withdrawalsLeft = 1;
    const answers = await Promise.all(Array.from({ length: 50 }, async () => await freeze(token)));
    now += DAY_MS;
    answers.push(await freeze(token));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([answers[0]?.withdrawalsLeft, (await mails('ACCOUNT_FROZEN')).length]).toEqual([1, 1]);
  });

  rule('refuses a link that is forged, of another kind, expired, or of a closed account', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    await accounts.emailChanges.change({ email: NEW, password: THIEFS_PASSWORD }, await customer(), CLIENT);
    for (const wrong of [`${token.slice(0, -8)}xxxxxxxx`, '', await tokenIn('CONFIRM_NEW_EMAIL', NEW)]) {
      await expect(freeze(wrong)).rejects.toMatchObject(USELESS);
    }
    const at = now;
    now += 7 * DAY_MS;
    await expect(freeze(token)).rejects.toMatchObject(USELESS);
    now = at;
    await database.updateTable('users').set({ closed_at: now }).execute();
    await expect(freeze(token)).rejects.toMatchObject(USELESS);
    expect([(await account()).frozen_until, stopped]).toEqual([null, []]);
  });

  rule('freezes and restores the account of its own customer only', async () => {
    const other = await insertTestUser(database, { email: 'other@example.com', sessionId: 'session-2', now });
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    await freeze(token);
    await restore(token, FORMER);
    const row = await database.selectFrom('users').selectAll().where('id', '=', other).executeTakeFirstOrThrow();
    const session = await database.selectFrom('sessions').selectAll().where('id', '=', 'session-2').executeTakeFirstOrThrow();
    expect([row.email, row.frozen_until, row.password_hash, session.ended_at]).toEqual(['other@example.com', null, null, null]);
  });

  rule('gives the owner the old e-mail and a new password, for the password before the change', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    await changeEmail(NEW, THIEFS_PASSWORD);
    await turnAppOn();
    await freeze(token);
    expect((await mails('ACCOUNT_FROZEN')).map(({ to_address }) => to_address).toSorted()).toEqual([OLD, NEW]);
    const until = (await account()).frozen_until;
    expect(await restore(token, FORMER)).toEqual({ email: OLD });
    const { email, email_key, has_second_factor, password_hash, frozen_until } = await account();
    expect([email, email_key, has_second_factor, frozen_until]).toEqual([OLD, OLD, 0, until]);
    expect(await cheapPasswords.verify(OWNERS_PASSWORD, password_hash)).toBe(true);
    expect(await database.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    expect((await mails('ACCOUNT_RESTORED')).map(({ to_address }) => to_address).toSorted()).toEqual([OLD, NEW]);
  });

  rule('does not let in a thief of the old mailbox, who does not know the password', async () => {
    await changeEmail();
    const token = await tokenIn('EMAIL_CHANGED', OLD);
    await freeze(token);
    for (const proof of [{ formerPassword: THIEFS_PASSWORD }, {}, { code: '000000' }, { recoveryCode: 'AAAAA-AAAAA' }]) {
      await expect(restore(token, proof)).rejects.toMatchObject(WRONG);
    }
    expect((await account()).email).toBe(NEW);
  });

  rule('limits the tries of a client, and leaves tries to the owner', async () => {
    await changeEmail();
    const token = await tokenIn('EMAIL_CHANGED', OLD);
    await freeze(token);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, async () => await restore(token, { formerPassword: 'a guess' }).catch(({ code }) => code)),
    );
    expect(guesses.filter((code) => code === WRONG.code)).toHaveLength(5);
    await expect(restore(token, FORMER)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    expect(await restore(token, FORMER, '198.51.100.1')).toEqual({ email: OLD });
  });

  rule('needs the second factor of a customer who had one: mailbox and password are not enough', async () => {
    const { secret, recoveryCodes } = await turnAppOn();
    await changeEmail();
    const token = await tokenIn('EMAIL_CHANGED', OLD);
    expect((await freeze(token)).restore).toMatchObject({ proof: 'secondFactor', hasApp: true });
    await expect(restore(token, FORMER)).rejects.toMatchObject(WRONG);
    expect(await restore(token, { code: codeAt(secret) })).toEqual({ email: OLD });
    const left = await database.selectFrom('recovery_codes').selectAll().execute();
    expect([(await account()).has_second_factor, left.length]).toEqual([1, recoveryCodes.length]);
  });

  rule('takes a recovery code from before the change once, and ends those that were made since', async () => {
    const { recoveryCodes } = await turnAppOn();
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    await freeze(token);
    expect(await restore(token, { recoveryCode: recoveryCodes[0] })).toEqual({ email: OLD });
    expect(await database.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(recoveryCodes.length - 1);
  });

  rule('still needs the second factor of the days before, while the authenticator app moves to another phone', async () => {
    const { recoveryCodes } = await turnAppOn();
    await disableTotp(context(), await request());
    await turnAppOn();
    const token = await tokenIn('SECOND_FACTOR_CHANGED', OLD);
    expect((await freeze(token)).restore).toMatchObject({ proof: 'secondFactor' });
    await expect(restore(token, FORMER)).rejects.toMatchObject(WRONG);
    expect(await restore(token, { recoveryCode: recoveryCodes[0] })).toEqual({ email: OLD });
  });

  rule('ends the links of later mails when it restores, so that the thief can’t undo it', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const owners = await tokenIn('PASSWORD_CHANGED', OLD);
    await changeEmail(NEW, THIEFS_PASSWORD);
    await changePassword(THIEFS_PASSWORD, 'velvet quarry 55');
    const thiefs = await tokenIn('PASSWORD_CHANGED', NEW);
    await freeze(owners);
    await restore(owners, FORMER);
    await expect(freeze(thiefs)).rejects.toMatchObject(USELESS);
    await expect(restore(thiefs, { formerPassword: THIEFS_PASSWORD })).rejects.toMatchObject(USELESS);
    await expect(restore(owners, FORMER)).rejects.toMatchObject(USELESS);
    expect((await account()).email).toBe(OLD);
  });

  rule('keeps the owner’s link when the thief restores with a later one', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const owners = await tokenIn('PASSWORD_CHANGED', OLD);
    await changeEmail(NEW, THIEFS_PASSWORD);
    await changePassword(THIEFS_PASSWORD, 'velvet quarry 55');
    const thiefs = await tokenIn('PASSWORD_CHANGED', NEW);
    await freeze(owners);
    await restore(thiefs, { formerPassword: THIEFS_PASSWORD }, CLIENT.address, 'marble windmill 12');
    expect((await account()).email).toBe(NEW);
    expect(await restore(owners, FORMER)).toEqual({ email: OLD });
  });

  rule('only freezes from the mailbox of the new e-mail, and after the account was restored', async () => {
    await changeEmail();
    const owners = await tokenIn('EMAIL_CHANGED', OLD);
    const inNewMailbox = await tokenIn('EMAIL_CHANGED', NEW);
    expect((await freeze(inNewMailbox)).restore).toBeNull();
    await expect(restore(inNewMailbox, FORMER)).rejects.toMatchObject({ details: { reason: 'FREEZE_ONLY' } });
    await restore(owners, FORMER);
    expect((await freeze(await tokenIn('ACCOUNT_RESTORED', NEW))).restore).toBeNull();
  });

  it('restores once when it is asked for fifty times at once, and only while the account is frozen', async () => {
    await changeEmail();
    const token = await tokenIn('EMAIL_CHANGED', OLD);
    await expect(restore(token, FORMER)).rejects.toMatchObject({ details: { reason: 'NOT_FROZEN' } });
    await freeze(token);
    const all = Array.from({ length: 50 }, (_, index) => `192.0.${index}.1`);
    const results = await Promise.allSettled(all.map(async (address) => await restore(token, FORMER, address)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await mails('ACCOUNT_RESTORED')).toHaveLength(2);
  });

  rule('refuses passwords that a thief may know', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    await freeze(token);
    for (const known of [TEST_PASSWORD, THIEFS_PASSWORD]) {
      await expect(restore(token, FORMER, CLIENT.address, known)).rejects.toMatchObject({ details: { code: 'USED_BEFORE' } });
    }
  });

  rule('keeps the old e-mail for its owner: nobody registers or takes it for 7 days', async () => {
    await changeEmail();
    const create = async () => await accounts.service.create({ email: OLD.toUpperCase(), password: OWNERS_PASSWORD }, CLIENT);
    await expect(create()).rejects.toMatchObject({ code: 'ERR_USER_ALREADY_REGISTERED' });
    const other = await insertTestUser(database, { email: 'other@example.com', sessionId: 'session-2', now });
    const password_hash = await cheapPasswords.hash(TEST_PASSWORD);
    await database.updateTable('users').set({ password_hash }).where('id', '=', other).execute();
    const take = async () => {
      const session = { ...(await customer()), userId: other, sessionId: 'session-2' };
      await accounts.emailChanges.change({ email: OLD, password: TEST_PASSWORD }, session, CLIENT);
      now += 1;
      return await accounts.emailChanges.confirm({ token: await tokenIn('CONFIRM_NEW_EMAIL', OLD) }, CLIENT);
    };
    await expect(take()).rejects.toMatchObject(USELESS);
    now += 7 * DAY_MS;
    expect(await take()).toEqual({ email: OLD });
  });

  const forgetConfirmation = async () => await database.updateTable('users').set({ email_confirmed_at: null }).execute();

  rule('sends an e-mail that nobody has confirmed no link before it is replaced', async () => {
    await forgetConfirmation();
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    await accounts.emailChanges.change({ email: NEW, password: THIEFS_PASSWORD }, await customer(), CLIENT);
    expect([await tokenIn('PASSWORD_CHANGED', OLD), await tokenIn('EMAIL_CHANGED', OLD)]).toEqual(['none', 'none']);
  });

  rule('sends it a link then, which stops withdrawals as often as it is used in 7 days, and does nothing else', async () => {
    await forgetConfirmation();
    await changeEmail();
    const token = await tokenIn('EMAIL_CHANGED', OLD);
    const [changedAt, before] = [now, await account()];
    now += 5 * DAY_MS;
    const until = new Date(changedAt + 7 * DAY_MS).toISOString();
    for (const left of [1, 0]) {
      withdrawalsLeft = left;
      expect(await freeze(token)).toEqual({ frozenUntil: until, withdrawalsLeft: left, stopsOnly: true, restore: null });
    }
    const after = await account();
    expect(after).toEqual(before);
    const [session] = await database.selectFrom('sessions').selectAll().execute();
    const [key] = await database.selectFrom('api_keys').selectAll().execute();
    expect([session?.ended_at, key?.is_active, stopped]).toEqual([null, 1, [userId, userId]]);
    expect((await mails('ACCOUNT_FROZEN')).map(({ to_address }) => to_address)).toEqual([NEW]);
    await expect(restore(token, FORMER)).rejects.toMatchObject({ details: { reason: 'FREEZE_ONLY' } });
    now = changedAt + 7 * DAY_MS;
    await expect(freeze(token)).rejects.toMatchObject(USELESS);
  });

  rule('stores neither tokens nor what a link restores in plain text', async () => {
    await changePassword(TEST_PASSWORD, THIEFS_PASSWORD);
    const token = await tokenIn('PASSWORD_CHANGED', OLD);
    const rows = JSON.stringify([
      await database.selectFrom('account_codes').selectAll().execute(),
      await database.selectFrom('account_mails').selectAll().execute(),
    ]);
    expect([rows.includes(token), rows.includes('argon2')]).toEqual([false, false]);
  });
});
