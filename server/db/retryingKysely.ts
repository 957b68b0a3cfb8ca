import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { DatabaseUnavailableError } from './databaseErrors.ts';
import { isRetryable } from './postgresErrors.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;

/**
 * Retries transactions that PostgreSQL rolled back because of a deadlock or serialization failure. Work inside a transaction
 * must therefore be repeatable: it has no effects outside the database.
 */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => retry(() => once(work));
    return builder;
  }
}

async function retry<Result>(once: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === ATTEMPTS) throw new DatabaseUnavailableError(error);
      // Exponential backoff with jitter, so that two transactions don't collide again.
      await delay(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
