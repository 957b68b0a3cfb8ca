import { sql, type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, forbidChanges, required } from '../columns.ts';
import { isPostgres } from '../isPostgres.ts';

/**
 * Makes the relations of sends and journals columns with foreign keys. Until now they were parts of ids. `tables/payments.ts` describes
 * the columns. Both tables are rebuilt: SQLite can't add a constraint, and the ledger rejects updates.
 */
export const paymentsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await rebuildOutbox(database);
    await rebuildLedger(database);
  },
};

type Constrain = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
/** Name, type, constraints, and the value that a row gets: by default that of the same column */
type Column = readonly [
  name: string,
  type: 'text' | 'integer' | 'bigint' | 'numeric',
  constrain?: Constrain | undefined,
  value?: RawBuilder<unknown>,
];

const references =
  (column: string): Constrain =>
  (builder) =>
    builder.references(column);

async function rebuildOutbox(database: Kysely<unknown>): Promise<void> {
  const amount = amountType(database);
  await rebuild(database, 'outbox', [
    ['id', 'text', (column) => column.primaryKey()],
    ['idempotency_key', 'text', (column) => column.notNull().unique()],
    ['kind', 'text', required],
    ['order_id', 'text', references('orders.id')],
    [
      'withdrawal_id',
      'text',
      (column) => column.unique().references('withdrawals.id'),
      sql`case when kind = 'WITHDRAWAL' then substr(id, ${sql.lit('WITHDRAWAL:'.length + 1)}) end`,
    ],
    ['network', 'text', required],
    ['instrument', 'text', required],
    // Until now 0 stood for the treasury.
    ['from_index', 'integer', undefined, sql`nullif(from_index, 0)`],
    ['to_address', 'text', required],
    ['memo', 'text'],
    ['amount', amount, required],
    ['fee_limit', amount],
    [
      'gas_factor',
      amount,
      undefined,
      sql`case when kind = 'PAYOUT' then (select payout_fee_factor from orders where orders.id = outbox.order_id) end`,
    ],
    ['usd_value', amount],
    ['state', 'text', required],
    ['attempts', 'integer', required],
    ['not_before', 'bigint', required],
    ['lease_owner', 'text'],
    ['lease_until', 'bigint', required],
    ['reason', 'text'],
    ['overridden_at', 'bigint'],
    ['tx_hash', 'text'],
    ['created_at', 'bigint', required],
    ['sent_at', 'bigint'],
    ['confirmed_at', 'bigint'],
    ['arrived_amount', amount],
    ['arrival_note', 'text'],
  ]);
  await addIndex(database, 'outbox', ['order_id']);
  await addIndex(database, 'outbox', ['network', 'state', 'not_before']);
  await addIndex(database, 'outbox', ['instrument', 'created_at']);
  // Partial indexes: these few rows among all sends ever made.
  const addPartial = async (name: string, columns: string[], condition: RawBuilder<boolean>): Promise<void> => {
    await database.schema.createIndex(name).on('outbox').columns(columns).where(condition).execute();
  };
  await addPartial('outbox_short', ['created_at'], sql<boolean>`arrived_amount is not null`);
  await addPartial(
    'outbox_open_returns',
    ['instrument'],
    sql<boolean>`kind in ('REFUND', 'WITHDRAWAL') and state <> 'CONFIRMED'`,
  );
  const hash = isPostgres(database) ? sql`lower(tx_hash) collate "C"` : sql`lower(tx_hash)`;
  await sql`create index outbox_by_tx_hash on outbox (${hash})`.execute(database);
  await addPartial(
    'outbox_unresolved',
    ['state', 'created_at'],
    sql<boolean>`state in ('HELD', 'FAILED', 'REFUSED', 'PENDING') and kind in ('PAYOUT', 'REFUND', 'WITHDRAWAL')`,
  );
}

async function rebuildLedger(database: Kysely<unknown>): Promise<void> {
  const reversal = 'cancelled:';
  const isReversal = sql`journal_id like 'cancelled:%'`;
  const reversed = sql`(case when ${isReversal} then substr(journal_id, ${sql.lit(reversal.length + 1)}) else journal_id end)`;
  const prefix = before(database, reversed, ':');
  const rest = (length: number): RawBuilder<unknown> => sql`substr(${reversed}, ${sql.lit(length + 1)})`;
  /** The outbox id in `sent:KEY@2` or `failed:KEY`. A key is the id, or the id with #2 for the second attempt. */
  const sendOf = (name: string): RawBuilder<unknown> => before(database, before(database, rest(name.length), '@'), '#');
  const send = sql`case ${prefix}
    when 'sent' then ${sendOf('sent:')}
    when 'failed' then ${sendOf('failed:')}
    when 'refund' then ${sql`'REFUND:' || ${rest('refund:'.length)}`}
  end`;
  const existing = (table: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select ${sql.ref(`${table}.id`)} from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id})`;
  await rebuild(
    database,
    'ledger_entries',
    [
      [
        'journal_id',
        'text',
        required,
        // The journal of a refund is named after its send.
        sql`case when ${prefix} = 'refund'
          then (case when ${isReversal} then ${sql.lit(reversal)} else '' end) || 'refund:REFUND:' || ${rest('refund:'.length)}
          else journal_id end`,
      ],
      ['line', 'integer', required],
      ['account', 'text', required],
      [
        'kind',
        'text',
        required,
        sql`case ${prefix} when 'sent' then 'SENT' when 'failed' then 'SEND_FAILED' else upper(${prefix}) end`,
      ],
      ['is_reversal', 'integer', required, sql`case when ${isReversal} then 1 else 0 end`],
      ['order_id', 'text', references('orders.id')],
      [
        'withdrawal_id',
        'text',
        references('withdrawals.id'),
        sql`coalesce(
          ${existing('withdrawals', sql`case when ${prefix} = 'withdrawal' then ${rest('withdrawal:'.length)} end`)},
          (select outbox.withdrawal_id from outbox where outbox.id = (${send})))`,
      ],
      ['send_id', 'text', references('outbox.id'), existing('outbox', sql`(${send})`)],
      [
        'accrual_id',
        'text',
        references('accruals.id'),
        sql`(select accruals.id from accruals where accruals.order_id = ledger_entries.order_id
          and ${reversed} = 'accrual:' || accruals.kind || ':' || accruals.order_id)`,
      ],
      ['instrument', 'text', required],
      ['amount', amountType(database), required],
      ['created_at', 'bigint', required],
      ['user_id', 'integer'],
    ],
    ['journal_id', 'line'],
  );
  await addIndex(database, 'ledger_entries', ['order_id']);
  await addIndex(database, 'ledger_entries', ['withdrawal_id']);
  await addIndex(database, 'ledger_entries', ['user_id', 'created_at']);
  await database.schema
    .createIndex('ledger_entries_by_time')
    .on('ledger_entries')
    .columns(['created_at', 'journal_id', 'line'])
    .execute();
  if (isPostgres(database)) await sql`drop function ledger_entries_is_append_only()`.execute(database);
  await forbidChanges(database, 'ledger_entries');
}

/** Returns the part of a text before the first `mark`; the whole text if it has none. */
function before(database: Kysely<unknown>, text: RawBuilder<unknown>, mark: string): RawBuilder<unknown> {
  return isPostgres(database)
    ? sql`split_part(${text}, ${sql.lit(mark)}, 1)`
    : sql`substr(${text}, 1, instr(${text} || ${sql.lit(mark)}, ${sql.lit(mark)}) - 1)`;
}

/** Replaces a table by one with these columns and the same rows, without its indexes and triggers. */
async function rebuild(
  database: Kysely<unknown>,
  name: string,
  columns: readonly Column[],
  primaryKey: readonly string[] = [],
): Promise<void> {
  const next = `${name}_rebuilt`;
  let table: CreateTableBuilder<string, string> = database.schema.createTable(next);
  for (const [column, type, constrain] of columns) table = table.addColumn(column, type, constrain);
  if (primaryKey.length > 0) table = table.addPrimaryKeyConstraint(`${name}_primary`, [...primaryKey]);
  await table.execute();
  const names = sql.join(columns.map(([column]) => sql.ref(column)));
  const values = sql.join(columns.map(([column, , , value]) => value ?? sql.ref(`${name}.${column}`)));
  await sql`insert into ${sql.table(next)} (${names}) select ${values} from ${sql.table(name)}`.execute(database);
  await database.schema.dropTable(name).execute();
  await database.schema.alterTable(next).renameTo(name).execute();
}
