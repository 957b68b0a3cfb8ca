import { sql, type RawBuilder } from 'kysely';
import { compare, subtract } from '../../../contract/money.ts';
import type { Database } from '../../../server/db/database.ts';
import type { JournalKind } from '../../../server/db/tables/payments.ts';

/** The ids of the orders that the corruptions change, by what happened to them. */
export interface BookOrders {
  /** Floating rate, BTC → USDT, paid out */
  floating: string;
  /** Fixed rate, ETH → LTC or the coin of real nodes, paid out */
  fixed: string;
  /** A token that was swept, USDT → ETH, paid out */
  token: string;
  /** Refunded to the address given at creation */
  refunded: string;
  /** Refunded to an address that the customer named later */
  redirected: string;
  /** Paid out, with an extra deposit that was refunded to an address named for it */
  extra: string;
  /** Floating rate, BTC → USDT, of the customer `otherId` while signed in, paid out */
  own: string;
  /** Fixed rate, BTC → LTC, never paid */
  unpaid: string;
}

/** A customer with earnings. */
export interface BookCustomer {
  userId: number;
  /** The number of another customer, whom the first one brought */
  otherId: number;
  /** A withdrawal that was sent */
  withdrawalId: string;
}

/** Addresses of the thief */
interface Thief {
  btc: string;
  eth: string;
  usdterc20: string;
  /** On the network to which the order `fixed` was paid out */
  fixed: string;
}

/** What a corruption changes. */
export interface Books {
  database: Database;
  orders: BookOrders;
  customer: BookCustomer;
  thief: Thief;
}

/** A change that somebody with full access to the database makes. */
export interface Corruption {
  kind:
    | 'ledger'
    | 'deposits'
    | 'sends'
    | 'orders'
    | 'documents'
    | 'capital'
    | 'customers'
    | 'earnings'
    | 'caps'
    | 'watching'
    | 'acts';
  name: string;
  change(books: Books): Promise<unknown>;
  /** Returns the start of the key of the alarm that must name it. */
  alarm(orders: BookOrders, customer: BookCustomer): string;
  /** Whether it changes the payments that the network of the order `fixed` recorded. Only an embedded network keeps them in the database. */
  needsEmbedded?: boolean;
}

type Entry = readonly [name: string, alarm: Corruption['alarm'], change: Corruption['change'], needsEmbedded?: true];

export function listCorruptions(kind: Corruption['kind'], entries: readonly Entry[]): Corruption[] {
  return entries.map(([name, alarm, change, needsEmbedded = false]) => ({ kind, name, alarm, change, needsEmbedded }));
}

/** Runs one statement and fails if it changes nothing: a corruption that does not happen would prove nothing. */
export async function execute({ database }: Pick<Books, 'database'>, statement: RawBuilder<unknown>): Promise<void> {
  const { numAffectedRows } = await statement.execute(database);
  if (numAffectedRows === undefined || numAffectedRows === 0n) throw new Error('The statement changes no row.');
}

/** Inserts a balanced journal. Lines are "account instrument amount". */
export async function insertJournal(
  books: Pick<Books, 'database'>,
  { id, kind, orderId, lines }: { id: string; kind: JournalKind; orderId: string | null; lines: readonly string[] },
): Promise<void> {
  for (const [line, text] of lines.entries()) {
    const [account, instrument, value] = text.split(' ');
    await execute(
      books,
      sql`insert into ledger_entries (journal_id, line, account, kind, is_reversal, order_id, instrument, amount, created_at)
          values (${id}, ${line}, ${account}, ${kind}, 0, ${orderId}, ${instrument}, ${value}, 1)`,
    );
  }
}

/** Takes coins from the treasury on the network. */
export async function rob({ database }: Books, instrument: string, value: string): Promise<void> {
  const rows = await database.selectFrom('chain_balances').selectAll().where('instrument', '=', instrument).execute();
  const [treasury] = rows.toSorted((left, right) => compare(right.amount, left.amount));
  if (!treasury) throw new Error(`Nobody holds ${instrument}.`);
  await execute(
    { database },
    sql`update chain_balances set amount = ${subtract(treasury.amount, value)}
        where network = ${treasury.network} and address = ${treasury.address} and instrument = ${instrument}`,
  );
}
