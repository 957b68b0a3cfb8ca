import { isoTime } from '../../contract/isoTime.ts';
import { findReconcileState, listFindings, listUnread, type ReconcileState } from '../db/repositories/reconcile.ts';
import type { ReconcileUnreadTable } from '../db/tables/reconcile.ts';
import { acceptanceKey, listAccepted } from './accept.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { describeObject, partOf } from './objects.ts';

/** What is known about the books now, from all runs of all processes. */
export interface Books {
  /** Confirmed differences that no operator accepted, alarms first. Objects that stay unread for too long are alarms. */
  differences: Difference[];
  /** The alarms among them */
  alarms: Alarm[];
  unread: ReconcileUnreadTable[];
  /** null before the first run */
  state: ReconcileState | null;
}

/** What an alarm concerns: new orders and payouts in this part of the exchange wait until it is resolved. */
export interface Alarm {
  /** The slug of a network, EARNINGS, VENUE, or ALL */
  part: string;
  /** When the alarm first appeared, in ms since 1970 */
  since: number;
}

const UNREAD_ADVICE =
  'Find out why its network does not show it: a broken node, or a token contract that was paused or replaced. Look it up on an explorer.';

/** `unreadAlarmMs`: how long an object may stay unread before it is an alarm. */
export async function readBooks(
  { database, catalogue, signer, now }: Pick<ReconcileContext, 'database' | 'catalogue' | 'signer' | 'now'>,
  unreadAlarmMs: number,
): Promise<Books> {
  const state = (await findReconcileState(database)) ?? null;
  const unread = await listUnread(database);
  const accepted = await listAccepted(database, signer.publicKeys);
  const found = (await listFindings(database)).map(
    ({ object, first_found_at: since, key, severity, what, how_much: howMuch, advice: whatToDo }) => {
      const difference: Difference = { key, severity, what, howMuch, whatToDo };
      return { object, since, difference };
    },
  );
  const overdue = unread
    .filter(({ since }) => since <= now() - unreadAlarmMs)
    .map(({ object, since, reason }) => {
      const what = `${describeObject(object)} could not be read (${reason})`;
      return { object, since, difference: alarm(`unread:${object}`, what, `since ${isoTime(since)}`, UNREAD_ADVICE) };
    });
  const open = [...found, ...overdue].filter(({ difference: { key, howMuch } }) => !accepted.has(acceptanceKey(key, howMuch)));
  const { ALARM = [], NOTICE = [] } = Object.groupBy(open, ({ difference }) => difference.severity);
  return {
    differences: [...ALARM, ...NOTICE].map(({ difference }) => difference),
    alarms: ALARM.map(({ object, since, difference }) => ({ part: partOf(catalogue, object, difference.key), since })),
    unread,
    state,
  };
}
