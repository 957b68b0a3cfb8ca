import type { ColumnType, Insertable, Selectable } from 'kysely';
import type { Decimal } from '../../contract/money.ts';

/** How a column is stored: `createStatements.ts` has its type in each database. */
export type ColumnKind = 'serial' | 'text' | 'integer' | 'bigint' | 'amount' | 'bytes';

export interface ColumnDefinition {
  kind: ColumnKind;
  isNullable?: true;
  isPrimaryKey?: true;
  isUnique?: true;
  defaultValue?: string | number;
  /** The table whose primary key it contains */
  references?: string;
  /** Its row is deleted with the row that it references. */
  isDeletedWithReference?: true;
}

/** A column. `Select` is the type of stored values, `Insert` that of a new row's value: undefined takes the default. */
export class Column<Select, Insert = Select> {
  declare readonly type: ColumnType<Select, Insert, Select>;
  readonly definition: Readonly<ColumnDefinition>;

  constructor(definition: ColumnDefinition) {
    this.definition = definition;
  }

  private with(part: Partial<ColumnDefinition>): Column<Select, Insert> {
    return new Column({ ...this.definition, ...part });
  }

  nullable(): Column<Select | null> {
    return new Column({ ...this.definition, isNullable: true });
  }

  default(defaultValue: Select & (string | number)): Column<Select, Insert | undefined> {
    return new Column({ ...this.definition, defaultValue });
  }

  primaryKey(): Column<Select, Insert> {
    return this.with({ isPrimaryKey: true });
  }

  unique(): Column<Select, Insert> {
    return this.with({ isUnique: true });
  }

  /** Its value is the primary key of a row of the table. */
  references(table: string): Column<Select, Insert> {
    return this.with({ references: table });
  }

  /** Like {@link references}. Its row is deleted with the referenced row. */
  deletedWith(table: string): Column<Select, Insert> {
    return this.with({ references: table, isDeletedWithReference: true });
  }
}

/** Numbered by the database; the primary key. */
export const serial = (): Column<number, number | undefined> => new Column({ kind: 'serial', isPrimaryKey: true });
export const text = <Value extends string = string>(): Column<Value> => new Column({ kind: 'text' });
/** 32 bits in PostgreSQL: counts, flags, positions in lists. */
export const integer = <Value extends number = number>(): Column<Value> => new Column({ kind: 'integer' });
/** Safe integers of JavaScript: times in ms, heights, nonces. */
export const bigint = (): Column<number> => new Column({ kind: 'bigint' });
/** SQLite has no exact decimal type, so SQL never compares, sorts or sums amounts (D2). */
export const amount = (): Column<Decimal> => new Column({ kind: 'amount' });
export const bytes = (): Column<Uint8Array> => new Column({ kind: 'bytes' });

/** A column of an index. Texts in `lower(…)` and `bytes(…)` are compared by their bytes in both databases, so the index finds prefixes. */
type IndexColumn<Name extends string> = Name | `lower(${Name})` | `bytes(${Name})`;

export interface NamedIndex<Name extends string = string> {
  name: string;
  columns: readonly IndexColumn<Name>[];
  isUnique?: true;
  /** Only rows that fulfil it are in the index: SQL of both databases. */
  where?: string;
}

/** Columns alone make an index that is named after its table and columns. */
type Index<Name extends string = string> = readonly Name[] | NamedIndex<Name>;

export interface TableDefinition {
  columns: Readonly<Record<string, Column<unknown>>>;
  /** Of several columns; a single one is a property of its column, as with the others. */
  primaryKey: readonly string[];
  uniques: readonly (readonly string[])[];
  foreignKeys: readonly { columns: readonly string[]; references: string }[];
  indexes: readonly Index[];
  isAppendOnly: boolean;
  /** The rows that a new database has */
  rows: readonly Readonly<Record<string, string | number>>[];
}

type Columns = Readonly<Record<string, Column<unknown>>>;

export class Table<Named extends Columns> {
  declare readonly columns: Named;
  readonly definition: TableDefinition;

  constructor(definition: TableDefinition) {
    this.definition = definition;
  }

  private with(part: Partial<TableDefinition>): Table<Named> {
    return new Table({ ...this.definition, ...part });
  }

  /** The primary key of several columns */
  key(...primaryKey: (keyof Named & string)[]): Table<Named> {
    return this.with({ primaryKey });
  }

  unique(...columns: (keyof Named & string)[]): Table<Named> {
    return this.with({ uniques: [...this.definition.uniques, columns] });
  }

  /** Several columns contain the primary key of a row of another table. */
  foreignKey(columns: (keyof Named & string)[], references: string): Table<Named> {
    return this.with({ foreignKeys: [...this.definition.foreignKeys, { columns, references }] });
  }

  indexes(...indexes: Index<keyof Named & string>[]): Table<Named> {
    return this.with({ indexes });
  }

  /** The database rejects every change to a row, and its deletion (D9). */
  appendOnly(): Table<Named> {
    return this.with({ isAppendOnly: true });
  }

  rows(...rows: Record<keyof Named & string, string | number>[]): Table<Named> {
    return this.with({ rows });
  }
}

/** Describes a table: what the database knows of it, and the types of its rows. */
export function table<Named extends Columns>(columns: Named): Table<Named> {
  const none = { primaryKey: [], uniques: [], foreignKeys: [], indexes: [], isAppendOnly: false, rows: [] };
  return new Table({ columns, ...none });
}

/** A view with rows of this type. The query is SQL of both databases. */
export class View<Row> {
  declare readonly columns: { readonly [Name in keyof Row]: { readonly type: Row[Name] } };
  readonly query: string;

  constructor(query: string) {
    this.query = query;
  }
}

export const view = <Row>(query: string): View<Row> => new View(query);

/** Tables and views by name */
export type Schema = Readonly<Record<string, Table<Columns> | View<object>>>;

type Typed = { readonly columns: Readonly<Record<string, { readonly type: unknown }>> };
/** The type of a table or view in Kysely's interface of all tables */
export type KyselyTable<Described extends Typed> = { [Name in keyof Described['columns']]: Described['columns'][Name]['type'] };
/** A stored row */
export type RowOf<Described extends Typed> = Readonly<Selectable<KyselyTable<Described>>>;
/** A row to insert */
export type NewRowOf<Described extends Typed> = Insertable<KyselyTable<Described>>;
