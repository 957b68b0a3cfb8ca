import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.ts';
import { createLogger } from '../../server/common/log.ts';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { DatabaseUnavailableError } from '../../server/db/databaseErrors.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/openDatabase.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { probeDatabase } from '../../server/db/repositories/health.ts';
import { writeMarketPrice } from '../../server/db/repositories/marketPrices.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { answerError } from '../../server/common/errors.ts';
import { eventKinds, readOrder, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';

const silent = createLogger('silent');

describe('a failing PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
  });

  it('is unavailable while it is down and used again after it resumes', async () => {
    const database = openPostgresDatabase(await server.createDatabase());
    await migrate(database);
    await probeDatabase(database, 1);
    await server.halt('SIGKILL');
    // The backend of an open connection may answer once more before it notices that the server was killed.
    const probe = () =>
      probeDatabase(database, 2).then(
        () => 'answered',
        (error: unknown) => error,
      );
    await expect.poll(probe).toBeInstanceOf(DatabaseUnavailableError);
    await server.resume();
    await probeDatabase(database, 3);
    await database.destroy();
  });

  it('does not stop the host or its orders when it restarts', async () => {
    const url = await server.createDatabase();
    const host = await startOrderHost({}, { open: (observe) => openPostgresDatabase(url, { observe }), remove: () => undefined });
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    // A transaction is open when the server stops.
    const inside = Promise.withResolvers<void>();
    const restarted = Promise.withResolvers<void>();
    const interrupted = host.database.transaction().execute(async (transaction) => {
      await writeMarketPrice(transaction, 'BTC', '1');
      inside.resolve();
      await restarted.promise;
      await writeMarketPrice(transaction, 'BTC', '2');
    });
    const outcome = expect(interrupted).rejects.toThrow(DatabaseUnavailableError);
    await inside.promise;
    await server.halt();
    await host.tick(2);
    await server.resume();
    restarted.resolve();
    await outcome;
    for (let round = 0; round < 6; round += 1) {
      host.advanceClock(60_000);
      for (const network of ['bitcoin', 'tron']) host.chain(network).mine(3);
      await host.tick();
    }
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(host.chain('tron').receivedBy(made.destination)).toHaveLength(1);
    await host.close();
  });

  it('fails a query that gets no connection in time and serves later ones', async () => {
    const database = openPostgresDatabase(await server.createDatabase(), { poolSize: 2, connectTimeoutMs: 3_000 });
    const free = Promise.withResolvers<void>();
    const taken = [1, 2].map(() => database.transaction().execute(() => free.promise));
    await expect(sql`select 1`.execute(database)).rejects.toThrow(DatabaseUnavailableError);
    free.resolve();
    await Promise.all(taken);
    await sql`select 1`.execute(database);
    await database.destroy();
  });

  it('stops the host at startup with one sentence that contains no password', async () => {
    const environment = { dataDirectory: '.data', databasePool: 2 };
    const open = (databaseUrl: string) => openDatabase({ ...environment, databaseUrl }, silent);
    const wrongName = await open(`${await server.createDatabase()}_not_there`).catch((error: unknown) => error);
    expect(wrongName).toBeInstanceOf(ConfigurationError);
    expect(String(wrongName)).toMatch(/DATABASE_URL: the database 127\.0\.0\.1:\d+\/\S+ can't be used: .* does not exist/);
    const { port } = new URL(server.url);
    await server.halt();
    const unreachable = await open(`postgres://user:secret@127.0.0.1:${port}/causeway`).catch((error: unknown) => error);
    await server.resume();
    expect(unreachable).toBeInstanceOf(ConfigurationError);
    expect(String(unreachable)).toMatch(/can't be used: .*ECONNREFUSED/);
    expect(String(unreachable)).not.toContain('secret');
  });
});

it('rejects writes on a full disk and keeps committed data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = openEmbeddedDatabase(join(folder, 'test.db'));
  await migrate(database);
  await writeMarketPrice(database, 'BTC', '1');
  await sql`create table ballast (content text)`.execute(database);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 4)}`.execute(database);
  const fill = database.transaction().execute(async (transaction) => {
    await writeMarketPrice(transaction, 'BTC', '2');
    await sql`insert into ballast values (zeroblob(1000000))`.execute(transaction);
  });
  await expect(fill).rejects.toThrow(DatabaseUnavailableError);
  expect(await database.selectFrom('market_prices').select('price').execute()).toEqual([{ price: '1' }]);
  await sql`pragma max_page_count = 100000`.execute(database);
  await writeMarketPrice(database, 'BTC', '3');
  expect(await database.selectFrom('market_prices').select('price').execute()).toEqual([{ price: '3' }]);
  await database.destroy();
});

it('tells the client to try again without details of the database', async () => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  app.get('/', () => {
    throw new DatabaseUnavailableError(new Error('disk full at /var/lib'));
  });
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
  expect(answer.body).not.toContain('/var/lib');
});
