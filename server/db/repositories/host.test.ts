import { describe, expect, it } from 'vitest';
import { openEmbeddedDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { probeDatabase } from './health.ts';
import { listMarketPrices, writeMarketPrice } from './marketPrices.ts';

async function open() {
  const database = openEmbeddedDatabase(':memory:');
  await migrate(database);
  return database;
}

describe('what the host keeps about itself', () => {
  it('writes and reads a probe, again and again, in one row', async () => {
    const database = await open();
    await probeDatabase(database, 1_000);
    await probeDatabase(database, 2_000);
    expect(await database.selectFrom('health_probe').selectAll().execute()).toEqual([{ id: 1, written_at: 2_000 }]);
    await database.destroy();
    await expect(probeDatabase(database, 3_000)).rejects.toThrow();
  });

  it('keeps prices that were set, to the last digit', async () => {
    const database = await open();
    await writeMarketPrice(database, 'BTC', '100000');
    await writeMarketPrice(database, 'BTC', '0.12345678901234567890');
    await writeMarketPrice(database, 'ETH', '4000');
    expect(await listMarketPrices(database)).toEqual(
      new Map([
        ['BTC', '0.12345678901234567890'],
        ['ETH', '4000'],
      ]),
    );
    await database.destroy();
  });
});
