import { deriveKey } from './common/deriveKey.ts';
import type { Database } from './db/database.ts';
import type { DatabaseSettings } from './db/databaseSettings.ts';
import { setHostSettingOnce } from './db/repositories/hostSettings.ts';
import { readSeedFile } from './ports/chain/wallet/seedFile.ts';
import { ConfigurationError } from './settings/configurationError.ts';

type Place = Pick<DatabaseSettings, 'databaseUrl' | 'dataDirectory'>;

/**
 * Binds a database to one kind of network on first use (D12). Otherwise orders paid with sandbox coins could be paid out in
 * real coins, or, after a start with an incomplete configuration, the reverse.
 * Throws a ConfigurationError that states what to do.
 */
export async function bindNetworks(database: Database, kind: string, environment: Place): Promise<void> {
  const known = await setHostSettingOnce(database, 'networks', kind);
  if (known === kind) return;
  throw new ConfigurationError(
    `The configuration has ${kind} networks, but ${describeDatabase(environment)} contains orders of ${known} networks. ` +
      'Mixing them would pay sandbox orders with real coins, or the reverse. Restore the previous configuration, or use another database.',
  );
}

/**
 * Binds a database to one seed on first use. With another seed the host would watch the wrong deposit addresses and could
 * not sweep the old ones. `fingerprint` identifies a seed without revealing it.
 * Throws a ConfigurationError that states what to do.
 */
export async function bindSeed(
  database: Database,
  environment: Place & { seedFile: string },
  fingerprint: string,
): Promise<void> {
  if ((await setHostSettingOnce(database, 'seed', fingerprint)) === fingerprint) return;
  throw new ConfigurationError(
    `SEED_FILE ${environment.seedFile} is not the seed of the orders in ${describeDatabase(environment)}, ` +
      'so their deposits could not be reached. Restore the previous seed file. Every process on a database needs the same seed.',
  );
}

/**
 * Binds a database to one chain of a coin on first use: the real one, or a private one. The books of one chain know nothing of the other.
 * Throws a ConfigurationError that states what to do.
 */
export async function bindChain(database: Database, environment: Place, networkSlug: string, chain: string): Promise<void> {
  const known = await setHostSettingOnce(database, `chain of ${networkSlug}`, chain);
  if (known === chain) return;
  throw new ConfigurationError(
    `The configuration has the chain "${chain}" of ${networkSlug}, but ${describeDatabase(environment)} has books of the chain "${known}". ` +
      'Restore the previous configuration, or use another database.',
  );
}

/** Reads the seed and binds the database to it. Throws a SecretFileError, or a ConfigurationError if the database belongs to another seed. */
export async function readBoundSeed(environment: Place & { seedFile: string }, database: Database): Promise<Uint8Array> {
  const seed = await readSeedFile(environment.seedFile);
  await bindSeed(database, environment, deriveKey(seed, 'fingerprint').toString('hex'));
  return seed;
}

function describeDatabase(environment: Place): string {
  return environment.databaseUrl === null ? `DATA_DIR ${environment.dataDirectory}` : 'the database at DATABASE_URL';
}
