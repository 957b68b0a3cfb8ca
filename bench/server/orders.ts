import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { openEmbeddedDatabase, type Database } from '../../server/db/database.ts';
import { listBusyNetworks } from '../../server/db/repositories/busyNetworks.ts';
import { listExtraDepositsDue, listUnbookedDeposits } from '../../server/db/repositories/deposits.ts';
import {
  listCompletedOrders,
  listIdleReservations,
  listMovableOrders,
  listWatchedOrders,
} from '../../server/db/repositories/orders.ts';
import { listDueOutboxRows } from '../../server/db/repositories/outbox.ts';
import { listDueSweeps } from '../../server/db/repositories/sweeps.ts';
import { listPayoutInstruments } from '../../server/db/repositories/treasury.ts';
import { median, repeat, type Figure } from '../measure.ts';
import { embeddedCommits, postgresCommits } from './commits.ts';
import { createOrders, readOrder } from './customers.ts';
import { addPastOrders, pastOrderId, settledOrder } from './pastOrders.ts';
import { startApi } from './process.ts';

const WARM_UP = 100;
const ORDERS = 600;
const TOGETHER = 16;
const SIZES = [1_000, 100_000, 1_000_000] as const;
const TIMES = 20;
/** Times that grow with the number of orders would be a hundred or a thousand times as long. */
const FLAT = 3;
/** That of the past orders */
const NETWORK = 'ethereum';
const CLOSING_MS = 500;

/** Measures orders per second against plain database commits, and how lookups slow down as the number of orders grows. */
export async function measureOrders(): Promise<Figure[]> {
  return [...(await onEmbedded()), ...(await onPostgres()), ...(await bySize())];
}

async function onEmbedded(): Promise<Figure[]> {
  const api = await startApi();
  try {
    return await creating('embedded', api.origin, { perSecond: embeddedCommits(), share: 0.08 });
  } finally {
    await api.stop();
  }
}

async function onPostgres(): Promise<Figure[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const perSecond = await postgresCommits(await postgres.createDatabase());
    const api = await startApi({ DATABASE_URL: await postgres.createDatabase() });
    try {
      return await creating('PostgreSQL', api.origin, { perSecond, share: 0.055 });
    } finally {
      await api.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** `commits`: those of the bare database a second, and which share of them shall create an order */
async function creating(database: string, origin: string, commits: { perSecond: number; share: number }): Promise<Figure[]> {
  await createOrders(origin, WARM_UP, TOGETHER);
  const { perSecond, p99 } = await createOrders(origin, ORDERS, TOGETHER);
  return [
    {
      name: `orders created, ${database}`,
      unit: 'per second',
      ours: perSecond,
      floor: commits.perSecond,
      target: { kind: 'atLeastFloor', times: commits.share },
      note: `each durable, after requesting its quote; ${TOGETHER} customers at a time; the floor: the bare database's commits`,
    },
    { name: `order creation p99, ${database}`, unit: 'ms', ours: p99, floor: null, target: null },
  ];
}

type Look = 'create' | 'read' | 'list' | 'settlement';

async function bySize(): Promise<Figure[]> {
  // The ledger of the copied orders does not agree with any network, so no reconciliation runs.
  const api = await startApi({ EMBEDDED_CHAIN_SPEED: '3000', RECONCILE_EVERY_SECONDS: '86400' });
  const file = join(api.dataDirectory, DATABASE_FILE);
  const database = openEmbeddedDatabase(file);
  try {
    const order = await settledOrder(api.origin, database);
    const found: Record<Look, number>[] = [];
    for (const size of SIZES) {
      addPastOrders(file, order.orderId, size);
      // It blocked this process while the host closed idle connections. Without a pause, the next call would use one of them.
      await wait(CLOSING_MS);
      found.push({
        create: (await createOrders(api.origin, TIMES, 1)).median,
        read: median(await timesOf((number) => readOrder(api.origin, { ...order, orderId: pastOrderId(number, size) }, number))),
        list: median(await timesOf(() => listCompletedOrders(database, 20))),
        settlement: median(await timesOf(() => settlementChecks(database))),
      });
    }
    return (['create', 'read', 'list', 'settlement'] as const).map((look) =>
      figureOf(
        look,
        found.map((times) => times[look]),
      ),
    );
  } finally {
    await database.destroy();
    await api.stop();
  }
}

function figureOf(look: Look, [least = 0, middle = 0, most = 0]: number[]): Figure {
  return {
    name: `${look} with a million orders stored`,
    unit: 'ms',
    ours: most,
    floor: least,
    target: { kind: 'atMostFloor', times: FLAT },
    note: `${[least, middle, most].map((time) => time.toFixed(1)).join(', ')} ms with ${SIZES.join(', ')} stored; the floor: the first of them`,
  };
}

/** The queries of one round of the settlement worker on a network without changes. */
async function settlementChecks(database: Database): Promise<void> {
  const now = Date.now();
  await listBusyNetworks(database, [NETWORK], now);
  await listWatchedOrders(database, NETWORK, now);
  await listMovableOrders(database, NETWORK, now);
  await listIdleReservations(database, NETWORK, now);
  await listPayoutInstruments(database, NETWORK);
  await listUnbookedDeposits(database, NETWORK);
  await listExtraDepositsDue(database, NETWORK, now);
  await listDueOutboxRows(database, NETWORK, ['PENDING', 'REFUSED'], now);
  await listDueOutboxRows(database, NETWORK, ['SENT'], now);
  await listDueSweeps(database, NETWORK, now);
}

async function timesOf(work: (number: number) => Promise<unknown>): Promise<number[]> {
  let number = 0;
  return await repeat(TIMES, async () => {
    const began = performance.now();
    await work((number += 1));
    return performance.now() - began;
  });
}
