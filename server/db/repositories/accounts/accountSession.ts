import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { MAX_OPEN_ORDERS } from '../../../../contract/accounts/accountData.ts';
import type { CashbackLevelName } from '../../../../contract/schemas/affiliates.ts';
import { readCompiled, type Executor } from '../../database.ts';
import type { SessionRow } from '../../tables/accounts.ts';
import { paymentsSince, rangesOf } from './orderHistory.ts';
import { selectCustomersOfSessions, type CustomerSession } from './sessions.ts';

/** The columns of a session that a request needs: reading them all takes longer. */
const COLUMNS = [
  'id',
  'user_id',
  'kind',
  'access_token_hash',
  'access_expires_at',
  'superseded_access_hash',
  'rotated_at',
  'expires_at',
  'last_used_at',
  'second_factor_at',
  'ended_at',
] as const satisfies readonly (keyof SessionRow)[];

/** What a request needs of its session. */
export type RequestSession = Pick<CustomerSession, Exclude<keyof CustomerSession, keyof SessionRow> | (typeof COLUMNS)[number]>;

/** A session with what the navigation of the account pages shows of its customer. */
export interface AccountSession extends RequestSession {
  /** The cashback level; null: the customer has reached none above the first */
  level: CashbackLevelName | null;
  /** How many orders are open, up to `MAX_OPEN_ORDERS`: a number, or text from PostgreSQL */
  open_orders: number | string;
}

/** Returns a session, its customer and the figures in one query; undefined for an unknown id. `now`: ms since 1970. */
export async function findAccountSession(
  executor: Executor,
  sessionId: string,
  now: number,
): Promise<AccountSession | undefined> {
  const query = compiledQueries.get(executor) ?? compile(executor);
  const values = { sessionId, now, paymentsSince: paymentsSince(now) } satisfies Record<Parameter, unknown>;
  const parameters = query.parameters.map((name) => values[name as Parameter]);
  return (await readCompiled<AccountSession>(executor, { ...query, parameters }))[0];
}

type Parameter = 'sessionId' | 'now' | 'paymentsSince';

/** Compiled once, because building the SQL takes longer than running it. The values of its parameters are their names. */
const compiledQueries = new WeakMap<Executor, CompiledQuery<AccountSession>>();

function compile(executor: Executor): CompiledQuery<AccountSession> {
  const named = <Value>(name: Parameter): RawBuilder<Value> => sql<Value>`${name}`;
  const ranges = rangesOf('open', named('now'), named('paymentsSince')).map(
    (range) => sql`select 1 from orders where customer_id = sessions.user_id and ${range}`,
  );
  const open = sql`${sql.join(ranges, sql` union all `)} limit ${sql.lit(MAX_OPEN_ORDERS)}`;
  const query = selectCustomersOfSessions(executor)
    .select(COLUMNS.map((column) => `sessions.${column}` as const))
    .select([
      sql<CashbackLevelName | null>`(select level from cashback_levels where user_id = sessions.user_id)`.as('level'),
      sql<number | string>`(select count(*) from (${open}) as open)`.as('open_orders'),
    ])
    .where('sessions.id', '=', named<string>('sessionId'))
    .compile();
  compiledQueries.set(executor, query);
  return query;
}
