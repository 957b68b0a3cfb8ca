import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../tests/support/databases.ts';
import { temporaryFolder } from '../tests/support/temporaryFolder.ts';
import { SecretFileError } from './common/secretFile.ts';
import { createVenue } from './createVenue.ts';
import { loadCatalogue } from './instruments/loadCatalogue.ts';
import { readHedgingVenue } from './hedging/hedgingSettings.ts';
import { ConfigurationError } from './settings/configurationError.ts';

const CONTENT = { exchange: 'kraken', baseCoin: 'USDT', apiKey: 'public', secret: 'c2VjcmV0' };

async function open(content: string, mode = 0o600) {
  const path = join(temporaryFolder(), 'venues.json');
  writeFileSync(path, content);
  chmodSync(path, mode);
  const database = await openMemoryDatabase();
  const parts = { database, catalogue: loadCatalogue(), feed: null };
  try {
    return await createVenue({ hedgingVenue: { kind: 'file', path } }, parts);
  } finally {
    await database.destroy();
  }
}

test('opens no exchange with a file that others may read', async () => {
  await expect(open(JSON.stringify(CONTENT), 0o640)).rejects.toBeInstanceOf(SecretFileError);
});

test('names what the file must contain, and never repeats what it does', async () => {
  for (const wrong of [
    { ...CONTENT, exchange: 'nosuch' },
    { ...CONTENT, withdrawTo: 'bc1q' },
    { ...CONTENT, apiKey: '' },
    null,
  ]) {
    const opening = open(JSON.stringify(wrong));
    await expect(opening).rejects.toBeInstanceOf(ConfigurationError);
    await expect(opening).rejects.toThrow(/^VENUES_FILE .* must contain (?!.*c2VjcmV0)/);
  }
  await expect(open('{"secret":"c2VjcmV0"')).rejects.toThrow(/^VENUES_FILE .* must contain (?!.*c2VjcmV0)/);
});

test('opens no exchange without a setting, and refuses those that would mix sandbox orders and real coins', async () => {
  const database = await openMemoryDatabase();
  expect(await createVenue({ hedgingVenue: { kind: 'none' } }, { database, catalogue: loadCatalogue(), feed: null })).toBeNull();
  await database.destroy();
  expect(readHedgingVenue({}, true)).toEqual({ kind: 'none' });
  expect(readHedgingVenue({ HEDGING_VENUE: 'embedded' }, true)).toEqual({ kind: 'embedded' });
  expect(readHedgingVenue({ VENUES_FILE: '/venues.json' }, false)).toEqual({ kind: 'file', path: '/venues.json' });
  expect(() => readHedgingVenue({ VENUES_FILE: '/venues.json' }, true)).toThrow(/^VENUES_FILE /);
  expect(() => readHedgingVenue({ HEDGING_VENUE: 'embedded' }, false)).toThrow(/^HEDGING_VENUE/);
});
