import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createStatements } from '../../server/db/createStatements.ts';
import { migrate } from '../../server/db/migrate.ts';
import { schema } from '../../server/db/tables.ts';
import { readCatalogue, type Catalogue } from '../support/catalogue.ts';
import { createStore, DATABASES } from '../support/databases.ts';

/** Without the tables of Kysely's migrator. The order of columns and the names of constraints don't matter: no statement depends on them. */
const comparable = ({ columns, constraints, indexes, code }: Catalogue) => {
  const { kysely_migration: _names, kysely_migration_lock: _lock, ...tables } = columns;
  return {
    tables,
    constraints: constraints.filter((constraint) => !constraint.startsWith('kysely_')),
    indexes,
    code,
  };
};

it.each(DATABASES)('describes on %s what the migrations create', async (kind) => {
  const [migrated, described] = await Promise.all([createStore(kind), createStore(kind, { isEmpty: true })]);
  const before = migrated.open();
  const after = described.open();
  await migrate(before);
  await after.transaction().execute(async (transaction) => {
    for (const statement of createStatements(schema, kind === 'PostgreSQL' ? 'postgres' : 'sqlite')) {
      await sql.raw(statement).execute(transaction);
    }
  });
  expect(comparable(await readCatalogue(after))).toEqual(comparable(await readCatalogue(before)));
  for (const table of ['counters', 'send_mark'] as const) {
    expect(await after.selectFrom(table).selectAll().execute()).toEqual(await before.selectFrom(table).selectAll().execute());
  }
  await Promise.all([before.destroy(), after.destroy()]);
  migrated.remove();
  described.remove();
});
