import { inject } from 'vitest';

/** A fresh and empty database on the PostgreSQL of this run of the tests; its url. Says what to install when there is none. */
export async function freshDatabase(): Promise<string> {
  const answer = await fetch(inject('postgresBroker'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
