import { expect, it } from 'vitest';
import { readCatalogue, type Catalogue } from '../support/catalogue.ts';
import { createStore, DATABASES } from '../support/databases.ts';

/** What both databases say in the same words: their own types, and the SQL of conditions, triggers and views, are left out. */
const common = ({ columns, constraints, indexes }: Catalogue) => ({
  columns: Object.fromEntries(
    Object.entries(columns).map(([table, described]) => [
      table,
      Object.entries(described).map(([name, column]) => `${name}${column.replace(/^\w+/, '').replace(/ default nextval.*/, '')}`),
    ]),
  ),
  constraints,
  indexes: Object.entries(indexes)
    .map(([name, index]) => `${name.slice(0, 63)} ${index.replaceAll(' collate c', '').replace(/ where .*/, ' where')}`)
    .toSorted(),
});

it('is the same on both databases', async () => {
  const [sqlite, postgres] = await Promise.all(
    DATABASES.map(async (kind) => {
      const store = await createStore(kind);
      const database = store.open();
      const catalogue = await readCatalogue(database);
      await database.destroy();
      store.remove();
      return catalogue;
    }),
  );
  if (!sqlite || !postgres) throw new Error('a database is missing');
  expect(Object.keys(sqlite.columns).length).toBeGreaterThan(100);
  expect(common(postgres)).toEqual(common(sqlite));
  // What each database does for an append-only table
  const appendOnly = ({ code }: Catalogue, end: RegExp) =>
    Object.keys(code)
      .flatMap((name) => (end.test(name) ? [name.replace(end, '')] : []))
      .toSorted();
  expect(appendOnly(postgres, /_no_change$/)).toEqual(appendOnly(sqlite, /_no_update$/));
  expect(appendOnly(sqlite, /_no_delete$/)).toEqual(appendOnly(sqlite, /_no_update$/));
});
