import type { Database } from './db/database.ts';
import { listEmbeddedNetworks } from './db/repositories/embeddedChains.ts';
import { findHostMark, setHostMark } from './db/repositories/hostMarks.ts';
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
  environment: Pick<ServerEnvironment, 'evmNetworks' | 'allowMixedPorts' | 'dataDirectory'>,
): Promise<void> {
  const kind = kindOf(environment);
  const known = (await findHostMark(database, MARK)) ?? (await kindOfOlderDatabase(database));
  if (known !== undefined && known !== kind) {
    throw new ConfigurationError(
      `DATA_DIR ${environment.dataDirectory} holds the orders of ${known} networks, and this start has ${kind} ones: ` +
        'sandbox coins would become money, or money sandbox coins. Give back the configuration of before, or name another DATA_DIR.',
    );
  }
  await setHostMark(database, MARK, kind);
}

function kindOf({ evmNetworks, allowMixedPorts }: Pick<ServerEnvironment, 'evmNetworks' | 'allowMixedPorts'>): Kind {
  if (evmNetworks.length === 0) return 'embedded';
  return allowMixedPorts ? 'mixed for tests' : 'real';
}

/** Databases without the mark were only ever made with embedded networks among theirs. */
async function kindOfOlderDatabase(database: Database): Promise<Kind | undefined> {
  return (await listEmbeddedNetworks(database)).length > 0 ? 'embedded' : undefined;
}
