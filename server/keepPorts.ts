import type { Database } from './db/database.ts';
import { listEmbeddedNetworks } from './db/repositories/embeddedChains.ts';
import { findHostSetting, setHostSettingOnce } from './db/repositories/hostSettings.ts';
import { ConfigurationError, type ServerEnvironment } from './env.ts';

const MARK = 'networks';
type Kind = 'embedded' | 'real' | 'mixed for tests';

/**
 * A database belongs to one kind of network for ever (D12). Otherwise orders that were paid with sandbox coins would be
 * paid out in real ones, and a start that lacks its configuration would pay real customers in coins that do not exist.
 * Throws a ConfigurationError that says what to do.
 */
export async function keepPorts(
  database: Database,
  environment: Pick<ServerEnvironment, 'evmNetworks' | 'allowMixedPorts' | 'databaseUrl' | 'dataDirectory'>,
): Promise<void> {
  const kind = kindOf(environment);
  const older = await kindOfOlderDatabase(database);
  const known = older === undefined || older === kind ? await setHostSettingOnce(database, MARK, kind) : older;
  if (known === kind) return;
  throw new ConfigurationError(
    `${placeOf(environment)} holds the orders of ${known} networks, and this start has ${kind} ones: ` +
      'sandbox coins would become money, or money sandbox coins. Give back the configuration of before, or name another one.',
  );
}

const SEED_MARK = 'seed';

/**
 * Every process on a database has the same seed, for ever: with another one deposits would be looked for where nobody
 * pays, and what lies on the addresses of before could not be moved. `fingerprint` tells seeds apart and nothing else.
 * Throws a ConfigurationError that says what to do.
 */
export async function keepSeed(
  database: Database,
  environment: Pick<ServerEnvironment, 'databaseUrl' | 'dataDirectory' | 'seedFile'>,
  fingerprint: string,
): Promise<void> {
  if ((await setHostSettingOnce(database, SEED_MARK, fingerprint)) === fingerprint) return;
  throw new ConfigurationError(
    `SEED_FILE ${environment.seedFile} is not the seed that the orders in ${placeOf(environment)} were made with: ` +
      'their deposits could not be reached. Give back the seed of before; every process on one database needs the same.',
  );
}

function placeOf(environment: Pick<ServerEnvironment, 'databaseUrl' | 'dataDirectory'>): string {
  return environment.databaseUrl === null ? `DATA_DIR ${environment.dataDirectory}` : 'The database at DATABASE_URL';
}

function kindOf({ evmNetworks, allowMixedPorts }: Pick<ServerEnvironment, 'evmNetworks' | 'allowMixedPorts'>): Kind {
  if (evmNetworks.length === 0) return 'embedded';
  return allowMixedPorts ? 'mixed for tests' : 'real';
}

/** Databases without the mark were only ever made with embedded networks among theirs. */
async function kindOfOlderDatabase(database: Database): Promise<Kind | undefined> {
  if ((await findHostSetting(database, MARK)) !== undefined) return undefined;
  return (await listEmbeddedNetworks(database)).length > 0 ? 'embedded' : undefined;
}
