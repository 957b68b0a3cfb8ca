import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { MAX_OPEN_ORDERS } from '../../../../contract/accountData.ts';
import type { CashbackLevelName } from '../../../../contract/schemas/affiliates.ts';
import type { Executor } from '../../database.ts';
import { paymentsSince, rangesOf } from './orderHistory.ts';
import { selectCustomerSessions, type CustomerSession } from './sessions.ts';

/** A session with what the navigation of the account pages shows of its customer. */
export interface AccountSession extends CustomerSession {
  /** The cashback level; null: none above the first */
  level: CashbackLevelName | null;
  /** How many orders are open, up to `MAX_OPEN_ORDERS` */
  open_orders: number;
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
  const { rows } = await executor.executeQuery<AccountSession>({ ...query, parameters });
  const [session] = rows;
  // PostgreSQL returns a count as text.
  return session && { ...session, open_orders: Number(session.open_orders) };
}

type Parameter = 'sessionId' | 'now' | 'paymentsSince';

/** Building the text of the query again would take longer than the query itself. Its parameters are names. */
const compiledQueries = new WeakMap<Executor, CompiledQuery>();

function compile(executor: Executor): CompiledQuery {
  const named = <Value>(name: Parameter): RawBuilder<Value> => sql<Value>`${name}`;
  const ranges = rangesOf('open', named('now'), named('paymentsSince')).map(
    (range) => sql`select 1 from orders where customer_id = sessions.user_id and ${range}`,
  );
  const open = sql`${sql.join(ranges, sql` union all `)} limit ${sql.lit(MAX_OPEN_ORDERS)}`;
  const query = selectCustomerSessions(executor)
    .select([
      sql`(select level from cashback_levels where user_id = sessions.user_id)`.as('level'),
      sql`(select count(*) from (${open}) as open)`.as('open_orders'),
    ])
    .where('sessions.id', '=', named<string>('sessionId'))
    .compile();
  compiledQueries.set(executor, query);
  return query;
}
