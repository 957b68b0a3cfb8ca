import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { MAX_OPEN_ORDERS } from '../../../../contract/accountData.ts';
import type { CashbackLevelName } from '../../../../contract/schemas/affiliates.ts';
import type { Executor } from '../../database.ts';
import { paymentsSince, rangesOf } from './orderHistory.ts';

/** What the navigation of the account pages shows. */
export interface AccountFigures {
  /** null: none above the first */
  level: CashbackLevelName | null;
  openOrders: number;
}

/** Returns the cashback level of a customer and the number of open orders, up to `MAX_OPEN_ORDERS`, in one query. */
export async function readAccountFigures(executor: Executor, userId: number, now: number): Promise<AccountFigures> {
  const query = compiledQueries.get(executor) ?? compile(executor);
  const values = { userId, now, paymentsSince: paymentsSince(now) } satisfies Record<Parameter, number>;
  const parameters = query.parameters.map((name) => values[name as Parameter]);
  const { rows } = await executor.executeQuery<{ level: CashbackLevelName | null; open_orders: number }>({
    ...query,
    parameters,
  });
  return { level: rows[0]?.level ?? null, openOrders: Number(rows[0]?.open_orders) };
}

type Parameter = 'userId' | 'now' | 'paymentsSince';

/** Building the text of the query again would take longer than the query itself. Its parameters are names. */
const compiledQueries = new WeakMap<Executor, CompiledQuery>();

function compile(executor: Executor): CompiledQuery {
  const named = (name: Parameter): RawBuilder<unknown> => sql`${name}`;
  const ranges = rangesOf('open', named('now'), named('paymentsSince')).map(
    (range) => sql`select 1 from orders where customer_id = ${named('userId')} and ${range}`,
  );
  const query = sql`select (select level from cashback_levels where user_id = ${named('userId')}) as level,
    (select count(*) from (${sql.join(ranges, sql` union all `)} limit ${sql.lit(MAX_OPEN_ORDERS)}) as open) as open_orders`;
  const compiled = query.compile(executor);
  compiledQueries.set(executor, compiled);
  return compiled;
}
