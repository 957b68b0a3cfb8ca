import { Table, type Column, type ColumnKind, type NamedIndex, type Schema, type TableDefinition } from './table.ts';

export type Dialect = 'sqlite' | 'postgres';

/** SQLite has no exact decimal type: amounts are text there. */
const TYPES: Readonly<Record<Dialect, Readonly<Record<ColumnKind, string>>>> = {
  sqlite: { serial: 'integer', text: 'text', integer: 'integer', bigint: 'bigint', amount: 'text', bytes: 'blob' },
  postgres: { serial: 'serial', text: 'text', integer: 'integer', bigint: 'bigint', amount: 'numeric', bytes: 'bytea' },
};

/** Returns the statements that create tables and views in an empty database, in their order. */
export function createStatements(schema: Schema, dialect: Dialect): string[] {
  const statements: string[] = [];
  const created = new Set<string>();
  const create = (name: string): void => {
    const described = schema[name];
    if (!(described instanceof Table) || created.has(name)) return;
    created.add(name);
    for (const referenced of referencedTables(described.definition)) create(referenced);
    statements.push(...tableStatements(name, described.definition, dialect));
  };
  for (const name of Object.keys(schema)) create(name);
  for (const [name, described] of Object.entries(schema)) {
    if (!(described instanceof Table)) statements.push(`create view ${name} as ${described.query}`);
  }
  return statements;
}

function referencedTables({ columns, foreignKeys }: TableDefinition): string[] {
  const ofColumns = Object.values(columns).flatMap(({ definition }) => definition.references ?? []);
  return [...ofColumns, ...foreignKeys.map(({ references }) => references)];
}

function tableStatements(table: string, definition: TableDefinition, dialect: Dialect): string[] {
  const { columns, primaryKey, uniques, foreignKeys, indexes, isAppendOnly, rows } = definition;
  const lines = [
    ...Object.entries(columns).map(([name, column]) => columnLine(name, column, dialect)),
    ...(primaryKey.length > 0 ? [`primary key (${quoteAll(primaryKey)})`] : []),
    ...uniques.map((names) => `unique (${quoteAll(names)})`),
    ...foreignKeys.map(({ columns: names, references }) => `foreign key (${quoteAll(names)}) references ${quote(references)}`),
  ];
  return [
    `create table ${quote(table)} (${lines.join(', ')})`,
    ...indexes.map((index) => indexStatement(table, index, dialect)),
    ...(isAppendOnly ? forbidChanges(table, dialect) : []),
    ...rows.map(
      (row) =>
        `insert into ${quote(table)} (${quoteAll(Object.keys(row))}) values (${Object.values(row).map(literal).join(', ')})`,
    ),
  ];
}

function columnLine(name: string, { definition }: Column<unknown>, dialect: Dialect): string {
  const { kind, isNullable, isPrimaryKey, isUnique, defaultValue, references, isDeletedWithReference } = definition;
  return [
    quote(name),
    TYPES[dialect][kind],
    isPrimaryKey && 'primary key',
    kind === 'serial' && dialect === 'sqlite' && 'autoincrement',
    !isNullable && 'not null',
    isUnique && 'unique',
    defaultValue !== undefined && `default ${literal(defaultValue)}`,
    references !== undefined && `references ${quote(references)}`,
    isDeletedWithReference && 'on delete cascade',
  ]
    .filter(Boolean)
    .join(' ');
}

function indexStatement(table: string, index: readonly string[] | NamedIndex, dialect: Dialect): string {
  const { name, columns, isUnique, where } =
    'columns' in index ? index : { name: `${table}_by_${index.join('_')}`, columns: index };
  const unique = isUnique ? 'unique ' : '';
  const condition = where === undefined ? '' : ` where ${where}`;
  const indexed = columns.map((column) => indexColumn(column, dialect)).join(', ');
  return `create ${unique}index ${quote(name)} on ${quote(table)} (${indexed})${condition}`;
}

/** PostgreSQL compares texts by the rules of a language unless it is told to compare bytes, as SQLite does. */
function indexColumn(column: string, dialect: Dialect): string {
  const [, call, name] = /^(lower|bytes)\((\w+)\)$/.exec(column) ?? [];
  if (name === undefined) return quote(column);
  const value = call === 'lower' ? `lower(${quote(name)})` : quote(name);
  return dialect === 'postgres' ? `${value} collate "C"` : value;
}

function forbidChanges(table: string, dialect: Dialect): string[] {
  if (dialect === 'sqlite') {
    return ['update', 'delete'].map(
      (action) =>
        `create trigger ${table}_no_${action} before ${action} on ${table} begin select raise(abort, '${table} is append only'); end`,
    );
  }
  return [
    `create function ${table}_is_append_only() returns trigger language plpgsql as $$ begin raise exception '${table} is append only'; end $$`,
    `create trigger ${table}_no_change before update or delete or truncate on ${table} for each statement execute function ${table}_is_append_only()`,
  ];
}

const quote = (name: string): string => `"${name}"`;
const quoteAll = (names: readonly string[]): string => names.map(quote).join(', ');
const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
