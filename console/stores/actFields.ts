import { ownValue } from '../../contract/tables/ownValue.ts';
/** How the operator fills in the fields of acts, by their names. */

/** Fields that may be empty: the first are null then, the others are left out. */
const NULLABLE: readonly string[] = ['memoOrNetwork'];
const OPTIONAL: readonly string[] = [...NULLABLE, 'memo', 'network', 'refundAddress', 'refundMemo', 'collectedBy'];
const NUMBERS: readonly string[] = ['fromBlock', 'transactions', 'userId', 'requestsPerMinute', 'unpaidOrders'];
const FLAGS: readonly string[] = ['isReplacing', 'isNoPayment'];
/** The text of a file that the operator chooses */
const FILES: readonly string[] = ['guarantee'];
/** Typed as all times of the console are shown, in UTC, such as 2026-11-22T14:06 */
const TIMES: readonly string[] = ['from', 'to', 'until'];

/** Fields that take one of a few values, by act and name */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'pause.reason': ['MAINTENANCE', 'NO_RESERVE', 'NETWORK_CONGESTED'],
  'pause.side': ['both', 'send', 'receive'],
  'resume.side': ['both', 'send', 'receive'],
  'explain.explanation': ['OWN', 'LOSS'],
  'blacklist.kind': ['ADDRESS', 'EMAIL', 'CLIENT'],
};

const MINUTE_MS = 60_000;
/** How far from now a field of a time is at first: the last hour, or four hours from now on */
const USUAL_MS: Readonly<Record<string, number>> = { from: -60 * MINUTE_MS, to: MINUTE_MS, until: 240 * MINUTE_MS };

/** Returns what the fields contain at first. `now` in ms */
export function usualValues(asks: readonly string[], now: number): Record<string, string> {
  return Object.fromEntries(
    asks.flatMap((name) => {
      const later = ownValue(USUAL_MS, name);
      return later === undefined ? [] : [[name, new Date(now + later).toISOString().slice(0, 16)]];
    }),
  );
}

export const isOptional = (name: string): boolean => OPTIONAL.includes(name) || FLAGS.includes(name);
export const isFlag = (name: string): boolean => FLAGS.includes(name);
export const isFile = (name: string): boolean => FILES.includes(name);
export const isTime = (name: string): boolean => TIMES.includes(name);
export const choicesOf = (act: string, name: string): readonly string[] | undefined => ownValue(CHOICES, `${act}.${name}`);

/** Returns what the host is sent for a filled field; undefined: nothing. */
export function valueOf(name: string, text: string): unknown {
  if (FILES.includes(name)) return text;
  const trimmed = text.trim();
  if (FLAGS.includes(name)) return trimmed === 'true';
  if (NUMBERS.includes(name)) return Number(trimmed);
  if (TIMES.includes(name)) return isoOf(trimmed);
  if (trimmed === '' && OPTIONAL.includes(name)) return NULLABLE.includes(name) ? null : undefined;
  return trimmed;
}

/** The browser's field leaves out seconds, which the host wants. */
function isoOf(text: string): string {
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
