import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresServer } from '../../scripts/postgres.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillWorld } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { create, planStranger } from './support/customer.ts';
import { refusesHonestly } from './support/honesty.ts';

const AWAY_MS = 10_000;
const SHORT_AWAY_MS = 3_000;
const WITHOUT_CONNECTIONS_MS = 5_000;
/** Between two faults, so that something is under way when the next one comes. */
const BETWEEN_MS = 2_500;
const MOST_CONNECTIONS = 40;
/** How long the servers may be quicker */
const FILLING_MS = 30_000;

type Fault = (world: DrillWorld, postgres: PostgresServer) => Promise<void>;

const FAULTS: readonly (readonly [words: string, fault: Fault])[] = [
  ['restarted', async (_world, postgres) => await postgres.restart()],
  ['killed, and started again', killAndStart],
  ['down for a while', goAway],
  ['without a free connection', fillConnections],
];

/** Restarts and kills the database, stops it for a while, and uses up its connections. */
export const postgresDrill = defineDrill({
  name: 'postgres',
  summary: (swaps) =>
    `PostgreSQL restarted and killed under load, down for ${AWAY_MS / 1_000} s, and without a free connection, under ${swaps} swaps`,
  size: { full: 60, short: 5 },
  databases: ['postgres'],
  maxConnections: MOST_CONNECTIONS,
  hosts: ({ isShort }) => [isShort ? 1 : 2],
  disturb: async (world, swaps) => {
    const { postgres } = world;
    if (!postgres) throw new Error('no PostgreSQL');
    for (const [words, fault] of FAULTS) {
      await wait(BETWEEN_MS);
      await swaps.somebody();
      swaps.meet(words);
      await fault(world, postgres);
    }
  },
});

async function killAndStart(_world: DrillWorld, postgres: PostgresServer): Promise<void> {
  await postgres.halt('SIGKILL');
  await postgres.resume();
}

/** Stops the database for ten seconds. Every call that needs it must fail with 503 and an error of the catalogue, not hang. */
async function goAway(world: DrillWorld, postgres: PostgresServer): Promise<void> {
  await postgres.halt('SIGKILL');
  const until = Date.now() + (world.isShort ? SHORT_AWAY_MS : AWAY_MS);
  await askEach(world, 'without the database');
  await wait(Math.max(0, until - Date.now()));
  await postgres.resume();
  world.log('back');
}

/** Requests an unknown order from each server. Only the database can tell that it does not exist. */
async function askEach(world: DrillWorld, fault: string): Promise<void> {
  const reference = { orderId: 'A'.repeat(22), destinationAddress: '0x0000000000000000000000000000000000000001' };
  for (const { url } of world.exchange.hosts) {
    await refusesHonestly(world, fault, () => callApi(url, 'orders.publicInfo', reference));
  }
}

/** Takes every connection, also those of the servers. No process can connect for a while, and no order is created. */
async function fillConnections(world: DrillWorld): Promise<void> {
  const { exchange, log, complain, isShort, random } = world;
  const taken: Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new Client({ connectionString: exchange.environment['DATABASE_URL'] });
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
    log(`${taken.length} of ${MOST_CONNECTIONS} connections are taken; the servers' were closed ${closed} times`);
    if (taken.length < MOST_CONNECTIONS) return complain('no fault was practised: some connections could not be taken');
    await askEach(world, 'without a connection');
    await refusesHonestly(world, 'without a connection', () => create({ ...world, deadline: 0 }, planStranger(random)));
    await wait(isShort ? SHORT_AWAY_MS : WITHOUT_CONNECTIONS_MS);
  } finally {
    await Promise.all(taken.map((client) => client.end()));
    log('the connections are free again');
  }
}
