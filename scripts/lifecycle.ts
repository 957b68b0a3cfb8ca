import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import { ATTENTION, STATUS_NOTES } from '../contract/attention.ts';
import {
  ATTENTION_REASONS,
  DECISION_REASONS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  type AttentionReason,
  type OrderStatus,
} from '../contract/order.ts';

export const LIFECYCLE_FILE = 'docs/lifecycle.md';

type Row = readonly string[];

const code = (text: string): string => `\`${text}\``;
const list = (texts: readonly string[]): string => (texts.length === 0 ? '–' : texts.join(', '));

/** The tables of the document by name, generated from the data that the server and the page use. */
const TABLES: Record<string, readonly Row[]> = {
  statuses: [
    ['status', 'meaning', 'ended by'],
    ...ORDER_STATUSES.map((status) => [code(status), STATUS_NOTES[status].meaning, list(STATUS_NOTES[status].endedBy)]),
  ],
  transitions: [['from', 'transition', 'to', 'events'], ...ORDER_STATUSES.flatMap(transitionRows)],
  decisions: [['reason', 'meaning'], ...DECISION_REASONS.map((reason) => [code(reason), ATTENTION[reason].meaning])],
  notices: [
    ['reason', 'meaning', 'statuses', 'actions', 'ended by'],
    ...ATTENTION_REASONS.filter((reason) => !DECISION_REASONS.some((one) => one === reason)).map(noticeRow),
  ],
};

function transitionRows(status: OrderStatus): Row[] {
  return Object.entries<{ to: OrderStatus; events: readonly string[] }>(ORDER_TRANSITIONS[status]).map(
    ([transition, { to, events }]) => [code(status), transition, code(to), list(events.map(code))],
  );
}

function noticeRow(reason: AttentionReason): Row {
  const { statuses, meaning, actions, endedBy } = ATTENTION[reason];
  const missing = ORDER_STATUSES.filter((status) => !(statuses as readonly OrderStatus[]).includes(status));
  const where = missing.length === 1 ? `all except ${list(missing.map(code))}` : list(statuses.map(code));
  return [code(reason), meaning, where, list(actions), list(endedBy)];
}

function tableOf(rows: readonly Row[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Returns the document with current tables. Throws when the document lacks the markers of a table. */
export async function renderLifecycle(document: string): Promise<string> {
  let text = document;
  for (const [name, rows] of Object.entries(TABLES)) {
    const place = new RegExp(`(<!-- table: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`${LIFECYCLE_FILE} has no markers for the table "${name}"`);
    text = text.replace(place, (_all, begin: string, end: string) => `${begin}\n${tableOf(rows)}\n\n${end}`);
  }
  return (await format(LIFECYCLE_FILE, text)).code;
}

/** `npm run lifecycle`. */
if (import.meta.main) await writeFile(LIFECYCLE_FILE, await renderLifecycle(await readFile(LIFECYCLE_FILE, 'utf8')));
