import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.ts';
import { howMany, type Drill, type DrillOptions } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { create, planLife, type World } from './support/customer.ts';
import { openExchange, type Exchange } from './support/exchange.ts';
import { refusesHonestly, type Asked } from './support/honesty.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const SHORT = 5;
const AWAY_MS = 10_000;
const SHORT_AWAY_MS = 3_000;
const WITHOUT_CONNECTIONS_MS = 5_000;
/** Between two faults, so that something is under way when the next one comes. */
const BETWEEN_MS = 2_500;
const MOST_CONNECTIONS = 40;
/** How long the servers may be quicker */
const FILLING_MS = 30_000;
const NAME = 'postgres';
/** A number above those of all customers */
const STRANGER = 1_000_000;

/** Restarts and kills the database, stops it for a while, and uses up its connections. */
export const postgresDrill: Drill = {
  summary: `PostgreSQL restarted and killed under load, down for ${AWAY_MS / 1_000} s, and without a free connection, under ${FULL} swaps`,
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
        keepComing: true,
        disturb: async (world, { random, meet, somebody }) => {
          const stranger = planLife(STRANGER, random);
          const order = () => create({ ...world, deadline: 0 }, stranger, 'x'.repeat(43));
          const faults: [string, () => Promise<string[]>][] = [
            ['restarted', async () => await restart(postgres)],
            ['killed, and started again', async () => await killAndStart(postgres)],
            ['down for a while', async () => await goAway(options, postgres, world)],
            ['without a free connection', async () => await fillConnections(options, world, { databaseUrl, order })],
          ];
          const unpractised: string[] = [];
          for (const [words, fault] of faults) {
            await wait(BETWEEN_MS);
            await somebody();
            const open = meet();
            if (open === 0) unpractised.push(words);
            options.log(`${NAME}: ${words}, with ${open} swaps under way`);
            notHonest.push(...(await fault()));
          }
          return unpractised;
        },
      });
      return [...notHonest, ...broken];
    } finally {
      await exchange.close();
      await postgres.stop();
    }
  },
};

async function restart(postgres: PostgresServer): Promise<string[]> {
  await postgres.restart();
  return [];
}

async function killAndStart(postgres: PostgresServer): Promise<string[]> {
  await postgres.halt('SIGKILL');
  await postgres.resume();
  return [];
}

/** Stops the database for ten seconds. Every call that needs it must fail with 503 and an error of the catalogue, not hang. */
async function goAway({ log, isShort }: DrillOptions, postgres: PostgresServer, world: World): Promise<string[]> {
  const awayMs = isShort ? SHORT_AWAY_MS : AWAY_MS;
  log(`${NAME}: down for ${awayMs / 1_000} s`);
  await postgres.halt('SIGKILL');
  const until = Date.now() + awayMs;
  const broken = await askEach(world.exchange, { ...world, fault: `${NAME}: without it`, log });
  await wait(Math.max(0, until - Date.now()));
  await postgres.resume();
  log(`${NAME}: back`);
  return broken;
}

/** Requests an unknown order from each server. Only the database can tell that it does not exist. */
async function askEach({ hosts }: Exchange, said: Asked): Promise<string[]> {
  const reference = { orderId: 'A'.repeat(22), destinationAddress: '0x0000000000000000000000000000000000000001' };
  const broken: string[] = [];
  for (const { url } of hosts) {
    broken.push(...(await refusesHonestly(said, () => callApi(url, 'orders.publicInfo', reference))));
  }
  return broken;
}

/** Takes every connection, also those of the servers. No process can connect for a while, and no order is created. */
async function fillConnections(
  { log, isShort }: DrillOptions,
  world: World,
  { databaseUrl, order }: { databaseUrl: string; order: () => Promise<unknown> },
): Promise<string[]> {
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
  try {
    const until = Date.now() + FILLING_MS;
    let closed = 0;
    while (taken.length < MOST_CONNECTIONS && Date.now() < until) {
      if (await take()) continue;
      // Terminate the servers' connections and compete for the free slots.
      const found = await taken[0]?.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'causeway'",
      );
      closed += found?.rowCount ?? 0;
    }
    log(`${NAME}: ${taken.length} of ${MOST_CONNECTIONS} connections are taken; the servers' were closed ${closed} times`);
    if (taken.length < MOST_CONNECTIONS) return [`${NAME}: no fault was practised: some connections could not be taken`];
    const withoutConnection = { ...world, fault: `${NAME}: without a connection`, log };
    const broken = [...(await askEach(world.exchange, withoutConnection)), ...(await refusesHonestly(withoutConnection, order))];
    await wait(isShort ? SHORT_AWAY_MS : WITHOUT_CONNECTIONS_MS);
    return broken;
  } finally {
    await Promise.all(taken.map((client) => client.end()));
    log(`${NAME}: the connections are free again`);
  }
}
