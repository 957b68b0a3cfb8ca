import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import { openEmbeddedDatabase, type Database, type Executor } from './database.ts';
import { createStateMachine, InvalidTransitionError } from './stateMachine.ts';

/** A made-up aggregate with tables of its own: a parcel. */
const PARCEL_TRANSITIONS = {
  PACKED: { shipped: { to: 'ON_ITS_WAY', events: ['LEFT', 'TRACKED'] } },
  ON_ITS_WAY: { delivered: { to: 'DELIVERED', events: ['ARRIVED'] } },
  DELIVERED: {},
} as const;
type Status = keyof typeof PARCEL_TRANSITIONS;
type Transition = 'shipped' | 'delivered';
type Event = 'LEFT' | 'TRACKED' | 'ARRIVED' | 'SIGNED';
type Table = Record<Status, Partial<Record<Transition, { to: Status; events: readonly Event[] }>>>;
interface Parcel {
  id: string;
  version: number;
  status: Status;
  place: string;
}

const machine = createStateMachine({
  transitionFrom: (status: Status, transition: Transition) => (PARCEL_TRANSITIONS as Table)[status][transition] ?? null,
  update: async (executor, parcel: Parcel, status, { place }: { place?: string } = {}) => {
    const updated = sql<Parcel>`
      update parcels set status = ${status}, place = ${place ?? parcel.place}, version = ${parcel.version + 1}
      where id = ${parcel.id} and version = ${parcel.version} returning *`;
    return (await updated.execute(executor)).rows[0];
  },
  insertEvents: async (executor, { id }, events) => {
    for (const { sequence, kind, created_at } of events) {
      await sql`insert into parcel_events values (${id}, ${sequence}, ${kind}, ${created_at})`.execute(executor);
    }
  },
});

let database: Database;
const PACKED: Parcel = { id: 'p', version: 0, status: 'PACKED', place: 'store' };
beforeEach(async () => {
  database = openEmbeddedDatabase(':memory:');
  await sql`create table parcels (id text primary key, version integer, status text, place text)`.execute(database);
  await sql`create table parcel_events (id text, sequence integer, kind text, at integer, primary key (id, sequence))`.execute(
    database,
  );
  await sql`insert into parcels values ('p', 0, 'PACKED', 'store')`.execute(database);
});
afterEach(async () => await database.destroy());

const stored = async (executor: Executor) => (await sql<Parcel>`select * from parcels`.execute(executor)).rows;
const events = async () =>
  (await sql<{ sequence: number; kind: Event; at: number }>`select * from parcel_events order by sequence`.execute(database))
    .rows;

test('writes status, fields and events of a transition, with a number for each event', async () => {
  const shipped = await machine.applyTransition(database, PACKED, 'shipped', 5, { place: 'truck' });
  expect(shipped).toEqual({ id: 'p', version: 1, status: 'ON_ITS_WAY', place: 'truck' });
  await machine.applyTransition(database, shipped, 'delivered', 6, {}, ['SIGNED']);
  expect(await stored(database)).toEqual([{ id: 'p', version: 2, status: 'DELIVERED', place: 'truck' }]);
  expect((await events()).map(({ sequence, kind, at }) => [sequence, kind, at])).toEqual([
    [10, 'LEFT', 5],
    [11, 'TRACKED', 5],
    [20, 'ARRIVED', 6],
    [21, 'SIGNED', 6],
  ]);
});

test('rejects a transition that the status does not have, and writes nothing', async () => {
  await expect(machine.applyTransition(database, PACKED, 'delivered', 5)).rejects.toThrow(InvalidTransitionError);
  expect(await stored(database)).toEqual([PACKED]);
  expect(await events()).toEqual([]);
});

test('rejects writes of a row that changed since it was read', async () => {
  const moved = await machine.amend(database, PACKED, { place: 'hall' });
  expect(moved).toEqual({ ...PACKED, version: 1, place: 'hall' });
  await expect(machine.applyTransition(database, PACKED, 'shipped', 5)).rejects.toThrow(ConcurrentUpdateError);
  await expect(machine.amend(database, PACKED, { place: 'yard' })).rejects.toThrow(ConcurrentUpdateError);
  expect(await stored(database)).toEqual([moved]);
  expect(await events()).toEqual([]);
});

test('lets one of many concurrent transitions win', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => machine.applyTransition(database, PACKED, 'shipped', 1)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await events()).toHaveLength(2);
});
