import { ownValue } from '../../contract/tables/ownValue.ts';
import type { Database, Executor } from '../db/database.ts';
import { listNewActions, MOST_NEW_ACTIONS } from '../db/repositories/operatorActions.ts';
import type { BlacklistTable } from '../db/tables/host.ts';
import type {
  ApprovalTable,
  NoticeTable,
  OperatorActionTable,
  ReserveThresholdTable,
  SettingRow,
  SwitchTable,
} from '../db/tables/operator.ts';
import type { DocumentSigner } from './documentSigner.ts';
import { nameOf, type ActionRecord } from './records.ts';
import { readSigned } from './verifyStored.ts';

/** A request for a second operator, without the input: the digest stands for it */
export type SignedApproval = Omit<ApprovalTable, 'input'>;

interface Rows {
  settings: SettingRow;
  switches: SwitchTable;
  blacklist: BlacklistTable;
  reserve_thresholds: ReserveThresholdTable;
  notices: NoticeTable;
  approvals: SignedApproval;
}
export type SignedTable = keyof Rows;

/** The rows of each table that the signed acts of operators explain, by their keys ({@link keyOfRow}). */
export type SignedRows = { readonly [Table in SignedTable]: ReadonlyMap<string, Rows[Table]> } & {
  /** When operators last ended a RECOVERY, in ms since 1970; 0: never */
  readonly openedAt: number;
};
type State = { readonly [Table in SignedTable]: Map<string, Rows[Table]> } & { openedAt: number };

export interface SignedRowsContext {
  readonly database: Database;
  readonly signer: Pick<DocumentSigner, 'publicKeys'>;
}

/** What the effects of the acts that change these tables have, as the acts wrote them */
interface Effects {
  set: { name: string; after: string; isUnset: boolean };
  switch: { switches: Pick<SwitchTable, 'closes' | 'target' | 'slug'>[]; isClosed: boolean; reason?: string | null };
  blacklist: Pick<BlacklistTable, 'kind'> & { values: string[] };
  threshold: Pick<ReserveThresholdTable, 'instrument'> & { amount: ReserveThresholdTable['amount'] | null };
  notice: { concerns: string; en: string; ru: string; until: string };
  request: Pick<ApprovalTable, 'act' | 'subject' | 'digest'> & { effect: unknown };
}
type Apply = (state: State, record: ActionRecord, effect: never) => void;

/** Returns the key of a row, such as "SEND NETWORK tron". */
export function keyOfRow(table: SignedTable, row: Readonly<Record<string, string | number | null>>): string {
  return KEYS[table].map((column) => String(ownValue(row, column))).join(' ');
}

export const keyColumnsOf = (table: SignedTable): readonly string[] => KEYS[table];

const KEYS = {
  settings: ['name'],
  switches: ['closes', 'target', 'slug'],
  blacklist: ['kind', 'value'],
  reserve_thresholds: ['instrument'],
  notices: ['concerns'],
  approvals: ['id'],
} as const satisfies Record<SignedTable, readonly string[]>;

const setBy = ({ actor, at }: ActionRecord) => ({ set_by: nameOf(actor), set_at: Date.parse(at) });

const applySwitches = (state: State, record: ActionRecord, { switches, isClosed, reason }: Effects['switch']): void => {
  for (const place of switches) {
    const key = keyOfRow('switches', place);
    if (isClosed) state.switches.set(key, { ...place, reason: reason ?? null, ...setBy(record) });
    else state.switches.delete(key);
  }
};

const idOf = ({ subject }: ActionRecord): string => subject.replace(/^request /, '');

const endRequest = (state: SignedApproval['state']) => (rows: State, record: ActionRecord) =>
  decide(rows, record, idOf(record), { state, decision: record.reason });

function decide(
  { approvals }: State,
  { actor, at }: ActionRecord,
  id: string,
  decision: Pick<ApprovalTable, 'state' | 'decision'>,
): void {
  const request = approvals.get(id);
  const decidedBy = 'userId' in actor ? actor.userId : null;
  if (request) approvals.set(id, { ...request, ...decision, decided_by: decidedBy, decided_at: Date.parse(at) });
}

/** What each act does to the tables. The other acts change none of them. */
const ACTS: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  [
    'set',
    ({ settings }, record, { name, after, isUnset }: Effects['set']) =>
      void (isUnset ? settings.delete(name) : settings.set(name, { name, value: after, ...setBy(record) })),
  ],
  ...['pause', 'resume', 'stop-payouts', 'resume-payouts', 'freeze', 'unfreeze'].map((act): [string, Apply] => [
    act,
    applySwitches,
  ]),
  [
    'blacklist',
    ({ blacklist }, { reason, at }, { kind, values }: Effects['blacklist']) => {
      for (const value of values.map((one) => one.toLowerCase())) {
        const key = keyOfRow('blacklist', { kind, value });
        if (!blacklist.has(key)) blacklist.set(key, { kind, value, reason, created_at: Date.parse(at) });
      }
    },
  ],
  [
    'threshold',
    ({ reserve_thresholds: thresholds }, record, { instrument, amount }: Effects['threshold']) =>
      void (amount === null
        ? thresholds.delete(instrument)
        : thresholds.set(instrument, { instrument, amount, ...setBy(record) })),
  ],
  [
    'notice',
    ({ notices }, record, { concerns, en, ru, until }: Effects['notice']) =>
      void notices.set(concerns, { concerns, texts: JSON.stringify({ en, ru }), until: Date.parse(until), ...setBy(record) }),
  ],
  ['end-notice', ({ notices }, _record, { concerns }: Effects['notice']) => void notices.delete(concerns)],
  [
    'request',
    ({ approvals }, record, { act, subject, digest, effect }: Effects['request']) => {
      const id = idOf(record);
      const requestedBy = 'userId' in record.actor ? record.actor.userId : 0;
      const request = { id, act, subject, digest, effect: JSON.stringify(effect), reason: record.reason ?? '' };
      const undecided = { state: 'OPEN', decided_by: null, decided_at: null, decision: null } as const;
      approvals.set(id, { ...request, requested_by: requestedBy, requested_at: Date.parse(record.at), ...undecided });
    },
  ],
  ['open', (state, { at }) => void (state.openedAt = Date.parse(at))],
  ['withdraw-request', endRequest('WITHDRAWN')],
  ['refuse-request', endRequest('REFUSED')],
  ['end-request', endRequest('CHANGED')],
]);

function applyAct(state: State, record: ActionRecord): void {
  // The host signed the effect, in the shape that this act has.
  ACTS.get(record.act)?.(state, record, record.effect as never);
  if (record.approval) decide(state, record, record.approval.id, { state: 'APPROVED', decision: record.approval.decision });
}

interface Progress {
  state: State;
  /** The signature of each act that was applied, by its number */
  applied: Map<number, string>;
  /** The number of the newest act in the database that was applied */
  last: number;
}

/** Acts are only appended, so each is verified once per process. */
const progresses = new WeakMap<Database, Progress>();

const createState = (): State => ({
  settings: new Map(),
  switches: new Map(),
  blacklist: new Map(),
  reserve_thresholds: new Map(),
  notices: new Map(),
  approvals: new Map(),
  openedAt: 0,
});

/**
 * Returns the settings, switches, entries of the blacklist, thresholds, notices and requests that the signed acts of operators explain (D79).
 * What applies is read from here and not from the tables, which somebody may have changed. Reads the acts since the last call. An act
 * without the host's signature explains nothing. `executor`: the transaction that asks. What it has not committed is not remembered.
 */
export async function readSignedRows(
  { database, signer }: SignedRowsContext,
  executor: Executor = database,
): Promise<SignedRows> {
  const remembered = progresses.get(database) ?? { state: createState(), applied: new Map(), last: 0 };
  progresses.set(database, remembered);
  let progress = remembered;
  const isApplied = (row?: OperatorActionTable): boolean =>
    row !== undefined && progress.applied.get(row.number) === row.signature;
  let rows = await listNewActions(executor, { after: progress.last - 1 });
  // Somebody removed the newest act. Its number, and smaller ones, may be given again.
  if (progress.last > 0 && !isApplied(rows[0])) rows = await listNewActions(executor, { after: 0 });
  for (;;) {
    if (executor !== database && progress === remembered && !rows.every(isApplied)) progress = copyOf(remembered);
    const unread = rows.filter((row) => !isApplied(row));
    const documents = new Map(
      await Promise.all(unread.map(async (row) => [row, await readSigned(signer.publicKeys, row)] as const)),
    );
    for (const row of rows) {
      const record = documents.get(row) as ActionRecord | null | undefined;
      const isAct = record?.kind === 'action' && record.number === String(row.number) && record.subject === row.subject;
      // A forged one counts for nothing: the number may become that of an act. Another call may have applied the row meanwhile.
      if (isAct && !isApplied(row)) {
        progress.applied.set(row.number, row.signature);
        applyAct(progress.state, record);
      }
      if (isApplied(row)) progress.last = row.number;
    }
    const after = rows.at(-1)?.number;
    if (after === undefined || rows.length < MOST_NEW_ACTIONS) return progress.state;
    rows = await listNewActions(executor, { after });
  }
}

function copyOf({ state, applied, last }: Progress): Progress {
  const { settings, switches, blacklist, reserve_thresholds, notices, approvals, openedAt } = state;
  return {
    state: {
      settings: new Map(settings),
      switches: new Map(switches),
      blacklist: new Map(blacklist),
      reserve_thresholds: new Map(reserve_thresholds),
      notices: new Map(notices),
      approvals: new Map(approvals),
      openedAt,
    },
    applied: new Map(applied),
    last,
  };
}
