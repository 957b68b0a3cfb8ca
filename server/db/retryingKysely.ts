import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { DatabaseUnavailableError, isRetryable } from './databaseErrors.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

/**
 * A transaction that PostgreSQL gave up for another one's sake (a deadlock, a serialisation failure) is run again, here
 * and nowhere else. So the work of a transaction must be repeatable: it does nothing outside of the database.
 */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => again(() => once(work));
    return builder;
  }
}

async function again<Result>(once: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === ATTEMPTS) throw new DatabaseUnavailableError(error);
      // Not together again: each waits a little longer, and not as long as the other.
      await delay(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
