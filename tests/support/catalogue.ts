import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { isPostgres } from '../../server/db/isPostgres.ts';

/** What a database says about its schema. Texts of SQL are in lower case, without quotation marks and schema names. */
export interface Catalogue {
  /** By table and column: "text not null default 'OWN'" */
  columns: Record<string, Record<string, string>>;
  /** "orders: primary key (id)" */
  constraints: string[];
  /** By name: "unique on orders (deposit_index) where first_order_id is null" */
  indexes: Record<string, string>;
  /** By name: triggers, views, and PostgreSQL's functions */
  code: Record<string, string>;
}

/** Reads the schema of a database from its own catalogue. */
export async function readCatalogue(database: Database): Promise<Catalogue> {
  const catalogue = await (isPostgres(database) ? readPostgres(database) : readSqlite(database));
  return { ...catalogue, constraints: catalogue.constraints.toSorted() };
}

const plain = (definition: string): string =>
  definition.toLowerCase().replaceAll('"', '').replaceAll('public.', '').replaceAll(/\s+/g, ' ').trim();

async function readPostgres(database: Database): Promise<Catalogue> {
  const catalogue: Catalogue = { columns: {}, constraints: [], indexes: {}, code: {} };
  const columns = await sql<{ table: string; name: string; type: string; required: boolean; initial: string | null }>`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
      pg_get_expr(adbin, adrelid) as initial
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    order by relname, attnum`.execute(database);
  for (const { table, name, type, required, initial } of columns.rows) {
    const value = initial === null ? '' : ` default ${initial.replace(/::\w+$/, '')}`;
    (catalogue.columns[table] ??= {})[name] = `${type}${required ? ' not null' : ''}${value}`;
  }
  const constraints = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'f', 'c')`.execute(database);
  catalogue.constraints = constraints.rows.map(({ table, definition }) => `${table}: ${plain(definition)}`);
  const indexes = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
      and indexrelid not in (select conindid from pg_constraint)`.execute(database);
  for (const { name, definition } of indexes.rows) {
    catalogue.indexes[name] = plain(definition)
      .replace(/^create (unique )?index \S+/, '$1')
      .replace(' using btree', '')
      .trim();
  }
  const code = await sql<{ name: string; definition: string }>`
    select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal
    union all select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
    union all select relname, pg_get_viewdef(oid) from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v'
    union all select relname, 'sequence' from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'`.execute(
    database,
  );
  for (const { name, definition } of code.rows) catalogue.code[name] = plain(definition);
  return catalogue;
}

interface SqliteColumn {
  table: string;
  name: string;
  type: string;
  required: number;
  initial: string | null;
  /** Position in the primary key, from 1; 0: it is not in it */
  key: number;
}

async function readSqlite(database: Database): Promise<Catalogue> {
  const catalogue: Catalogue = { columns: {}, constraints: [], indexes: {}, code: {} };
  const columns = await sql<SqliteColumn>`
    select tables.name as "table", columns.name, columns.type, "notnull" as required, dflt_value as initial, pk as key
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%' order by tables.name, columns.cid`.execute(database);
  const keys: Record<string, string[]> = {};
  for (const { table, name, type, required, initial, key } of columns.rows) {
    const isRequired = required === 1 || key > 0;
    (catalogue.columns[table] ??= {})[name] =
      `${type.toLowerCase()}${isRequired ? ' not null' : ''}${initial === null ? '' : ` default ${initial}`}`;
    if (key > 0) (keys[table] ??= [])[key - 1] = name;
  }
  for (const [table, names] of Object.entries(keys)) catalogue.constraints.push(`${table}: primary key (${names.join(', ')})`);
  const uniques = await sql<{ table: string; names: string }>`
    select tables.name as "table", (select group_concat(name, ', ') from pragma_index_info(indexes.name)) as names
    from sqlite_master as tables, pragma_index_list(tables.name) as indexes
    where tables.type = 'table' and indexes.origin = 'u'`.execute(database);
  for (const { table, names } of uniques.rows) catalogue.constraints.push(`${table}: unique (${names})`);
  const references = await sql<{ table: string; names: string; target: string; targets: string | null; action: string }>`
    select tables.name as "table", keys."table" as target, group_concat(keys."from", ', ') as names,
      group_concat(keys."to", ', ') as targets, keys.on_delete as action
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' group by tables.name, keys.id`.execute(database);
  for (const { table, names, target, targets, action } of references.rows) {
    const deleted = action === 'NO ACTION' ? '' : ` on delete ${action.toLowerCase()}`;
    const key = targets ?? keys[target]?.join(', ');
    catalogue.constraints.push(`${table}: foreign key (${names}) references ${target}(${key})${deleted}`);
  }
  const code = await sql<{ type: string; name: string; definition: string }>`
    select type, name, sql as definition from sqlite_master
    where type <> 'table' and sql is not null`.execute(database);
  for (const { type, name, definition } of code.rows) {
    if (type === 'index')
      catalogue.indexes[name] = plain(definition)
        .replace(/^create (unique )?index \S+/, '$1')
        .trim();
    else catalogue.code[name] = plain(definition);
  }
  return catalogue;
}
