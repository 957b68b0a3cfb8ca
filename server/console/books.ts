import type { ConsoleBooks } from '../../contract/console/books.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { describeObject } from '../reconcile/objects.ts';
import { readBooks } from '../reconcile/books.ts';
import type { ConsoleContext } from './context.ts';
import { timeOrNull } from './payments.ts';
import { offer } from './waiting.ts';

/** Returns what reconciliation found and nobody accepted, alarms first. `unreadAlarmMs`: as reconciliation uses it. */
export async function readConsoleBooks(context: ConsoleContext, unreadAlarmMs: number): Promise<ConsoleBooks> {
  const { differences, unread, state } = await readBooks(context, unreadAlarmMs);
  return {
    endedAt: timeOrNull(state?.ended_at ?? null),
    fullAt: timeOrNull(state?.full_at ?? null),
    differences: differences.map(({ key, severity, what, howMuch, whatToDo }) => ({
      key,
      severity,
      what,
      howMuch,
      advice: whatToDo,
      // A difference of the treasury or of an exchange is booked as capital instead.
      acts: /^(?:treasury|venue):/.test(key) ? [] : [offer('accept', { key }, ['note'])],
    })),
    unread: unread.map(({ object, reason, since }) => ({ object: describeObject(object), reason, since: isoTime(since) })),
  };
}
