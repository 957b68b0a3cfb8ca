import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.ts';
import type { Drill, DrillOptions } from './drill.ts';
import { callApi, Refusal } from './support/callApi.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const AWAY_MS = 10_000;
const FULL_POOL_MS = 5_000;
const MOST_CONNECTIONS = 40;
const NAME = 'postgres';

/** The database under the servers is restarted, killed, goes away, and has no connection left. */
export const postgresDrill: Drill = {
  summary: `PostgreSQL restarted and killed under load, gone for ${AWAY_MS / 1_000} s, and without a free connection, under ${FULL} swaps`,
  run: async (options) => {
    const count = options.orders ?? FULL;
    const postgres = await startPostgres({ maxConnections: MOST_CONNECTIONS });
    const databaseUrl = await postgres.createDatabase();
    const exchange = await openExchange({ databaseUrl, processes: 2 });
    try {
      options.log(`${NAME}: ${count} customers, two servers`);
      const notHonest: string[] = [];
      const broken = await liveThrough(options, {
        exchange,
        name: NAME,
        count,
        disturb: async () => {
          await wait(2_000);
          options.log(`${NAME}: restarted`);
          await postgres.restart();
          await wait(3_000);
          options.log(`${NAME}: killed, and started again`);
          await postgres.halt('SIGKILL');
          await postgres.resume();
          await wait(3_000);
          notHonest.push(...(await goAway(options, postgres, exchange)));
          await wait(3_000);
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
async function goAway({ log }: DrillOptions, postgres: PostgresServer, exchange: Exchange): Promise<string[]> {
  log(`${NAME}: gone for ${AWAY_MS / 1_000} s`);
  const broken: string[] = [];
  await postgres.halt('SIGKILL');
  const until = Date.now() + AWAY_MS;
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
async function fillConnections({ log }: DrillOptions, databaseUrl: string): Promise<void> {
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
  const own = taken[0];
  const { rowCount } = (await own?.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name not like $1 and pid <> all($2)',
    [
      '',
      await Promise.all(
        taken.map(async (client) => Number((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid)),
      ),
    ],
  )) ?? { rowCount: 0 };
  while (await take());
  log(`${NAME}: ${taken.length} of ${MOST_CONNECTIONS} connections are taken, and ${rowCount ?? 0} of the servers' were closed`);
  await wait(FULL_POOL_MS);
  await Promise.all(taken.map((client) => client.end()));
  log(`${NAME}: the connections are free again`);
}
