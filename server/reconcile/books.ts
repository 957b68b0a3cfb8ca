import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { findReconcileState, listFindings, listUnread, type ReconcileState } from '../db/repositories/reconcile.ts';
import type { ReconcileUnreadTable } from '../db/tables/reconcile.ts';
import { acceptanceKey, listAccepted } from './accept.ts';
import { alarm, type Difference } from './difference.ts';
import { describeObject } from './objects.ts';

/** What is known about the books now, from all runs of all processes. */
export interface Books {
  /** Confirmed differences that no operator accepted, alarms first. Objects that stay unread for too long are alarms. */
  differences: Difference[];
  unread: ReconcileUnreadTable[];
  /** null before the first run */
  state: ReconcileState | null;
}

const UNREAD_ADVICE =
  'Find out why its network does not show it: a broken node, or a token contract that was paused or replaced. Look it up on an explorer.';

/** `unreadAlarmMs`: how long an object may stay unread before it is an alarm. `publicKeys` of the host, in hex. */
export async function readBooks(
  executor: Executor,
  { now, unreadAlarmMs, publicKeys }: { now: number; unreadAlarmMs: number; publicKeys: readonly string[] },
): Promise<Books> {
  const state = (await findReconcileState(executor)) ?? null;
  const unread = await listUnread(executor);
  const accepted = await listAccepted(executor, publicKeys);
  const found = (await listFindings(executor)).map(({ key, severity, what, how_much: howMuch, advice }): Difference => ({
    key,
    severity,
    what,
    howMuch,
    whatToDo: advice,
  }));
  const overdue = unread
    .filter(({ since }) => since <= now - unreadAlarmMs)
    .map(({ object, since, reason }) =>
      alarm(
        `unread:${object}`,
        `${describeObject(object)} could not be read (${reason})`,
        `since ${isoTime(since)}`,
        UNREAD_ADVICE,
      ),
    );
  const open = [...found, ...overdue].filter((one) => !accepted.has(acceptanceKey(one.key, one.howMuch)));
  const { ALARM = [], NOTICE = [] } = Object.groupBy(open, ({ severity }) => severity);
  return { differences: [...ALARM, ...NOTICE], unread, state };
}
