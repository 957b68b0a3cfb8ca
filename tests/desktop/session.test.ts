import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallName } from '../../contract/api/index.ts';
import type { ApiResult, DesktopBridge, IpcInput, StartInfo } from '../../contract/ipc.ts';
import { ACCESS_TOKEN_MS } from '../../server/accounts/sessions.ts';
import { TEST_PASSWORD } from '../../server/accounts/testing/customers.ts';
import { startAccountHost, type AccountHost } from '../support/accountHost.ts';
import { startKeyring, type Keyring, type KeyringState } from './support/keyring.ts';
import { launchApp, type RunningApp } from './support/launchApp.ts';

declare const window: { desktop: DesktopBridge };

const SERVICE = 'causeway';
const ANNA = { email: 'anna@example.com', password: TEST_PASSWORD };

let host: AccountHost;
let url: string;
let requests: string[];
let keyring: Keyring;
let app: RunningApp;
let page: Page;

beforeAll(async () => {
  host = await startAccountHost();
  requests = [];
  host.app.server.prependListener('request', (request: { url: string }) => requests.push(request.url));
  url = await host.app.listen({ port: 0, host: '127.0.0.1' });
  await host.post('local/create', ANNA);
});
afterAll(() => host.close());

async function start(state: KeyringState): Promise<void> {
  keyring = await startKeyring(state);
  app = await launchApp({ environment: { ...keyring.environment, API_URL: url } });
  page = await app.firstWindow();
}
async function end(): Promise<void> {
  await app.dispose();
  await keyring.stop();
}

/** Makes a call of the API as the window does. */
let lastCall = 1_000_000;
async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<ApiResult> {
  lastCall += 1;
  const request: IpcInput<'api.call'> = { call: lastCall, name, input: { ...input } };
  return await page.evaluate((given) => window.desktop.call['api.call'](given), request);
}
const startInfo = (of = page): Promise<StartInfo> => of.evaluate(() => window.desktop.call['app.start'](null));
const signIn = async () => expect(await call('users.authenticate', ANNA)).toMatchObject({ ok: true });

/** The secrets of the session in the keychain. */
async function storedTokens(): Promise<string[]> {
  const credentials = await keyring.credentials(SERVICE);
  const entry = credentials.find(({ account }) => url.endsWith(account));
  if (!entry) return [];
  const { accessToken, refreshToken } = JSON.parse(entry.password) as { accessToken: string; refreshToken: string };
  return [accessToken, refreshToken];
}

/** Everything that the window holds in its memory: pages, preload script, their storage. */
async function heapOf(of: Page): Promise<string> {
  const devtools = await of.context().newCDPSession(of);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return chunks.join('');
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** Chromium removes files of its own while the app runs. */
function readUnlessRemoved(file: string): string[] {
  try {
    return [readFileSync(file, 'latin1')];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

describe('with a keychain', () => {
  beforeAll(() => start('unlocked'));
  afterAll(end);

  it('keeps the customer signed in over a restart, until the customer signs out', async () => {
    await signIn();
    await app.close();
    await app.relaunch();
    page = await app.firstWindow();
    expect(await startInfo()).toMatchObject({ hasSession: true, keychain: 'open' });
    expect(await call('users.accountData', {})).toMatchObject({ ok: true, value: { email: ANNA.email } });
    expect(await storedTokens()).toHaveLength(2);
    await call('users.logout', {});
    expect(await storedTokens()).toEqual([]);
    expect((await startInfo()).hasSession).toBe(false);
  });

  it('has the tokens in the keychain and nowhere else', async () => {
    const traffic: string[] = [];
    page.on('request', (request) => traffic.push(request.url(), request.postData() ?? ''));
    await signIn();
    const tokens = await storedTokens();
    host.advanceClock(ACCESS_TOKEN_MS + 1);
    await call('users.accountData', {});
    tokens.push(...(await storedTokens()));
    expect(new Set(tokens).size).toBe(4);

    const info = await startInfo();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    await page.evaluate(() => Object.assign(globalThis, { marker: ['marker', 'of', 'this', 'test'].join('-') }));
    const heap = await heapOf(page);
    expect(heap).toContain('marker-of-this-test');
    const files = filesOf(app.data).flatMap(readUnlessRemoved);
    expect(files.length).toBeGreaterThan(0);
    const places = { heap, stored, info: JSON.stringify(info), traffic: traffic.join(), files: files.join(), output: app.output };
    const found = Object.entries(places).filter(([, text]) => tokens.some((token) => text.includes(token)));
    expect(found.map(([place]) => place)).toEqual([]);
  });

  it('refreshes an expired session once for ten calls in flight', async () => {
    await signIn();
    host.advanceClock(ACCESS_TOKEN_MS + 1);
    requests.splice(0);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('users.accountData', {})));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(requests.filter((path) => path.endsWith('/refresh'))).toHaveLength(1);
  });

  it('ends the session in every window when the host refuses it', async () => {
    await signIn();
    const other = await app.openedBy(() => page.evaluate(() => window.desktop.call['windows.open']({ path: '/' })));
    await other.evaluate(() => {
      window.desktop.on['session.changed']((change) => Object.assign(globalThis, { change }));
    });
    await host.database.deleteFrom('sessions').execute();
    expect(await call('users.accountData', {})).toMatchObject({ ok: false, error: { code: 'ERR_UNAUTHORIZED' } });
    await expect.poll(() => other.evaluate(() => (globalThis as { change?: string }).change)).toBe('refused');
    expect([await storedTokens(), (await startInfo(other)).hasSession]).toEqual([[], false]);
    await other.close();
  });

  it('opens the window first while it is locked, and signs in and shows the address book after “Unlock”', async () => {
    const LEDGER = {
      id: null,
      label: 'Ledger',
      instrumentSlug: 'btc',
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      memo: null,
    };
    await signIn();
    await page.evaluate((entry) => window.desktop.call['addresses.save'](entry), LEDGER);
    await app.close();
    await keyring.restart('locked');
    await app.relaunch();
    page = await app.firstWindow();
    expect(await startInfo()).toMatchObject({ hasSession: false, keychain: 'locked' });
    await keyring.unlock();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Session in the system keychain').waitFor();
    expect(await startInfo()).toMatchObject({ hasSession: true, keychain: 'open' });
    const book = await page.evaluate(() => window.desktop.call['addresses.list'](null));
    expect(book).toMatchObject({ state: 'ready', entries: [{ label: 'Ledger' }] });
  });
});

describe.each([
  ['locked', 'locked'],
  ['none', 'missing'],
] as const)('with a keychain that is %s', (state, keychain) => {
  beforeAll(() => start(state));
  afterAll(end);

  it('keeps the session in memory, says so, and writes no token to a file', async () => {
    await signIn();
    expect(await startInfo()).toMatchObject({ hasSession: true, keychain });
    expect(await page.evaluate(() => window.desktop.call['addresses.list'](null))).toEqual({ state: keychain });
    await app.close();
    await app.relaunch();
    page = await app.firstWindow();
    expect((await startInfo()).hasSession).toBe(false);
    await keyring.restart('unlocked');
    expect(await storedTokens()).toEqual([]);
  });
});
