import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './db/database.ts';
import { ConfigurationError } from './settings/configurationError.ts';
import { bindNetworks, bindSeed } from './bindDatabase.ts';
import { openMemoryDatabase } from '../tests/support/databases.ts';

const PLACE = { databaseUrl: null, dataDirectory: '.data', seedFile: '.data/seed' };

let database: Database;
beforeEach(async () => {
  database = await openMemoryDatabase();
});
afterEach(async () => {
  await database.destroy();
});

test('rejects real networks on a sandbox database', async () => {
  await bindNetworks(database, 'embedded', PLACE);
  await bindNetworks(database, 'embedded', PLACE);
  await expect(bindNetworks(database, 'real', PLACE)).rejects.toThrow(ConfigurationError);
  await expect(bindNetworks(database, 'real', PLACE)).rejects.toThrow('DATA_DIR .data contains orders of embedded networks');
});

test('rejects embedded networks on a database of real networks', async () => {
  await bindNetworks(database, 'real', PLACE);
  await bindNetworks(database, 'real', PLACE);
  await expect(bindNetworks(database, 'embedded', PLACE)).rejects.toThrow('contains orders of real networks');
});

test('rejects another seed than the first one of a database', async () => {
  await bindSeed(database, PLACE, 'first');
  await bindSeed(database, PLACE, 'first');
  await expect(bindSeed(database, PLACE, 'second')).rejects.toThrow(ConfigurationError);
  await expect(bindSeed(database, { ...PLACE, databaseUrl: 'postgres://u:p@h/d' }, 'second')).rejects.toThrow(/^SEED_FILE /);
});
