import { describe, expect, it } from 'vitest';
import { createVault, type Keychain } from './vault.ts';

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
const LOCKED = new Error('Cannot create an item in a locked collection');

async function openVault(options: Parameters<typeof createVault>[0]) {
  const vault = createVault(options);
  await vault.open();
  return vault;
}

describe('with a keychain', () => {
  it('keeps the tokens and the file key over a restart', async () => {
    const { entries, load } = fakeKeychain();
    const first = await openVault({ host: HOST, load });
    await first.save(TOKENS);
    const second = await openVault({ host: HOST, load });
    expect([second.keychain, second.tokens(), second.fileKey().length]).toEqual(['open', TOKENS, 32]);
    expect(second.fileKey()).toEqual(first.fileKey());
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
  ['cannot be loaded', 'missing', () => Promise.reject(new Error('libsecret is missing'))],
  ['has no service', 'missing', fakeKeychain({ getPassword: () => Promise.reject(new Error('Cannot autolaunch D-Bus')) }).load],
  [
    'has no bus',
    'missing',
    fakeKeychain({ getPassword: () => Promise.reject(new Error('Could not connect: No such file')) }).load,
  ],
  ['was cancelled', 'locked', fakeKeychain({ getPassword: () => Promise.reject(new Error('User canceled')) }).load],
  ['is locked when it is written to', 'locked', fakeKeychain({ setPassword: () => Promise.reject(LOCKED) }).load],
] as const)('a keychain that %s', (_name, state, load) => {
  it('leaves the session in memory, without a file key', async () => {
    const vault = await openVault({ host: HOST, load });
    await vault.save(TOKENS);
    expect([vault.keychain, vault.tokens(), vault.fileKey()]).toEqual([state, TOKENS, state]);
  });
});

describe('a keychain that waits for its password', () => {
  /** A keychain with a session. It answers when `answer` is called. */
  async function startLocked() {
    const { entries, load } = fakeKeychain();
    await (await openVault({ host: HOST, load })).save(TOKENS);
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const changes: { hasSession: boolean }[] = [];
    const vault = createVault({
      host: HOST,
      onChange: (change) => changes.push(change),
      load: async () => {
        const keychain = await load();
        return { ...keychain, getPassword: async (...of) => (await answered, keychain.getPassword(...of)) };
      },
    });
    return { entries, vault, changes, opening: vault.open(), answer: () => answer(undefined) };
  }

  it('gives its session and its key when the customer has typed the password', async () => {
    const { vault, changes, opening, answer } = await startLocked();
    expect([vault.keychain, vault.tokens(), vault.fileKey()]).toEqual(['locked', null, 'locked']);
    answer();
    await opening;
    expect([vault.keychain, vault.tokens(), vault.fileKey().length]).toEqual(['open', TOKENS, 32]);
    expect(changes).toEqual([{ hasSession: true }]);
  });

  it('gets the session that began meanwhile', async () => {
    const { entries, vault, opening, answer } = await startLocked();
    const newer = { ...TOKENS, accessToken: 'n'.repeat(43) };
    await vault.save(newer);
    answer();
    await opening;
    expect(vault.tokens()).toEqual(newer);
    expect(JSON.parse(entries.get(`causeway ${HOST}`) ?? '')).toEqual(newer);
  });

  it('is asked once, however often the customer presses “Unlock”', async () => {
    const { vault, opening, answer } = await startLocked();
    expect(vault.open()).toBe(opening);
    expect(vault.answered()).toBe(opening);
    answer();
    await opening;
    await vault.answered();
  });
});

describe.each([
  ['refuses', () => Promise.reject(LOCKED)],
  ['waits for its password', () => never<undefined>()],
] as const)('a keychain that was locked during the session and %s', (_name, setPassword) => {
  it('leaves the session in memory', async () => {
    let isLocked = false;
    const { entries, load } = fakeKeychain();
    const vault = await openVault({
      host: HOST,
      timeoutMs: 5,
      load: async () => {
        const keychain = await load();
        return { ...keychain, setPassword: (...of) => (isLocked ? setPassword() : keychain.setPassword(...of)) };
      },
    });
    isLocked = true;
    await vault.save(TOKENS);
    const state = [vault.keychain, vault.tokens(), vault.fileKey().length, entries.has(`causeway ${HOST}`)];
    expect(state).toEqual(['locked', TOKENS, 32, false]);
  });
});

it('stores the session after “Unlock”', async () => {
  let isLocked = false;
  const { entries, load } = fakeKeychain();
  const vault = await openVault({
    host: HOST,
    load: async () => {
      const keychain = await load();
      return { ...keychain, setPassword: (...of) => (isLocked ? Promise.reject(LOCKED) : keychain.setPassword(...of)) };
    },
  });
  isLocked = true;
  await vault.save(TOKENS);
  isLocked = false;
  await vault.open();
  expect([vault.keychain, vault.tokens(), entries.has(`causeway ${HOST}`)]).toEqual(['open', TOKENS, true]);
});

describe('the key of files that exist', () => {
  const KEY = Buffer.alloc(32, 7);

  it('is not replaced when the customer cancels the first dialog and answers the second', async () => {
    const { entries, load } = fakeKeychain();
    entries.set('causeway file-key', KEY.toString('base64'));
    let isLocked = true;
    const vault = await openVault({
      host: HOST,
      isKeyInUse: () => true,
      load: async () => {
        const keychain = await load();
        return {
          ...keychain,
          // As libsecret does
          getPassword: (...of) => (isLocked ? Promise.resolve(null) : keychain.getPassword(...of)),
          setPassword: (...of) => ((isLocked = false), keychain.setPassword(...of)),
        };
      },
    });
    expect([vault.keychain, vault.fileKey()]).toEqual(['open', KEY]);
    expect([...entries.keys()]).toEqual(['causeway file-key']);
  });

  it('is reported as lost, and replaced only when the files no longer need it', async () => {
    const { entries, load } = fakeKeychain();
    let isKeyInUse = true;
    const vault = await openVault({ host: HOST, isKeyInUse: () => isKeyInUse, load });
    expect([vault.keychain, vault.fileKey(), entries.size]).toEqual(['open', 'lost', 0]);
    isKeyInUse = false;
    await vault.open();
    expect(vault.fileKey().length).toBe(32);
  });
});
