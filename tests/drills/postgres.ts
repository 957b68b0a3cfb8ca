import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { callApi, Refusal } from './support/callApi.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const SHORT = 5;
const AWAY_MS = 10_000;
const SHORT_AWAY_MS = 3_000;
const WITHOUT_CONNECTIONS_MS = 5_000;
/** Between two faults, so that something is under way when the next one comes. */
const BETWEEN_MS = 2_500;
const MOST_CONNECTIONS = 40;
const NAME = 'postgres';

/** The database under the servers is restarted, killed, goes away, and has no connection left. */
export const postgresDrill: Drill = {
  summary: `PostgreSQL restarted and killed under load, gone for ${AWAY_MS / 1_000} s, and without a free connection, under ${FULL} swaps`,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    const postgres = await startPostgres({ maxConnections: MOST_CONNECTIONS });
    const databaseUrl = await postgres.createDatabase();
    const exchange = await openExchange({ databaseUrl, processes: options.isShort ? 1 : 2 });
    try {
      options.log(`${NAME}: ${count} customers, ${exchange.hosts.length} servers`);
      const notHonest: string[] = [];
      const broken = await liveThrough(options, {
        exchange,
        name: NAME,
        count,
        disturb: async () => {
          await wait(BETWEEN_MS);
          options.log(`${NAME}: restarted`);
          await postgres.restart();
          await wait(BETWEEN_MS);
          options.log(`${NAME}: killed, and started again`);
          await postgres.halt('SIGKILL');
          await postgres.resume();
          await wait(BETWEEN_MS);
          notHonest.push(...(await goAway(options, postgres, exchange)));
          await wait(BETWEEN_MS);
          await fillConnections(options, databaseUrl);
        },
      });
      return [...notHonest, ...broken];
    } finally {
      await exchange.close();
      await postgres.stop();
    }
  },
};

/** Away for ten seconds: every call that needs the database says 503 in the words of the catalogue, and does not hang. */
async function goAway({ log, isShort }: DrillOptions, postgres: PostgresServer, exchange: Exchange): Promise<string[]> {
  const awayMs = isShort ? SHORT_AWAY_MS : AWAY_MS;
  log(`${NAME}: gone for ${awayMs / 1_000} s`);
  const broken: string[] = [];
  await postgres.halt('SIGKILL');
  const until = Date.now() + awayMs;
  let refusals = 0;
  for (const host of exchange.hosts) {
    const startedAt = Date.now();
    const reference = { orderId: 'A'.repeat(22), destinationAddress: '0x0000000000000000000000000000000000000001' };
    const answer = await callApi(host.url, 'orders.publicInfo', reference).catch((error: unknown) => error);
    const isHonest = answer instanceof Refusal && answer.status === 503 && answer.code === 'ERR_SERVICE_UNAVAILABLE';
    if (isHonest) refusals += 1;
    else broken.push(`without its database a server says ${answer instanceof Error ? answer.message : 'a success'}`);
    log(
      `${NAME}: without it a server answers after ${Date.now() - startedAt} ms, ${isHonest ? 'an honest 503' : 'not an honest 503'}`,
    );
  }
  await wait(Math.max(0, until - Date.now()));
  await postgres.resume();
  log(`${NAME}: back; ${refusals} of ${exchange.hosts.length} servers were honest meanwhile`);
  return broken;
}

/** Somebody takes every connection that is left, and the servers' own are closed under them: nobody can connect for a while. */
async function fillConnections({ log, isShort }: DrillOptions, databaseUrl: string): Promise<void> {
  const taken: Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new Client({ connectionString: databaseUrl });
    // The server closes it when it is stopped; that is no error of the drill.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      return false;
    }
    taken.push(client);
    return true;
  };
  while (await take());
  // The servers' own connections are closed under them, and taken as well.
  const closed = await taken[0]?.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'causeway'",
  );
  while (await take());
  log(
    `${NAME}: ${taken.length} of ${MOST_CONNECTIONS} connections are taken, and ${closed?.rowCount ?? 0} of the servers' were closed`,
  );
  await wait(isShort ? SHORT_AWAY_MS : WITHOUT_CONNECTIONS_MS);
  await Promise.all(taken.map((client) => client.end()));
  log(`${NAME}: the connections are free again`);
}
