import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SecretFileError } from '../../../common/secretFile.ts';
import { createEvmWallet } from '../evm/evmWallet.ts';
import { readSeedFile } from './seedFile.ts';

/** A published test phrase of BIP-39. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

let path: string;
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-seed-'));
  path = join(directory, 'seed');
  return () => rm(directory, { recursive: true });
});
async function write(content: string, mode: number): Promise<void> {
  await writeFile(path, content);
  await chmod(path, mode);
}

describe('readSeedFile', () => {
  it('reads a phrase, and derives the same addresses as other wallets', async () => {
    await write('test test test test test test test test test test test junk\n', 0o600);
    const wallet = createEvmWallet(await readSeedFile(path));
    expect([wallet.addressAt(0), wallet.addressAt(1)]).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ]);
  });

  it('reads hex', async () => {
    await write('0f'.repeat(32), 0o400);
    expect(await readSeedFile(path)).toEqual(new Uint8Array(32).fill(15));
  });

  it.each([0o644, 0o640, 0o604, 0o660])('rejects a file that other users may read (%o)', async (mode) => {
    await write(PHRASE, mode);
    await expect(readSeedFile(path)).rejects.toThrow(/chmod 600/);
  });

  it.each([
    ['a phrase with a wrong checksum', PHRASE.replace('yellow', 'zoo')],
    ['nothing', ''],
    ['too little hex', '0f'.repeat(16)],
  ])('rejects %s without repeating it in the error', async (_what, content) => {
    await write(content, 0o600);
    const failure = await readSeedFile(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SecretFileError);
    if (content) expect(String(failure)).not.toContain(content);
  });

  it('names a missing file, and says how to make it', async () => {
    await expect(readSeedFile(path)).rejects.toThrow(
      `There is no seed file ${path}. Copy yours there, or make one as docs/networks.md`,
    );
  });
});
