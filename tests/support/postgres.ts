import { inject } from 'vitest';

/**
 * A fresh database on the PostgreSQL of this run of the tests, its schema up to date unless it is to be empty; its url.
 * Says what to install when there is none.
 */
export async function freshDatabase({ isEmpty = false } = {}): Promise<string> {
  const answer = await fetch(`${inject('postgresBroker')}/${isEmpty ? 'empty' : 'migrated'}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
