import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP_APP } from '../../contract/accounts/accounts.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { insertAccountMail } from '../db/repositories/mails/accountMails.ts';
import type { AccountMailKind } from '../db/tables/accounts.ts';
import { TEST_SEALING } from '../../tests/support/testSealing.ts';
import { queueAccountMail, type NewAccountMail } from './accountMail.ts';
import type { AccountMailValues } from './accountMailValues.ts';
import { startMailHost, type MailHost } from './testing/mailHost.ts';
import { recordTexts, textIds } from './testing/recordTexts.ts';

let host: MailHost;
beforeEach(async () => {
  host = await startMailHost();
  await host.database
    .insertInto('users')
    .values([sampleUser({ id: 1, email: 'ann@example.org' }), sampleUser({ id: 2, locale: 'ru' })])
    .execute();
});
afterEach(async () => await host.close());

const VALID = { validMs: 15 * 60_000 };
const RESET = { code: 'ABCDE-FGHJK', ...VALID };
const DEVICE = { browser: 'Chrome', system: 'macOS', networkAddress: '84.211.40.x' };
const WITHDRAWAL = { amount: '1250.5', arrives: '1248.6', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5r3Kx2p' };
const { amount, address } = WITHDRAWAL;
const FREEZE = { token: 'freeze-token', validMs: 7 * 24 * 3_600_000 };
const PROVEN = { amount, address, currencyTitle: 'USDT', networkTitle: 'TRC20' };
const PURCHASE = {
  purchaseId: 'sQ2LxV0aTb7YkRmZ3nF8cw',
  provider: 'Mercuryo',
  paid: '250',
  currency: 'EUR',
  received: '0.0029903',
  coin: 'BTC',
  until: Date.UTC(2026, 10, 22, 11),
};
/** Data of every kind, for every text that it can have */
const SAMPLES: { readonly [Kind in AccountMailKind]: readonly AccountMailValues[Kind][] } = {
  WELCOME: [{ token: 'welcome-token', validMs: 24 * 3_600_000 }],
  CONFIRM_NEW_EMAIL: [{ token: 'new-token', validMs: 24 * 3_600_000 }],
  RESET_CODE: [RESET],
  STEP_UP_CODE: [
    { code: 'XYZ42-7PQRS', ...VALID },
    { code: 'XYZ42-7PQRS', ...VALID, withdrawal: PROVEN },
  ],
  NEW_SIGN_IN: [DEVICE, { ...DEVICE, browser: DESKTOP_APP }, { browser: null, system: null, networkAddress: null }],
  TOKEN_REUSED: [DEVICE, { browser: null, system: null, networkAddress: null }],
  PASSWORD_CHANGED: [
    {},
    { isRestored: true },
    { areKeysOff: true },
    FREEZE,
    { areKeysOff: true, isMessengerOff: true, ...FREEZE },
  ],
  EMAIL_CHANGED: [
    { newEmail: 'annabel@example.net', isConfirmed: true },
    { newEmail: 'annabel@example.net', isConfirmed: false },
    { newEmail: 'annabel@example.net', isConfirmed: true, ...FREEZE },
    { newEmail: 'annabel@example.net', isConfirmed: true, ...FREEZE, stopsOnly: true },
    { newEmail: 'annabel@example.net', isConfirmed: true, isToNew: true, ...FREEZE },
  ],
  SECOND_FACTOR_CHANGED: [
    { change: 'PASSKEY_ADDED' },
    { change: 'PASSKEY_ADDED', ...FREEZE },
    { change: 'PASSKEY_REMOVED' },
    { change: 'APP_ADDED' },
    { change: 'APP_REMOVED' },
    { change: 'CODES_RENEWED' },
    { change: 'CODE_USED' },
  ],
  MESSENGER_CHANGED: [{ isLinked: true, ...FREEZE }, { isLinked: false }],
  API_KEY_CREATED: [{ apiId: 'cw_3nF8sQ2LxV0aTb7YkRmZ' }],
  WITHDRAWAL_REQUESTED: [
    { ...WITHDRAWAL, sendsAt: Date.UTC(2026, 10, 22, 10, 30), needsOperator: false, token: 'stop-token' },
    { ...WITHDRAWAL, sendsAt: null, needsOperator: true, token: 'stop-token' },
    { ...WITHDRAWAL, sendsAt: null, needsOperator: false, token: null },
  ],
  WITHDRAWAL_SENT: [WITHDRAWAL],
  WITHDRAWAL_FAILED: [
    { ...WITHDRAWAL, failure: 'NETWORK' },
    { ...WITHDRAWAL, failure: 'REJECTED' },
    { ...WITHDRAWAL, failure: 'STOPPED' },
    { ...WITHDRAWAL, failure: 'NO_ANSWER' },
  ],
  WITHDRAWAL_DELAYED: [
    { ...WITHDRAWAL, reason: 'FEE_ROSE', returnsAt: null },
    { ...WITHDRAWAL, reason: 'REFUSED', returnsAt: null },
    { ...WITHDRAWAL, reason: 'PAYOUTS_STOPPED', returnsAt: null },
    { ...WITHDRAWAL, reason: 'ASKED', returnsAt: Date.UTC(2026, 10, 30, 10, 30) },
  ],
  FIRST_EARNING: [{}],
  ACCOUNT_FROZEN: [{ until: Date.UTC(2026, 10, 27, 12) }, { until: Date.UTC(2026, 10, 27, 12), stopsOnly: true }],
  ACCOUNT_RESTORED: [FREEZE],
  ACCOUNT_CLOSED: [{ forfeited: '3.5' }, { forfeited: null }],
  IDENTITY_PASSED: [{}],
  IDENTITY_REJECTED: [
    { fields: ['frontPhoto', 'backendPhoto'], isFinal: false },
    { fields: ['facePhoto', 'details'], isFinal: true },
  ],
  PURCHASE_CHANGED: (['VERIFYING', 'PAID', 'DELIVERED', 'DECLINED', 'RETURNED', 'DELIVERY_FAILED'] as const).map((outcome) => ({
    ...PURCHASE,
    outcome,
  })),
  SETTING_CHANGED: [{ name: 'PLATFORM_FEE_PERCENT', before: '0.5', after: '0.4', operator: 'customer 2', reason: 'as agreed' }],
};
const KINDS = Object.keys(SAMPLES) as AccountMailKind[];

type Changes = Partial<Omit<NewAccountMail, 'kind' | 'data'> & { data: NewAccountMail['data'] }>;
const queue = async (kind: AccountMailKind, changes: Changes = {}): Promise<boolean> =>
  await queueAccountMail(host.database, {
    kind,
    data: SAMPLES[kind][0],
    userId: 1,
    origin: 'https://swap.example',
    sealing: TEST_SEALING,
    now: host.context.now(),
    ...changes,
  } as NewAccountMail);
const subjects = () => host.sent.map(({ subject }) => subject);
const rows = async () => await host.database.selectFrom('account_mails').selectAll().execute();

describe('account mails', () => {
  it.each([
    [1, 'en'],
    [2, 'ru'],
  ])('sends customer %i every kind in the language %s', async (userId, locale) => {
    await host.database.updateTable('users').set({ email_confirmed_at: 1 }).execute();
    const { languages, written } = recordTexts();
    const worker = host.otherWorker({ languages });
    for (const kind of KINDS) {
      for (const data of SAMPLES[kind]) {
        await queue(kind, { userId, data, clientAddress: `203.0.113.${host.sent.length}` });
        await worker.tick();
      }
    }
    const text = host.sent.map((mail) => `# ${mail.subject}\n\n${mail.text}`).join('\n');
    expect(host.sent).toHaveLength(Object.values(SAMPLES).flat().length);
    expect(text).not.toMatch(/undefined|null|NaN|\{/);
    await expect(text).toMatchFileSnapshot(`testing/account-mails.${locale}.txt`);
    expect(written).toEqual(textIds('mail-account.json'));
  });

  it('stores no code of a mail that waits in plain text, and opens it for no other mail', async () => {
    await queue('RESET_CODE');
    const [row] = await rows();
    expect(row?.data).not.toContain(RESET.code);
    await host.database.updateTable('account_mails').set({ id: 'another' }).execute();
    await host.worker.tick();
    expect(host.sent).toEqual([]);
    await host.database
      .updateTable('account_mails')
      .set({ id: row?.id ?? '', not_before: 0 })
      .execute();
    await host.worker.tick();
    expect(host.sent[0]?.text).toContain(RESET.code);
  });

  it('sends what other versions queued, and leaves a mail without its values to them', async () => {
    const stored: [AccountMailKind, string][] = [
      ['PASSWORD_CHANGED', '{"reason":"unknown here"}'],
      ['NEW_SIGN_IN', '{"browser":"Chrome"}'],
      ['SECOND_FACTOR_CHANGED', '{"change":"KEY_CLONED"}'],
      ['WITHDRAWAL_FAILED', '{"amount":"1250.5","arrives":"1248.6","address":"TQn9Y2khEsLJW1ChVWFMSMeRDow5r3Kx2p"}'],
    ];
    const mail = { user_id: 1, to_address: 'ann@example.org', locale: 'en', origin: 'https://swap.example' } as const;
    for (const [kind, data] of stored) {
      await insertAccountMail(host.database, { ...mail, id: kind, kind, data, created_at: host.context.now() });
    }
    await host.worker.tick();
    expect(subjects().toSorted()).toEqual(['A new sign-in to your account at Causeway', 'Your password at Causeway was changed']);
    expect(host.sent.map(({ text }) => text).join('\n')).toContain('not seen before: Chrome, on 20 November 2026');
    expect((await rows()).filter(({ state }) => state === 'PENDING').map(({ kind, attempts }) => `${kind} ${attempts}`)).toEqual([
      'SECOND_FACTOR_CHANGED 1',
      'WITHDRAWAL_FAILED 1',
    ]);
  });

  it('links to pages of the site and keeps tokens in the fragment', async () => {
    for (const kind of ['WELCOME', 'WITHDRAWAL_REQUESTED', 'NEW_SIGN_IN'] as const) await queue(kind, { userId: 2 });
    await host.worker.tick();
    const links = host.sent.map(({ html }) => /href="([^"]*)"/.exec(html)?.[1] ?? '');
    expect(links.toSorted()).toEqual([
      'https://swap.example/ru/cancel-withdrawal#stop-token',
      'https://swap.example/ru/confirm-email#welcome-token',
      'https://swap.example/ru/profile/info',
    ]);
    for (const { html } of host.sent) expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(/);
  });

  it('keeps no code after it was sent', async () => {
    await queue('RESET_CODE');
    await host.worker.tick();
    expect(host.sent[0]?.text).toContain('\n\nABCDE-FGHJK\n\n');
    expect(await rows()).toMatchObject([{ state: 'SENT', data: '{}', lease_owner: null }]);
  });

  it('retries until the mail server answers, but does not send a code that has expired', async () => {
    host.failure.error = new Error('connection refused');
    await queue('RESET_CODE');
    await queue('PASSWORD_CHANGED');
    await host.worker.tick();
    expect(await rows()).toMatchObject([{ state: 'PENDING', attempts: 1 }, { state: 'PENDING' }]);
    host.failure.error = null;
    host.advanceClock(16 * 60_000);
    await host.worker.tick();
    expect(subjects()).toEqual(['Your password at Causeway was changed']);
    expect((await rows()).map(({ state, data }) => `${state} ${data}`).toSorted()).toEqual(['DROPPED {}', 'SENT {}']);
  });

  it('leaves out a link that would confirm the e-mail of another customer', async () => {
    for (const to of ['Customer2@example.org', 'free@example.org']) await queue('CONFIRM_NEW_EMAIL', { to });
    await host.worker.tick();
    expect(host.sent.map(({ to }) => to)).toEqual(['free@example.org']);
    expect((await rows()).map(({ state, data }) => `${state} ${data}`).toSorted()).toEqual(['DROPPED {}', 'SENT {}']);
  });

  it('writes to the address passed, and to none of a closed account', async () => {
    await queue('EMAIL_CHANGED', { to: 'old@example.org' });
    await host.worker.tick();
    expect(host.sent[0]?.to).toBe('old@example.org');
    expect(host.sent[0]?.text).toContain('a…l@example.net');
    await host.database.updateTable('users').set({ email: null }).where('id', '=', 1).execute();
    expect(await queue('PASSWORD_CHANGED')).toBe(false);
    expect(await queue('ACCOUNT_CLOSED', { to: 'ann@example.org' })).toBe(true);
  });

  it('limits codes per address and client, but never leaves out a security notice', async () => {
    const send = async (clientAddress: string, times: number) => {
      let queued = 0;
      for (let index = 0; index < times; index += 1) queued += (await queue('RESET_CODE', { clientAddress })) ? 1 : 0;
      return queued;
    };
    expect(await send('203.0.113.7', 6)).toBe(4);
    expect(await send('198.51.100.9', 1)).toBe(1);
    for (let client = 0; client < 8; client += 1) await send(`192.0.${client}.1`, 4);
    expect(await rows()).toHaveLength(20);
    expect(await queue('NEW_SIGN_IN', { clientAddress: '203.0.113.7' })).toBe(true);
    host.advanceClock(3_600_000);
    expect(await send('203.0.113.7', 1)).toBe(1);
  });

  it.each([
    ['from one address', () => '203.0.113.7', 40],
    ['from one /64', (index: number) => `2001:db8:1:1::${index}`, 40],
    ['from one /48', (index: number) => `2001:db8:1:${index}::1`, 400],
  ])('limits the codes to all addresses %s', async (_name, clientOf, most) => {
    let queued = 0;
    for (let index = 0; index < most + 2; index += 1) {
      const mail = { to: `stranger-${index}@example.org`, clientAddress: clientOf(index) };
      queued += (await queue('RESET_CODE', mail)) ? 1 : 0;
    }
    expect(queued).toBe(most);
    expect(await queue('RESET_CODE', { clientAddress: clientOf(1), isKnownNetwork: true })).toBe(true);
  });

  it('limits the links to new addresses that a customer, and the customers at an address, cause', async () => {
    const confirm = async (userId: number, index: number) =>
      await queue('CONFIRM_NEW_EMAIL', { userId, to: `new-${userId}-${index}@example.org`, clientAddress: '203.0.113.7' });
    const customers = Array.from({ length: 5 }, (_, index) => index + 10);
    await host.database
      .insertInto('users')
      .values(customers.map((id) => sampleUser({ id })))
      .execute();
    const queued = [];
    for (const id of customers) {
      let ofCustomer = 0;
      for (let index = 0; index < 11; index += 1) ofCustomer += (await confirm(id, index)) ? 1 : 0;
      queued.push(ofCustomer);
    }
    expect(queued).toEqual([10, 10, 10, 10, 0]);
  });

  it('keeps the codes and links of a session apart from the mails that strangers cause', async () => {
    for (let client = 0; client < 6; client += 1) {
      for (let sent = 0; sent < 4; sent += 1) await queue('RESET_CODE', { clientAddress: `192.0.${client}.1` });
    }
    expect(await rows()).toHaveLength(20);
    const send = async (kind: AccountMailKind, to?: string) => {
      let queued = 0;
      for (let sent = 0; sent < 12; sent += 1) queued += (await queue(kind, to === undefined ? {} : { to })) ? 1 : 0;
      return queued;
    };
    expect(await send('STEP_UP_CODE')).toBe(10);
    expect([await send('CONFIRM_NEW_EMAIL', 'new@example.org'), await send('CONFIRM_NEW_EMAIL', 'other@example.org')]).toEqual([
      4, 4,
    ]);
    host.advanceClock(3_600_000);
    expect(await send('STEP_UP_CODE')).toBe(10);
  });

  it('limits notices to an address that nobody has confirmed', async () => {
    const send = async (kind: AccountMailKind) => {
      const queued = [];
      for (let index = 0; index < 12; index += 1) queued.push(await queue(kind));
      return queued.filter(Boolean).length;
    };
    expect(await send('NEW_SIGN_IN')).toBe(10);
    expect(await send('WITHDRAWAL_REQUESTED')).toBe(0);
    host.advanceClock(3_600_000);
    expect(await send('PASSWORD_CHANGED')).toBe(10);
    await host.database.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', 1).execute();
    expect(await send('EMAIL_CHANGED')).toBe(12);
  });

  it('deletes its records after a month', async () => {
    await queue('WELCOME');
    await host.worker.tick();
    host.advanceClock(29 * 24 * 3_600_000);
    await host.worker.tick();
    expect(await rows()).toHaveLength(1);
    host.advanceClock(3 * 24 * 3_600_000);
    await host.worker.tick();
    expect(await rows()).toEqual([]);
  });
});
