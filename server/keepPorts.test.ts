import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './db/database.ts';
import { insertEmbeddedNetwork } from './db/repositories/embeddedChains.ts';
import { ConfigurationError } from './settings/configurationError.ts';
import { keepPorts, keepSeed } from './keepPorts.ts';
import { openMemoryDatabase } from '../tests/support/databases.ts';

const NETWORK = { networkSlug: 'ethereum', rpcUrls: ['http://127.0.0.1:8545'], chainId: 1 };
const EMBEDDED = { evmNetworks: [], allowMixedPorts: false, databaseUrl: null, dataDirectory: '.data', seedFile: '.data/seed' };
const REAL = { ...EMBEDDED, evmNetworks: [NETWORK] };

let database: Database;
beforeEach(async () => {
  database = await openMemoryDatabase();
});
afterEach(async () => {
  await database.destroy();
});

test('rejects real networks on a sandbox database', async () => {
  await keepPorts(database, EMBEDDED);
  await keepPorts(database, EMBEDDED);
  await expect(keepPorts(database, REAL)).rejects.toThrow(ConfigurationError);
  await expect(keepPorts(database, REAL)).rejects.toThrow('DATA_DIR .data contains orders of embedded networks');
});

test('rejects embedded networks on a database of real networks', async () => {
  await keepPorts(database, REAL);
  await keepPorts(database, { ...REAL, evmNetworks: [NETWORK, { ...NETWORK, networkSlug: 'polygon', chainId: 137 }] });
  await expect(keepPorts(database, EMBEDDED)).rejects.toThrow('contains orders of real networks');
  await expect(keepPorts(database, { ...REAL, allowMixedPorts: true })).rejects.toThrow(ConfigurationError);
});

test('recognises an older database by its embedded networks', async () => {
  await insertEmbeddedNetwork(database, { network: 'bitcoin', base_height: 1, base_at: 0, block_ms: 1_000, mode: 'up' });
  await expect(keepPorts(database, REAL)).rejects.toThrow('contains orders of embedded networks');
  await keepPorts(database, EMBEDDED);
});

test('rejects another seed than the first one of a database', async () => {
  await keepSeed(database, EMBEDDED, 'first');
  await keepSeed(database, EMBEDDED, 'first');
  await expect(keepSeed(database, EMBEDDED, 'second')).rejects.toThrow(ConfigurationError);
  await expect(keepSeed(database, { ...EMBEDDED, databaseUrl: 'postgres://u:p@h/d' }, 'second')).rejects.toThrow(/^SEED_FILE /);
});
