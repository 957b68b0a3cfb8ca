import { describe, expect, it } from 'vitest';
import { openVault, type Keychain } from './vault.ts';

const TOKENS = {
  accessToken: 'a'.repeat(43),
  refreshToken: 'r'.repeat(43),
  accessTokenExpiresAt: '2026-11-20T12:15:00.000Z',
  refreshTokenExpiresAt: '2026-12-20T12:00:00.000Z',
};
const HOST = 'exchange.example.org';

function fakeKeychain(overrides: Partial<Keychain> = {}) {
  const entries = new Map<string, string>();
  const keychain: Keychain = {
    getPassword: (service, account) => Promise.resolve(entries.get(`${service} ${account}`) ?? null),
    setPassword: (service, account, password) => {
      entries.set(`${service} ${account}`, password);
      return Promise.resolve();
    },
    deletePassword: (service, account) => Promise.resolve(entries.delete(`${service} ${account}`)),
    ...overrides,
  };
  return { entries, load: () => Promise.resolve(keychain) };
}
const never = <Value>(): Promise<Value> => new Promise(() => undefined);

describe('with a keychain', () => {
  it('keeps the tokens and the file key over a restart', async () => {
    const { entries, load } = fakeKeychain();
    const first = await openVault({ host: HOST, load });
    await first.save(TOKENS);
    const second = await openVault({ host: HOST, load });
    expect([second.keptIn, second.tokens(), second.fileKey?.length]).toEqual(['keychain', TOKENS, 32]);
    expect(second.fileKey).toEqual(first.fileKey);
    expect([...entries.keys()]).toEqual(['causeway file-key', `causeway ${HOST}`]);
  });

  it('has no session of another host', async () => {
    const { load } = fakeKeychain();
    await (await openVault({ host: HOST, load })).save(TOKENS);
    expect((await openVault({ host: 'other.example.org', load })).tokens()).toBeNull();
  });

  it('removes the tokens at the end of the session', async () => {
    const { entries, load } = fakeKeychain();
    const vault = await openVault({ host: HOST, load });
    await vault.save(TOKENS);
    await vault.clear();
    expect(vault.tokens()).toBeNull();
    expect([...entries.keys()]).toEqual(['causeway file-key']);
  });

  it('writes in the order of the changes, however long a write takes', async () => {
    const written: string[] = [];
    const { load } = fakeKeychain({
      setPassword: async (_service, account, password) => {
        if (account === HOST && written.length === 0) await new Promise((resolve) => setImmediate(resolve));
        if (account === HOST) written.push((JSON.parse(password) as typeof TOKENS).accessToken);
      },
    });
    const vault = await openVault({ host: HOST, load });
    const accessTokens = ['1', '2'].map((digit) => digit.repeat(43));
    await Promise.all(accessTokens.map((accessToken) => vault.save({ ...TOKENS, accessToken })));
    expect(written).toEqual(accessTokens);
  });

  it('starts without a session if the entry is damaged', async () => {
    const { entries, load } = fakeKeychain();
    entries.set(`causeway ${HOST}`, '{"accessToken":1}');
    expect((await openVault({ host: HOST, load })).tokens()).toBeNull();
  });
});

describe.each([
  ['cannot be loaded', () => Promise.reject(new Error('libsecret is missing'))],
  ['refuses', fakeKeychain({ getPassword: () => Promise.reject(new Error('Cannot autolaunch D-Bus')) }).load],
  ['is locked when it is written to', fakeKeychain({ setPassword: never }).load],
  ['never answers', fakeKeychain({ getPassword: never }).load],
])('a keychain that %s', (_name, load) => {
  it('leaves the session in memory, without a file key', async () => {
    const vault = await openVault({ host: HOST, load, timeoutMs: 5 });
    await vault.save(TOKENS);
    expect([vault.keptIn, vault.tokens(), vault.fileKey]).toEqual(['memory', TOKENS, null]);
  });
});

it('goes on in memory when the keychain is locked during the session', async () => {
  let isLocked = false;
  const stored = new Map<string, string>();
  const { load } = fakeKeychain({
    setPassword: (_service, account, password) => {
      if (isLocked) return never();
      stored.set(account, password);
      return Promise.resolve();
    },
  });
  const vault = await openVault({ host: HOST, load, timeoutMs: 5 });
  isLocked = true;
  await vault.save(TOKENS);
  expect([vault.keptIn, vault.tokens()]).toEqual(['memory', TOKENS]);
});
