import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { verifyDocument } from '../../contract/signedDocuments/signature.ts';
import { openMemoryDatabase } from '../../tests/support/databases.ts';
import { signSample } from '../../tests/support/samples/sampleGuarantee.ts';
import { SecretFileError } from '../common/secretFile.ts';
import { createDocumentSigner, presentSigningKeys, publicKeyOf } from './documentSigner.ts';
import { loadSigningKeys, noteSigningKey, readPublicKeys } from './signingKeys.ts';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-signing-'));
  return () => rm(dataDirectory, { recursive: true });
});

/** An existing key file that the configuration names. */
async function putKey(name: string): Promise<void> {
  await writeFile(join(dataDirectory, name), `${'0e'.repeat(32)}\n`, { mode: 0o600 });
}

const load = (name = 'signing-key', previousKeys: string[] = []) =>
  loadSigningKeys({ path: join(dataDirectory, name), dataDirectory, previousKeys });

test('creates the key at the first start, readable only by its owner', async () => {
  const first = await load();
  const path = join(dataDirectory, 'signing-key');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await load()).toEqual(first);
  expect(await readPublicKeys(dataDirectory)).toEqual([publicKeyOf(first.secretKey)]);
});

test('creates one key for processes that start simultaneously', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => load()));
  expect(new Set(keys.map(({ secretKey }) => publicKeyOf(secretKey))).size).toBe(1);
});

test('lists the old key after a rotation, and its signatures still verify', async () => {
  const named = publicKeyOf(new Uint8Array(32).fill(3));
  const sign = async (name: string) => createDocumentSigner({ ...(await load(name, [named])), exchange: 'Causeway' });
  await putKey('signing-key-2');
  const before = await sign('signing-key');
  const after = await sign('signing-key-2');
  expect(after.publicKeys).toHaveLength(3);
  expect(after.publicKeys).toEqual(expect.arrayContaining([named, ...before.publicKeys]));
  const { version: _version, keyId: _keyId, exchange: _exchange, ...content } = signSample().document;
  const old = before.signGuarantee(content);
  expect(verifyDocument(old, after.publicKeys)).toBe('valid');
  expect(verifyDocument(after.signGuarantee(content), after.publicKeys)).toBe('valid');
  expect(presentSigningKeys(after).previous.map(({ keyId }) => keyId)).toContain(old.keyId);
  expect(presentSigningKeys(after).current.keyId).not.toBe(old.keyId);
});

test.each([
  ['others may read', '0f'.repeat(32), 0o644],
  ['holds too little', '0f'.repeat(16), 0o600],
  ['holds nothing', '', 0o600],
])('a file that %s is refused, without repeating it', async (_what, content, mode) => {
  const path = join(dataDirectory, 'signing-key');
  await writeFile(path, content);
  await chmod(path, mode);
  const failure = await load().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SecretFileError);
  expect(String(failure)).toContain(path);
  if (content) expect(String(failure)).not.toContain(content);
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('never creates a configured key file, and explains how to create it', async () => {
  const failure = await load('configured').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SecretFileError);
  expect(String(failure)).toContain(`SIGNING_KEY_FILE ${join(dataDirectory, 'configured')} does not exist`);
  expect(existsSync(join(dataDirectory, 'configured'))).toBe(false);
});

test('warns once about another key than that of the last process', async () => {
  const database = await openMemoryDatabase();
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => void warnings.push(fields) };
  for (const keyId of ['one', 'one', 'other', 'other']) await noteSigningKey(database, keyId, log);
  expect(warnings).toEqual([{ keyId: 'other', before: 'one' }]);
  await database.destroy();
});
