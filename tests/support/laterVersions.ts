import { sql } from 'kysely';
import { createStatements } from '../../server/db/createStatements.ts';
import { isPostgres } from '../../server/db/isPostgres.ts';
import { digestOf, type SchemaVersion } from '../../server/db/migrate.ts';
import type { Migration, Release } from '../../server/db/migrations/index.ts';
import { script } from '../../server/db/script.ts';
import { bigint, Table, table, text, type Schema } from '../../server/db/table.ts';
import { schema } from '../../server/db/tables.ts';

/** Customers who are no operators have no scopes: SQLite has to rebuild the table, to which many others refer. */
const users = new Table({
  ...schema.users.definition,
  columns: { ...schema.users.definition.columns, operator_scopes: text().nullable() },
});

const makeScopesOptional: Migration = async (transaction) => {
  if (isPostgres(transaction)) {
    await sql`alter table users alter column operator_scopes drop not null`.execute(transaction);
    return;
  }
  const [create = '', ...indexes] = createStatements({ users }, 'sqlite');
  const names = Object.keys(users.definition.columns).join(', ');
  const statements = [
    create.replace('"users"', '"users_rebuilt"'),
    `insert into users_rebuilt (${names}) select ${names} from users`,
    'drop table users',
    'alter table users_rebuilt rename to users',
    ...indexes,
  ];
  await script(statements).execute(transaction);
};

const notes = table({ text: text(), written_at: bigint() }).indexes(['written_at']);

const addNotes: Migration = async (transaction) => {
  await script(createStatements({ notes }, isPostgres(transaction) ? 'postgres' : 'sqlite')).execute(transaction);
  await sql`insert into notes (text, written_at) select 'customers: ' || count(*), 1 from users`.execute(transaction);
};

const second: Schema = { ...schema, users };
const toSecond: Release = { from: digestOf(schema), migrations: [makeScopesOptional] };
/** A made-up release after this version */
export const SECOND: SchemaVersion = { name: '98.0.0', schema: second, releases: [toSecond] };
/** The release after {@link SECOND} */
export const THIRD: SchemaVersion = {
  name: '99.0.0',
  schema: { ...second, notes },
  releases: [toSecond, { from: digestOf(second), migrations: [addNotes] }],
};
