import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { openEmbeddedDatabase } from '../../../server/db/database.ts';
import { watchBooks } from './books.ts';

interface Said {
  /** Null: an error in place of the probes */
  books: string | null;
  alarms: number;
  notices?: number;
}

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** A host that says `first` of its books when it is asked for the first time, and afterwards that all is well, or `notices`. */
async function watch(first: Said, notices = 0) {
  const app = Fastify();
  const isReported = { health: false, metrics: false };
  app.get('/api/v1/healthz', () => {
    const books = isReported.health ? 'OK' : first.books;
    isReported.health = true;
    return books === null ? { code: 'ERR_SERVICE_UNAVAILABLE' } : { status: books, probes: { books } };
  });
  app.get('/metrics', () => {
    const said = isReported.metrics ? { alarms: 0, notices } : first;
    // The first look is at what was found before.
    const age = isReported.metrics ? 0.001 : 60;
    isReported.metrics = true;
    const differences = { alarm: said.alarms, notice: said.notices ?? 0 };
    const lines = Object.entries(differences).map(
      ([name, count]) => `causeway_reconcile_differences{severity="${name}"} ${count}`,
    );
    return [...lines, `causeway_reconcile_age_seconds ${age}`, ''].join('\n');
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const database = openEmbeddedDatabase(':memory:');
  const books = watchBooks([{ url, isRunning: true }], database);
  closings.push(
    () => database.destroy(),
    () => app.close(),
    () => books.stop(),
  );
  return books;
}

it('reports nothing when the books were always correct', async () => {
  const books = await watch({ books: 'OK', alarms: 0 });
  expect(await books.judge()).toEqual([]);
});

it('reports an alarm that ended before the judgement', async () => {
  const books = await watch({ books: 'TECHNICAL_DIFFICULTIES', alarms: 0 });
  expect(await books.judge()).toEqual(['health reports the ledger as TECHNICAL_DIFFICULTIES']);
});

it('reports an alarm that lasted a moment', async () => {
  const books = await watch({ books: 'OK', alarms: 2 });
  expect(await books.judge()).toEqual(['alarms in causeway_reconcile_differences: 2']);
});

it('asks again when the host has refused to answer', async () => {
  const books = await watch({ books: null, alarms: 0 });
  expect(await books.judge()).toEqual([]);
});

it('reports a notice that remains, not one that ended', async () => {
  const goes = await watch({ books: 'OK', alarms: 0, notices: 1 });
  expect(await goes.judge()).toEqual([]);
  const stays = await watch({ books: 'OK', alarms: 0 }, 1);
  expect(await stays.judge()).toEqual(['notices in causeway_reconcile_differences: 1']);
});
