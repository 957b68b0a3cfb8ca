import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startKeyring, type Keyring } from './support/keyring.ts';

const SERVICE = 'keyring-test';

let keyring: Keyring;

/** Calls keytar in a process of its own, as the app does. Returns the answer, or the text of the error. */
async function keytar(call: string): Promise<unknown> {
  const code = `require('keytar').${call}.then((answer) => ({ answer }), (error) => ({ answer: String(error) }))
    .then((line) => console.log(JSON.stringify(line)))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], {
    env: { ...process.env, ...keyring.environment },
  });
  return (JSON.parse(stdout) as { answer?: unknown }).answer;
}

beforeAll(async () => {
  keyring = await startKeyring('unlocked');
});

afterAll(() => keyring.stop());

it('stores a secret, which stays after a restart of the keyring', async () => {
  await keytar(`setPassword('${SERVICE}', 'account', 'secret')`);
  await keyring.restart('unlocked');
  expect(await keytar(`getPassword('${SERVICE}', 'account')`)).toBe('secret');
  expect(await keyring.credentials(SERVICE)).toEqual([{ account: 'account', password: 'secret' }]);
});

it('stores nothing while it is locked', async () => {
  await keyring.restart('locked');
  expect(await keytar(`setPassword('${SERVICE}', 'account', 'other')`)).toMatch(/locked collection/);
  // keytar reports a secret that it can't read as missing.
  expect(await keytar(`getPassword('${SERVICE}', 'account')`)).toBeNull();
});

it('answers nothing without its process', async () => {
  await keyring.restart('none');
  expect(await keytar(`getPassword('${SERVICE}', 'account')`)).toMatch(/org\.freedesktop\.secrets was not provided/);
});
