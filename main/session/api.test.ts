import type { RequestListener } from 'node:http';
import { generateSync } from 'otplib';
import { afterEach, expect, it } from 'vitest';
import type { CallInput, CallName } from '../../contract/api/index.ts';
import type { SessionChange } from '../../contract/ipc.ts';
import { ACCESS_TOKEN_MS } from '../../server/accounts/sessions.ts';
import { TEST_PASSWORD } from '../../server/accounts/testing/customers.ts';
import { startAccountHost } from '../../tests/support/accountHost.ts';
import { serveLocally } from '../../tests/support/serveLocally.ts';
import type { IpcHandlers } from '../ipc.ts';
import { createApi } from './api.ts';
import { apiHandlers } from './apiHandlers.ts';
import { createVault, type Vault } from './vault.ts';

const ANNA = { email: 'anna@example.com', password: TEST_PASSWORD };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** The calls of one window to a host, and all that the window gets. */
async function connect(apiUrl: string) {
  const vault = createVault({ host: 'test', load: () => Promise.reject(new Error('no keychain')) });
  const changes: SessionChange[] = [];
  let renewals = 0;
  const answers: unknown[] = [];
  const api = createApi({
    apiUrl,
    vault,
    fetch,
    onRenewed: () => (renewals += 1),
    onSession: (change) => changes.push(change),
  });
  const handlers = apiHandlers(api);
  const sender = { id: 1 } as Parameters<IpcHandlers['api.call']>[1];
  let last = 0;
  const call = async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
    last += 1;
    const answer = await handlers['api.call']({ call: last, name, input: { ...input } }, sender);
    answers.push(structuredClone(answer));
    return answer;
  };
  const value = async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer.value as Record<string, unknown>;
  };
  return {
    vault,
    changes,
    answers,
    call,
    value,
    abortLast: () => handlers['api.abort']({ call: last }, sender),
    renewals: () => renewals,
  };
}

/** A window that is signed in at a host with accounts. */
async function signIn() {
  const host = await startAccountHost({ hasSecondFactor: true });
  closers.push(host.close);
  const requests: string[] = [];
  host.app.server.prependListener('request', ({ url }: { url: string }) => requests.push(url));
  const window = await connect(await host.app.listen({ port: 0, host: '127.0.0.1' }));
  await window.value('users.create', ANNA);
  await window.value('users.authenticate', ANNA);
  return { host, requests, window };
}

async function serve(answer: RequestListener): Promise<string> {
  const { url, close } = await serveLocally(answer);
  closers.push(close);
  return url;
}

const secretsOf = (vault: Vault): string[] => {
  const tokens = vault.tokens();
  return tokens ? [tokens.accessToken, tokens.refreshToken] : [];
};

it('signs in with a second factor and gives no token to a window', async () => {
  const { host, window } = await signIn();
  const secrets = secretsOf(window.vault);
  const { challengeId } = await window.value('users.startSecondFactor', {});
  const emailCode = (await host.mails()).findLast(({ data }) => data['code'] !== undefined)?.data['code'] ?? '';
  await window.value('users.verifySecondFactor', { challengeId: String(challengeId), emailCode });
  const { secret } = await window.value('users.startTotp', {});
  const codeAt = (time: number) => generateSync({ secret: String(secret), epoch: Math.floor(time / 1_000) });
  await window.value('users.enableTotp', { code: codeAt(host.now()) });
  await window.value('users.logout', {});

  const { secondFactor } = await window.value('users.authenticate', ANNA);
  expect(window.vault.tokens()).toBeNull();
  host.advanceClock(60_000);
  const proof = { challengeId: (secondFactor as { challengeId: string }).challengeId, code: codeAt(host.now()) };
  await window.value('users.verifySecondFactor', proof);
  expect(await window.value('users.accountData', {})).toMatchObject({ email: ANNA.email, hasSecondFactor: true });

  expect(window.changes).toEqual(['begun', 'signedOut', 'begun']);
  secrets.push(...secretsOf(window.vault));
  const seen = JSON.stringify(window.answers);
  expect(secrets).toHaveLength(4);
  expect(secrets.filter((one) => seen.includes(one))).toEqual([]);
});

it('refreshes an expired session once for ten calls in flight', async () => {
  const { host, requests, window } = await signIn();
  const before = window.vault.tokens();
  host.advanceClock(ACCESS_TOKEN_MS + 1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => window.call('users.accountData', {})));
  expect(answers.map(({ ok }) => ok)).toEqual(Array.from({ length: 10 }, () => true));
  expect(requests.filter((url) => url.endsWith('/refresh'))).toHaveLength(1);
  expect(window.renewals()).toBe(1);
  expect(window.vault.tokens()?.refreshToken).not.toBe(before?.refreshToken);
  const seen = JSON.stringify(window.answers);
  expect(secretsOf(window.vault).filter((one) => seen.includes(one))).toEqual([]);
});

it('ends the session when the host refuses it', async () => {
  const { host, window } = await signIn();
  await host.database.deleteFrom('sessions').execute();
  expect(await window.call('users.accountData', {})).toMatchObject({ ok: false, error: { code: 'ERR_UNAUTHORIZED' } });
  expect(window.vault.tokens()).toBeNull();
  expect(window.changes).toEqual(['begun', 'refused']);
});

it('keeps the session when the refresh gets no answer', async () => {
  const url = await serve((request, response) => {
    if (request.url?.endsWith('/refresh')) return request.socket.destroy();
    response.statusCode = 418;
    response.end('{"code":"ERR_IM_A_TEAPOT","message":"expired","requestId":"r"}');
  });
  const window = await connect(url);
  const tokens = { accessToken: 'a', refreshToken: 'r', accessTokenExpiresAt: '', refreshTokenExpiresAt: '' };
  await window.vault.save(tokens);
  expect(await window.call('users.accountData', {})).toMatchObject({ ok: false, error: { code: 'ERR_SERVICE_UNAVAILABLE' } });
  expect([window.vault.tokens(), window.changes]).toEqual([tokens, []]);
});

it('follows no redirect, which could take the token to another host', async () => {
  const visits: string[] = [];
  const otherHost = await serve((request, response) => {
    visits.push(request.url ?? '');
    response.end('{}');
  });
  const url = await serve((_request, response) => response.writeHead(302, { location: otherHost }).end());
  const window = await connect(url);
  expect(await window.call('users.accountData', {})).toMatchObject({ ok: false, error: { code: 'ERR_SERVICE_UNAVAILABLE' } });
  expect(visits).toEqual([]);
});

it('closes the request of a call that the window aborts', async () => {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const url = await serve((request) => {
    request.socket.once('close', () => closed.resolve());
    arrived.resolve();
  });
  const window = await connect(url);
  const call = window.call('orders.latest', {});
  await arrived.promise;
  void window.abortLast();
  expect((await call).ok).toBe(false);
  await closed.promise;
});

it('gives up an answer that never ends, and closes its connection', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serve((request, response) => {
    request.socket.once('close', () => closed.resolve());
    const chunk = Buffer.alloc(1_000_000, ' ');
    const send = (): void => void response.write(chunk, (error) => !error && send());
    send();
  });
  const window = await connect(url);
  expect(await window.call('users.accountData', {})).toMatchObject({
    ok: false,
    error: { code: 'ERR_SERVICE_UNAVAILABLE' },
  });
  await closed.promise;
});
