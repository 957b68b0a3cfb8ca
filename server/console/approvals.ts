import { ownValue } from '../../contract/tables/ownValue.ts';
import type { Approval, Approvals } from '../../contract/console/acts.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { listEndedApprovals, listOpenApprovals } from '../db/repositories/operator/approvals.ts';
import type { ApprovalTable } from '../db/tables/operator.ts';
import { readSignedRows, type SignedRows } from '../guarantee/signedRows.ts';
import type { Act } from '../operator/acts/act.ts';
import { ACTS } from '../operator/acts/index.ts';
import type { ConsoleContext, Operator } from './context.ts';

/** A request for a second operator can be approved for so long (D61). */
const APPROVAL_MS = 24 * 3_600_000;
const LISTED_MS = 7 * APPROVAL_MS;
const MOST_ENDED = 50;

/** Returns the requests that wait for a second operator, and those of the last days. */
export async function listApprovals(context: ConsoleContext, operator: Operator): Promise<Approvals> {
  const { database } = context;
  const signed = await readSignedRows(context);
  const at = context.now();
  const expired = at - APPROVAL_MS;
  const ended = await listEndedApprovals(database, { since: at - LISTED_MS, expired, limit: MOST_ENDED });
  const present = (rows: readonly ApprovalTable[], areOpen: boolean): Approval[] =>
    rows
      .flatMap((row) => signedApproval(signed, row) ?? [])
      .filter((row) => isOpen(row, at) === areOpen)
      .map((row) => presentApproval(row, operator, at));
  return { open: present(await listOpenApprovals(database, expired), true), ended: present(ended, false) };
}

/** Returns how many requests wait for a second operator, and a text that changes with them. */
export async function readOpenApprovals(context: Pick<ConsoleContext, 'database' | 'signer' | 'now'>): Promise<string[]> {
  const { approvals } = await readSignedRows(context);
  return [...approvals.values()].filter((one) => isOpen(one, context.now())).map(({ id }) => id);
}

/** Returns a request as its signed acts explain it (D79); undefined: none does. Its digest covers the input, which no act has. */
export function signedApproval({ approvals }: SignedRows, row: ApprovalTable | undefined): ApprovalTable | undefined {
  const signed = row && approvals.get(row.id);
  return signed && { ...row, ...signed };
}

export const isOpen = ({ state, requested_at }: Pick<ApprovalTable, 'state' | 'requested_at'>, now: number): boolean =>
  state === 'OPEN' && now - requested_at < APPROVAL_MS;

export function presentApproval(row: ApprovalTable, { customer, scopes }: Operator, now: number): Approval {
  const acts: Readonly<Record<string, Act | undefined>> = ACTS;
  const scope = ownValue(acts, row.act)?.scope;
  const isOwn = row.requested_by === customer.userId;
  const hasScope = scope !== undefined && scopes.includes(scope);
  const { input, subject, effect, reason, decision } = row;
  return {
    approvalId: row.id,
    act: row.act,
    details: isOwn || hasScope ? { input: JSON.parse(input), subject, effect: JSON.parse(effect), reason, decision } : null,
    requestedBy: row.requested_by,
    requestedAt: isoTime(row.requested_at),
    expiresAt: isoTime(row.requested_at + APPROVAL_MS),
    state: row.state === 'OPEN' && !isOpen(row, now) ? 'EXPIRED' : row.state,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at === null ? null : isoTime(row.decided_at),
    mayApprove: isOpen(row, now) && !isOwn && hasScope,
    isOwn,
  };
}
