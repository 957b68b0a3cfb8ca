import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { ATTENTION, STATUS_NOTES } from '../contract/attention.ts';
import {
  ATTENTION_ACTIONS,
  ATTENTION_REASONS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  type AttentionAction,
  type AttentionReason,
  type OrderStatus,
} from '../contract/order.ts';

/** The tables of docs/lifecycle.md, written from the data that server and page follow. */
export const LIFECYCLE_FILE = 'docs/lifecycle.md';

type Row = readonly string[];

const code = (text: string): string => `\`${text}\``;
const list = (texts: readonly string[]): string => (texts.length === 0 ? '–' : texts.join(', '));

const TABLES: Record<string, readonly Row[]> = {
  statuses: [
    ['status', 'what it means', 'who moves it on'],
    ...ORDER_STATUSES.map((status) => [code(status), STATUS_NOTES[status].meaning, STATUS_NOTES[status].movedOnBy]),
  ],
  moves: [['from', 'what happens', 'to', 'events'], ...ORDER_STATUSES.flatMap(movesOf)],
  attention: [
    ['reason', 'in', 'what it means', 'actions', 'at the deadline', 'who moves it on'],
    ...ATTENTION_REASONS.map((reason) => {
      const { statuses, meaning, actions, atDeadline, movedOnBy } = ATTENTION[reason];
      const missing = ORDER_STATUSES.filter((status) => !(statuses as readonly OrderStatus[]).includes(status));
      return [
        code(reason),
        missing.length === 1 ? `all but ${list(missing.map(code))}` : list(statuses.map(code)),
        meaning,
        list(actions),
        atDeadline === null ? '–' : 'refund, where an address is known',
        movedOnBy,
      ];
    }),
  ],
  actions: [
    ['status', ...ATTENTION_ACTIONS],
    ...ORDER_STATUSES.map((status) => [code(status), ...ATTENTION_ACTIONS.map((action) => reasonsFor(status, action))]),
  ],
};

function movesOf(status: OrderStatus): Row[] {
  return Object.entries<{ to: OrderStatus; events: readonly string[] }>(ORDER_TRANSITIONS[status]).map(
    ([move, { to, events }]) => [code(status), move, code(to), list(events.map(code))],
  );
}

/** Why an action can be offered in a status; reasons that are only of this status are called questions. */
function reasonsFor(status: OrderStatus, action: AttentionAction): string {
  const isOffered = (reason: AttentionReason): boolean => {
    const { statuses, actions }: { statuses: readonly OrderStatus[]; actions: readonly AttentionAction[] } = ATTENTION[reason];
    return statuses.includes(status) && actions.includes(action);
  };
  const isQuestion = (reason: AttentionReason): boolean =>
    ATTENTION[reason].statuses.length === 1 && status === 'DECISION_NEEDED';
  const reasons = ATTENTION_REASONS.filter(isOffered);
  const others = reasons.filter((reason) => !isQuestion(reason)).map(code);
  return list(reasons.some(isQuestion) ? ['its question', ...others] : others);
}

function tableOf(rows: readonly Row[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The document with its tables as the data is now. Throws when a table has no place in it. */
export async function renderLifecycle(document: string): Promise<string> {
  let text = document;
  for (const [name, rows] of Object.entries(TABLES)) {
    const place = new RegExp(`(<!-- table: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`${LIFECYCLE_FILE} has no place for the table "${name}"`);
    text = text.replace(place, (_all, begin: string, end: string) => `${begin}\n${tableOf(rows)}\n\n${end}`);
  }
  return await format(text, { ...(await resolveConfig(LIFECYCLE_FILE)), parser: 'markdown' });
}

/** `npm run lifecycle`. */
if (import.meta.main) await writeFile(LIFECYCLE_FILE, await renderLifecycle(await readFile(LIFECYCLE_FILE, 'utf8')));
