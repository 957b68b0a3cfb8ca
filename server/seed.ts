import { randomBytes } from 'node:crypto';
import type { ServerEnvironment } from './env.ts';
import { readSeedFile } from './ports/chain/wallet/seedFile.ts';
import { createSecretFile } from './common/secretFile.ts';

/**
 * Loads the host's seed (D41). With embedded networks a missing file is created. With real networks it must exist, because a
 * generated seed would have no backup. Throws a SecretFileError.
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
