import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedDatabase, type Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { insertEmbeddedNetwork } from './db/repositories/embeddedChains.ts';
import { ConfigurationError } from './env.ts';
import { keepPorts, keepSeed } from './keepPorts.ts';

const NETWORK = { networkSlug: 'ethereum', rpcUrls: ['http://127.0.0.1:8545'], chainId: 1 };
const EMBEDDED = { evmNetworks: [], allowMixedPorts: false, databaseUrl: null, dataDirectory: '.data', seedFile: '.data/seed' };
const REAL = { ...EMBEDDED, evmNetworks: [NETWORK] };

let database: Database;
beforeEach(async () => {
  database = openEmbeddedDatabase(':memory:');
  await migrate(database);
});
afterEach(async () => {
  await database.destroy();
});

test('orders of the sandbox are never paid out on real networks', async () => {
  await keepPorts(database, EMBEDDED);
  await keepPorts(database, EMBEDDED);
  await expect(keepPorts(database, REAL)).rejects.toThrow(ConfigurationError);
  await expect(keepPorts(database, REAL)).rejects.toThrow('DATA_DIR .data holds the orders of embedded networks');
});

test('orders of real networks are never paid out in the sandbox, as when a start lacks its configuration', async () => {
  await keepPorts(database, REAL);
  await keepPorts(database, { ...REAL, evmNetworks: [NETWORK, { ...NETWORK, networkSlug: 'polygon', chainId: 137 }] });
  await expect(keepPorts(database, EMBEDDED)).rejects.toThrow('holds the orders of real networks');
  await expect(keepPorts(database, { ...REAL, allowMixedPorts: true })).rejects.toThrow(ConfigurationError);
});

test('a database from before the mark is known by its embedded networks', async () => {
  await insertEmbeddedNetwork(database, { network: 'bitcoin', base_height: 1, base_at: 0, block_ms: 1_000, mode: 'up' });
  await expect(keepPorts(database, REAL)).rejects.toThrow('holds the orders of embedded networks');
  await keepPorts(database, EMBEDDED);
});

test('a database keeps the seed that it was made with, whoever starts on it', async () => {
  await keepSeed(database, EMBEDDED, 'first');
  await keepSeed(database, EMBEDDED, 'first');
  await expect(keepSeed(database, EMBEDDED, 'second')).rejects.toThrow(ConfigurationError);
  await expect(keepSeed(database, { ...EMBEDDED, databaseUrl: 'postgres://u:p@h/d' }, 'second')).rejects.toThrow(/^SEED_FILE /);
});
