import { ownValue } from '../../contract/tables/ownValue.ts';
import type { Approval, Approvals } from '../../contract/console/acts.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { listEndedApprovals, listOpenApprovals } from '../db/repositories/operator/approvals.ts';
import type { ApprovalTable } from '../db/tables/operator.ts';
import type { Act } from '../operator/acts/act.ts';
import { ACTS } from '../operator/acts/index.ts';
import type { ConsoleContext, Operator } from './context.ts';

/** A request for a second operator can be approved for so long (D61). */
const APPROVAL_MS = 24 * 3_600_000;
const LISTED_MS = 7 * APPROVAL_MS;
const MOST_ENDED = 50;

/** Returns the requests that wait for a second operator, and those of the last days. */
export async function listApprovals({ database, now }: ConsoleContext, operator: Operator): Promise<Approvals> {
  const at = now();
  const expired = at - APPROVAL_MS;
  const ended = await listEndedApprovals(database, { since: at - LISTED_MS, expired, limit: MOST_ENDED });
  return {
    open: (await listOpenApprovals(database, expired)).map((one) => presentApproval(one, operator, at)),
    ended: ended.map((one) => presentApproval(one, operator, at)),
  };
}

/** Returns how many requests wait for a second operator, and a text that changes with them. */
export async function readOpenApprovals({ database, now }: Pick<ConsoleContext, 'database' | 'now'>): Promise<string[]> {
  return (await listOpenApprovals(database, now() - APPROVAL_MS)).map(({ id }) => id);
}

export const isOpen = ({ state, requested_at }: ApprovalTable, now: number): boolean =>
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
