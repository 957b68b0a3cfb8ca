import { sql } from 'kysely';
import { MAX_OPEN_ORDERS } from '../../../../contract/accounts/accountData.ts';
import type { CashbackLevelName } from '../../../../contract/schemas/affiliates.ts';
import { compiledRead } from '../../compiled.ts';
import type { Executor } from '../../database.ts';
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
  return (await accountSession(executor, { sessionId, now, paymentsSince: paymentsSince(now) }))[0];
}

const accountSession = compiledRead<{ sessionId: string; now: number; paymentsSince: number }, AccountSession>(
  (executor, value) => {
    const ranges = rangesOf('open', value('now'), value('paymentsSince')).map(
      (range) => sql`select 1 from orders where customer_id = sessions.user_id and ${range}`,
    );
    const open = sql`${sql.join(ranges, sql` union all `)} limit ${sql.lit(MAX_OPEN_ORDERS)}`;
    return selectCustomersOfSessions(executor)
      .select(COLUMNS.map((column) => `sessions.${column}` as const))
      .select([
        sql<CashbackLevelName | null>`(select level from cashback_levels where user_id = sessions.user_id)`.as('level'),
        sql<number | string>`(select count(*) from (${open}) as open)`.as('open_orders'),
      ])
      .where('sessions.id', '=', value('sessionId'));
  },
);
