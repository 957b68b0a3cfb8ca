import { hkdfSync, randomBytes } from 'node:crypto';
import type { ServerEnvironment } from './env.ts';
import { readSeedFile } from './ports/chain/evm/seedFile.ts';
import { createSecretFile } from './secretFile.ts';

/**
 * The host's seed (D41). For embedded networks a missing file is made, with mode 0600 and never overwritten; for real
 * ones it must be there: a seed that appears by itself would be money nobody backed up. Throws a SecretFileError.
 */
export async function loadSeed(
  environment: Pick<ServerEnvironment, 'seedFile' | 'evmNetworks' | 'allowMixedPorts'>,
): Promise<Uint8Array> {
  if (hasEmbeddedNetworks(environment)) await createSecretFile(environment.seedFile, `${randomBytes(32).toString('hex')}\n`);
  return await readSeedFile(environment.seedFile);
}

export function hasEmbeddedNetworks({
  evmNetworks,
  allowMixedPorts,
}: Pick<ServerEnvironment, 'evmNetworks' | 'allowMixedPorts'>): boolean {
  return evmNetworks.length === 0 || allowMixedPorts;
}

const KEY_BYTES = 32;

/** A secret of its own for each purpose, the same in every process that has the seed; it says nothing about the seed. */
export function deriveKey(seed: Uint8Array, purpose: 'quotes' | 'fingerprint'): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, '', `causeway ${purpose}`, KEY_BYTES));
}
