import type { OutboxRow } from '../db/tables/orders.ts';
import { addToBlacklist, listWaitingSends, releaseHeld, retrySend, type OperatorContext } from './operator.ts';

const KINDS = ['ADDRESS', 'EMAIL', 'CLIENT'] as const;

const USAGE = `Commands:
  list                                    payouts and refunds that wait for a person
  release <id>                            lets one go that is held above a cap
  retry <id>                              sends a refused or failed one again, at once
  blacklist ADDRESS|EMAIL|CLIENT <value> [reason]
                                          orders with this are refused from now on`;

/**
 * What an operator can do about orders (D41, D51), in words. The host may be running: every change is one conditional
 * write, which its next round sees. Gives what is to be said; throws what the operator's functions throw.
 */
export async function runOperatorCommand(context: OperatorContext, words: readonly string[]): Promise<string> {
  const [command, subject, ...more] = words;
  if (command === 'list') {
    const waiting = await listWaitingSends(context);
    return waiting.length === 0 ? 'Nothing waits.' : waiting.map(describe).join('\n');
  }
  if (command === 'release' && subject !== undefined) {
    return (await releaseHeld(context, subject)) ? `${subject} is released.` : `${subject} is not held.`;
  }
  if (command === 'retry' && subject !== undefined) {
    return (await retrySend(context, subject)) ? `${subject} is sent again.` : `${subject} has neither been refused nor failed.`;
  }
  const kind = KINDS.find((known) => known === subject);
  const [value, ...reason] = more;
  if (command === 'blacklist' && kind !== undefined && value !== undefined) {
    await addToBlacklist(context, { kind, value, ...(reason.length > 0 && { reason: reason.join(' ') }) });
    return `${kind} ${value} is on the blacklist.`;
  }
  return USAGE;
}

function describe(row: OutboxRow): string {
  const value = row.usd_value === null ? 'value unknown' : `about ${row.usd_value} USD`;
  const since = new Date(row.created_at).toISOString();
  return `${row.id}  ${row.state} ${row.reason ?? ''}  ${row.amount} ${row.instrument} (${value}) to ${row.to_address}, since ${since}`;
}
