import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DesktopPurpose, ExchangeCodeInput } from '../../contract/api/desktopSignIn.ts';
import { readDesktopSignIn, signedInLink } from '../../contract/desktop/signIn.ts';
import { ApiError } from '../../contract/errors.ts';
import type { SessionChange } from '../../contract/ipc.ts';
import { signInWithCookies, signUp } from '../../server/accounts/testing/customers.ts';
import { startAccountHost } from '../../tests/support/accountHost.ts';
import { createApi } from './api.ts';
import { BROWSER_SIGN_IN_MS, createBrowserSignIn } from './browserSignIn.ts';
import { createVault, type Keychain } from './vault.ts';

const SITE = 'https://exchange.example.org';
const CODE = 'k'.repeat(43);
const SIGN_IN = { purpose: 'signIn' } as const;
const CONFIRM = { purpose: 'confirm' } as const;

let opened: URL[];
let redeemed: (ExchangeCodeInput & { purpose: DesktopPurpose })[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  opened = [];
  redeemed = [];
});
afterEach(() => {
  vi.useRealTimers();
});

interface Setting {
  hasBrowser?: boolean;
  locale?: 'en' | 'ru';
  failure?: Error | null;
  /** The host answers only an abort. */
  isSlow?: boolean;
}

function create({ hasBrowser = true, locale = 'en', failure = null, isSlow = false }: Setting = {}) {
  const redeem = async (purpose: DesktopPurpose, input: ExchangeCodeInput, options?: { signal: AbortSignal }) => {
    redeemed.push({ purpose, ...input });
    if (isSlow && options) await once(options.signal, 'abort');
    options?.signal.throwIfAborted();
    if (failure) throw failure;
  };
  return createBrowserSignIn({
    siteUrl: SITE,
    locale: () => locale,
    openExternal: async (url) => {
      opened.push(new URL(url));
      return hasBrowser;
    },
    redeem: {
      signIn: (input, options) => redeem('signIn', input, options),
      confirm: (input, options) => redeem('confirm', input, options),
    },
  });
}
/** What the app has put into the address of the page that it opened last. */
function request() {
  const read = readDesktopSignIn(opened.at(-1)?.search ?? '');
  if (!read) throw new Error('No page was opened');
  return read;
}
const answer = (state: string) => signedInLink({ code: CODE, state }, null, 'causeway');

it('opens the page, and exchanges the code with the verifier of its challenge', async () => {
  const signIn = create();
  const outcome = signIn.start(SIGN_IN);
  expect(opened.map(({ origin, pathname }) => origin + pathname)).toEqual([`${SITE}/desktop-sign-in`]);
  expect(signIn.handleLink(answer(request().state))).toBe(true);
  expect(await outcome).toBe('done');
  const [input] = redeemed;
  expect([input?.purpose, input?.code]).toEqual(['signIn', CODE]);
  expect(
    createHash('sha256')
      .update(input?.codeVerifier ?? '')
      .digest('base64url'),
  ).toBe(request().challenge);
  expect(opened[0]?.href).not.toContain(input?.codeVerifier);
});

it('opens the page in the language of the app', async () => {
  void create({ locale: 'ru' }).start(SIGN_IN);
  expect(opened[0]?.pathname).toBe('/ru/desktop-sign-in');
});

it('creates a new verifier and state for each sign-in', async () => {
  const signIn = create();
  void signIn.start(SIGN_IN);
  const first = request();
  void signIn.start(SIGN_IN);
  const second = request();
  expect([first.challenge === second.challenge, first.state === second.state]).toEqual([false, false]);
});

describe('a link that the app did not ask for', () => {
  it.each([
    ['of another state', answer('x'.repeat(22))],
    ['without a state', `causeway://signed-in?code=${CODE}`],
    ['without a code', 'causeway://signed-in?state=x'],
  ])('signs nobody in: %s', async (_what, link) => {
    const signIn = create();
    const outcome = signIn.start(SIGN_IN);
    expect(signIn.handleLink(link)).toBe(true);
    expect(redeemed).toEqual([]);
    // The own answer still counts.
    signIn.handleLink(answer(request().state));
    expect(await outcome).toBe('done');
  });

  it('signs nobody in without a sign-in in progress', () => {
    expect(create().handleLink(answer('x'.repeat(22)))).toBe(true);
    expect(redeemed).toEqual([]);
  });

  it('is left to others if it is no sign-in', () => {
    expect(create().handleLink('causeway://order___abc')).toBe(false);
  });
});

it('uses a code once when its link arrives twice', async () => {
  const signIn = create();
  const outcome = signIn.start(SIGN_IN);
  const link = answer(request().state);
  signIn.handleLink(link);
  signIn.handleLink(link);
  expect(await outcome).toBe('done');
  expect(redeemed).toHaveLength(1);
});

it('cancels the first sign-in when a second one starts', async () => {
  const signIn = create();
  const first = signIn.start(SIGN_IN);
  const { state } = request();
  const second = signIn.start(SIGN_IN);
  expect(await first).toBe('cancelled');
  signIn.handleLink(answer(state));
  expect(redeemed).toEqual([]);
  signIn.handleLink(answer(request().state));
  expect(await second).toBe('done');
});

it('ignores a code that arrives after “Cancel”', async () => {
  const signIn = create();
  const outcome = signIn.start(SIGN_IN);
  signIn.cancel();
  expect(await outcome).toBe('cancelled');
  expect(signIn.handleLink(answer(request().state))).toBe(true);
  expect(redeemed).toEqual([]);
});

it('ends the wait when the customer declines on the page', async () => {
  const signIn = create();
  const outcome = signIn.start(SIGN_IN);
  const { state } = request();
  expect(signIn.handleLink(signedInLink({ code: null, state }, null, 'causeway'))).toBe(true);
  expect(await outcome).toBe('declined');
  signIn.handleLink(answer(state));
  expect(redeemed).toEqual([]);
});

it('uses the code up at the host after “Cancel” during its exchange', async () => {
  const signIn = create({ isSlow: true });
  const outcome = signIn.start(SIGN_IN);
  signIn.handleLink(answer(request().state));
  signIn.cancel();
  expect(await outcome).toBe('cancelled');
  await expect.poll(() => redeemed).toHaveLength(2);
  const [exchange, ending] = redeemed;
  expect([ending?.code, ending?.codeVerifier === exchange?.codeVerifier]).toEqual([CODE, false]);
});

it('opens the confirmation page, and confirms with its code', async () => {
  const signIn = create();
  const outcome = signIn.start(CONFIRM);
  expect(request().purpose).toBe('confirm');
  signIn.handleLink(answer(request().state));
  expect([await outcome, redeemed.map(({ purpose, code }) => [purpose, code])]).toEqual(['done', [['confirm', CODE]]]);
});

it('reports that the browser confirmed for another account', async () => {
  const signIn = create({ failure: new ApiError('ERR_FORBIDDEN', 'refused') });
  const outcome = signIn.start(CONFIRM);
  signIn.handleLink(answer(request().state));
  expect(await outcome).toBe('otherAccount');
});

it('fails without a browser, with a refused code, and after five minutes', async () => {
  expect(await create({ hasBrowser: false }).start(SIGN_IN)).toBe('failed');

  const refused = create({ failure: new ApiError('ERR_INVALID_CREDENTIALS', 'refused') });
  const outcome = refused.start(SIGN_IN);
  refused.handleLink(answer(request().state));
  expect(await outcome).toBe('failed');

  const slow = create();
  const late = slow.start(SIGN_IN);
  await vi.advanceTimersByTimeAsync(BROWSER_SIGN_IN_MS);
  expect(await late).toBe('failed');
  redeemed = [];
  slow.handleLink(answer(request().state));
  expect(redeemed).toEqual([]);
});

/** An app, and a customer whose browser agrees to all that the app asks. */
async function startWithHost(load: () => Promise<Keychain>) {
  vi.useRealTimers();
  const host = await startAccountHost({ hasSecondFactor: true });
  const apiUrl = await host.app.listen({ port: 0, host: '127.0.0.1' });
  const vault = createVault({ host: 'test', load });
  await vault.open();
  const changes: SessionChange[] = [];
  const api = createApi({ apiUrl, vault, fetch, onRenewed: () => undefined, onSession: (change) => changes.push(change) });
  const { email } = await signUp(host.app);
  let cookie = await signInWithCookies(host.app, email);
  const signIn = createBrowserSignIn({
    siteUrl: SITE,
    locale: () => 'en',
    // The website, after the customer has agreed.
    openExternal: async (url) => {
      const { challenge = '', state = '', purpose } = readDesktopSignIn(new URL(url).search) ?? {};
      const own = { host: 'localhost', origin: 'http://localhost', cookie };
      const given = await host.post('authentication/authorize', { codeChallenge: challenge, purpose }, own);
      signIn.handleLink(signedInLink({ code: given.json<{ code: string }>().code, state }, null, 'causeway'));
      return true;
    },
    redeem: {
      signIn: (input, options) => api.call('desktopSignIn.exchange', input, options),
      confirm: (input, options) => api.call('desktopSignIn.confirm', input, options),
    },
  });
  const useBrowserOf = async (other: string) => void (cookie = await signInWithCookies(host.app, other));
  return { host, vault, api, changes, email, signIn, useBrowserOf };
}

it('signs in at a real host, whose list of sessions names the desktop app, and confirms there', async () => {
  const { host, vault, api, email, signIn, useBrowserOf } = await startWithHost(() => Promise.reject(new Error('no keychain')));
  expect(await signIn.start(SIGN_IN)).toBe('done');
  expect(vault.tokens()).not.toBeNull();
  expect((await api.call('users.accountData', {})).email).toBe(email);
  const { sessions } = await api.call('users.sessions', {});
  expect(sessions.find(({ isCurrent }) => isCurrent)?.browser).toBe('Desktop app');

  const proveInBrowser = async () =>
    await host.database.updateTable('sessions').set({ second_factor_at: host.now() }).where('kind', '=', 'COOKIE').execute();
  await proveInBrowser();
  await expect(api.call('users.startTotp', {})).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
  expect(await signIn.start(CONFIRM)).toBe('done');
  expect((await api.call('users.startTotp', {})).secret).not.toBe('');

  const other = await signUp(host.app, 'berta@example.com');
  await useBrowserOf(other.email);
  await proveInBrowser();
  expect(await signIn.start(CONFIRM)).toBe('otherAccount');
  expect((await api.call('users.accountData', {})).email).toBe(email);
  await host.close();
});

it('keeps no session after “Cancel” while the keychain stores its tokens, and ends it at the host', async () => {
  const { host, vault, changes, signIn } = await startWithHost(() =>
    Promise.resolve({
      getPassword: () => Promise.resolve(null),
      setPassword: (_service, account) => {
        if (account === 'test') signIn.cancel();
        return Promise.resolve();
      },
      deletePassword: () => Promise.resolve(true),
    }),
  );
  expect(await signIn.start(SIGN_IN)).toBe('cancelled');
  const ended = () => host.database.selectFrom('sessions').select('kind').where('end_reason', '=', 'REUSED').execute();
  await expect.poll(ended).toEqual([{ kind: 'HEADER' }]);
  expect([vault.tokens(), changes]).toEqual([null, []]);
  await host.close();
});
