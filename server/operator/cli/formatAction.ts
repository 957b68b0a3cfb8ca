import { isoTime } from '../../../contract/isoTime.ts';
import type { ActionRecord } from '../../guarantee/records.ts';
import { nameOf } from '../../guarantee/records.ts';
import type { OperatorClosures } from '../readClosures.ts';

/** Returns a recorded act as two lines: who did what and when, and its effect. */
export function formatAction({ number, at, actor, act, subject, reason, effect }: ActionRecord): string {
  return `${number}  ${at}  ${nameOf(actor)}  ${act} ${subject}${reason === null ? '' : `: ${reason}`}\n      ${JSON.stringify(effect)}`;
}

const CLOSED = { SEND: 'to send', RECEIVE: 'to receive', PAYOUTS: 'payouts' } as const;

/** Returns what operators closed, as sections of a text. */
export function formatClosures({ switches, fileEntries }: OperatorClosures): string[] {
  const set = switches.map(
    ({ closes, target, slug, reason, set_by, set_at }) =>
      `  ${target.toLowerCase()}${slug === '' ? '' : ` ${slug}`} (${CLOSED[closes]})${reason === null ? '' : `: ${reason}`}, by ${set_by} since ${isoTime(set_at)}`,
  );
  const file = (fileEntries ?? []).map(({ text, expiresAt, isExpired }) =>
    isExpired ? `  ${text}, expired ${isoTime(expiresAt)}` : `  ${text}, until ${isoTime(expiresAt)}`,
  );
  return [
    ...(set.length === 0 ? [] : [[`CLOSED BY OPERATORS: ${set.length}`, ...set].join('\n')]),
    ...(fileEntries === null ? ['operator.json of this host is invalid: the last valid content applies. Correct the file.'] : []),
    ...(file.length === 0 ? [] : [[`CLOSED BY operator.json OF THIS HOST: ${file.length}`, ...file].join('\n')]),
  ];
}
