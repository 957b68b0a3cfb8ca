import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_PASSWORD, signIn, signUp } from './testing/customers.ts';
import { startAccountHost, type AccountHost } from '../../tests/support/accountHost.ts';
import { createStore, DATABASES, type TestStore } from '../../tests/support/databases.ts';

const EMAIL = 'anna@example.com';
const THIEF = 'mallory@example.com';
const WAIT_MS = 72 * 3_600_000;

describe.each(DATABASES)('withdrawals after the first confirmed e-mail, on %s', (kind) => {
  let store: TestStore;
  let host: AccountHost;
  beforeEach(async () => {
    store = await createStore(kind);
    host = await startAccountHost({ database: store.open() });
  });
  afterEach(async () => {
    await host.close();
    store.remove();
  });

  const dataOf = async (mail: string) => (await host.mails()).findLast((one) => one.kind === mail)?.data ?? {};
  const user = async () => await host.database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const confirm = async (mail: string) => await host.post('confirm-email', { token: (await dataOf(mail))['token'] });

  const FIRST: Record<string, (headers: Record<string, string>) => Promise<number>> = {
    'the link of the registration': async () => (await confirm('WELCOME')).statusCode,
    'the link of another e-mail, which a thief with the password named': async (headers) => {
      await host.post('change-email', { email: THIEF, password: TEST_PASSWORD }, headers);
      return (await confirm('CONFIRM_NEW_EMAIL')).statusCode;
    },
    'a code that restores the password': async () => {
      await host.post('local/request-password-reset', { email: EMAIL });
      const { code: resetCode } = await dataOf('RESET_CODE');
      return (await host.post('local/reset-password', { email: EMAIL, password: 'granite orchard 84', resetCode })).statusCode;
    },
  };
  test.each(Object.keys(FIRST))('open 72 hours after %s', async (way) => {
    const { headers } = await signUp(host.app, EMAIL);
    expect(await FIRST[way]?.(headers)).toBe(200);
    const { email_confirmed_at: confirmedAt, withdrawals_from: opensAt } = await user();
    expect(opensAt).toBe((confirmedAt ?? 0) + WAIT_MS);
  });

  test('stay open when a confirmed e-mail is replaced', async () => {
    await signUp(host.app, EMAIL);
    await confirm('WELCOME');
    const { withdrawals_from: opensAt } = await user();
    host.advanceClock(WAIT_MS);
    const { headers } = await signIn(host.app, EMAIL);
    // The second factor or the mailbox proves the change.
    await host.database.updateTable('sessions').set({ second_factor_at: host.now() }).execute();
    await host.post('change-email', { email: 'second@example.com', password: TEST_PASSWORD }, headers);
    expect((await confirm('CONFIRM_NEW_EMAIL')).statusCode).toBe(200);
    expect(await user()).toMatchObject({ email: 'second@example.com', withdrawals_from: opensAt });
  });
});
