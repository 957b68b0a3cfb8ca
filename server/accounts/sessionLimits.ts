import { clientGroup } from '../../contract/clientGroup.ts';
import type { Executor } from '../db/database.ts';
import { deleteSessions, endSessions } from '../db/repositories/accounts/sessions.ts';
import type { SessionRow } from '../db/tables/accounts.ts';

/** Sessions of a customer at the same time (D70) */
const MOST_LIVE = 50;
/** All sessions of a customer in the database: ended ones still tell a known device and network from a new one. */
const MOST_STORED = 100;

/**
 * Makes room for one more session of a customer who has these `sessions`: ends and deletes those above the limits. First come those
 * of the same client (an address, or a network), so that a thief can't push out the sessions of the owner. Then come those that were
 * used longest ago.
 */
export async function makeRoom(
  executor: Executor,
  sessions: readonly SessionRow[],
  { address }: { address: string },
  now: number,
): Promise<void> {
  const isOfClient = ({ client_address: known }: SessionRow): boolean =>
    known !== null && clientGroup(known) === clientGroup(address);
  const ordered = sessions.toSorted(
    (one, other) => Number(isOfClient(other)) - Number(isOfClient(one)) || one.last_used_at - other.last_used_at,
  );
  const isLive = ({ ended_at, expires_at }: SessionRow): boolean => ended_at === null && expires_at > now;
  const live = ordered.filter(isLive);
  const ended = ordered.filter((session) => !isLive(session));
  await endSessions(executor, idsAbove(live, MOST_LIVE - 1), 'LIMIT', now);
  await deleteSessions(executor, idsAbove(ended, MOST_STORED - 1 - live.length));
}

/** Returns the ids of the first sessions, of which `most` stay. */
function idsAbove(sessions: readonly SessionRow[], most: number): string[] {
  return sessions.slice(0, Math.max(sessions.length - Math.max(most, 0), 0)).map(({ id }) => id);
}
