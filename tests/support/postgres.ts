import { inject } from 'vitest';

/**
 * Creates a database on the PostgreSQL server of this test run and returns its URL. Its schema is up to date, or it is empty.
 *
 * @throws a sentence that says what to install if there is no PostgreSQL
 */
export async function freshDatabase({ isEmpty = false } = {}): Promise<string> {
  const answer = await fetch(`${inject('postgresBroker')}/${isEmpty ? 'empty' : 'migrated'}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Returns a database of {@link freshDatabase}, which is removed: hundreds of them would fill the memory of a small machine. */
export function returnDatabase(url: string): void {
  // Nobody waits for it, and after the run all that is left is removed.
  void fetch(`${inject('postgresBroker')}/?${new URLSearchParams({ database: url })}`).catch(() => undefined);
}
