import type { ActInput, ActOutput, DecideInput, DecideOutput, PlanInput, PlanOutput } from '../../contract/console/acts.ts';
import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { compare, isDecimal } from '../../contract/money.ts';
import type { Proof } from '../../contract/schemas/secondFactor.ts';
import { publicSessionId } from '../accounts/sessionTokens.ts';
import { randomId } from '../common/hashing.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Executor } from '../db/database.ts';
import { endApproval, findApproval, insertApproval } from '../db/repositories/operator/approvals.ts';
import type { ApprovalTable } from '../db/tables/operator.ts';
import { readSignedRows } from '../guarantee/signedRows.ts';
import { lockActions, recordAction } from '../operator/acts/audit.ts';
import { ACTS, type ActName } from '../operator/acts/index.ts';
import { InvalidInputError, planAct, requireScope, runAct, type PlannedAct } from '../operator/acts/runAct.ts';
import { isOpen, presentApproval, signedApproval } from './approvals.ts';
import type { ConsoleContext, Operator } from './context.ts';

type Json = Record<string, unknown>;
interface Refused {
  refused: string;
  details: Json;
}

const CHANGED: Refused = { refused: 'PLAN_CHANGED', details: {} };

/**
 * Returns what an act would do, or what the request of another operator would do now, and starts the proof that confirms it.
 *
 * @throws ERR_NOT_ENOUGH_PERMISSIONS without the act's scope, ERR_VALIDATION for an unknown act or an input that does not fit, ERR_NOT_FOUND for a
 * request that is over
 */
export async function planAtConsole(context: ConsoleContext, operator: Operator, body: PlanInput): Promise<PlanOutput> {
  const approval = 'approvalId' in body ? await openApproval(context, body.approvalId) : null;
  const { act, input } = approval ? wantedBy(approval) : { act: actNamed(body), input: inputOf(body) };
  const planned = await plan(context, operator, act, input);
  if ('refused' in planned) return planned;
  const { subject, effect, facts, digest, needsSecond, money } = planned;
  const action = approval ? actionOf(digest, approval.id) : actionOf(digest);
  const challenge = await context.proofs.startStepUp(operator.customer, operator.client, action);
  return { act, subject, effect: effect as Json, facts: { ...facts }, digest, needsSecond, money, challenge };
}

/**
 * Does what was planned, or stores a request for a second operator (D61). The proof must have been made for this plan.
 *
 * @throws what {@link planAtConsole} throws; ERR_VALIDATION for a wrong proof, or another amount than the one that moves; ERR_NOT_FOUND
 * for a proof that is over, or of another plan. The audit keeps that the act was refused
 */
export async function actAtConsole(context: ConsoleContext, operator: Operator, body: ActInput): Promise<ActOutput> {
  const act = actNamed(body);
  return await recordRefusal(context, operator, { act, reason: body.reason }, async () => {
    const planned = await plan(context, operator, act, body.input);
    if ('refused' in planned) return planned;
    if (planned.digest !== body.digest) return CHANGED;
    const useProof = await confirm(context, operator, planned, body, actionOf(planned.digest));
    if (planned.needsSecond)
      return await request(context, operator, { act, input: body.input, reason: body.reason }, planned, useProof);
    const confirmation = { ...wordsOf(operator, body.reason), confirm: useProof };
    return present(await runAct(context, actorOf(operator), act, body.input, body.digest, confirmation));
  });
}

/**
 * Approves the request of another operator, which does the act, or ends a request. An approval plans the act again: if it would do
 * something else than what the first operator was shown, the request ends.
 *
 * @throws what {@link actAtConsole} throws; ERR_FORBIDDEN for the own request; ERR_NOT_ENOUGH_PERMISSIONS also if the one who asked lost the scope
 */
export async function decideAtConsole(context: ConsoleContext, operator: Operator, body: DecideInput): Promise<DecideOutput> {
  const approval = await openApproval(context, body.approvalId);
  const wanted = wantedBy(approval);
  return await recordRefusal(context, operator, { act: wanted.act, reason: body.reason }, async () => {
    await requireScope(context.database, actorOf(operator), scopeOf(wanted.act));
    if (body.decision === 'REFUSE') return await end(context, operator, approval, body.reason);
    if (approval.requested_by === operator.customer.userId)
      throw new ApiError('ERR_FORBIDDEN', 'Another operator must approve it.');
    await requireScope(context.database, { userId: approval.requested_by }, scopeOf(wanted.act));
    const planned = await plan(context, operator, wanted.act, wanted.input);
    if ('refused' in planned || planned.digest !== approval.digest) return await endChanged(context, operator, approval);
    if (body.digest !== planned.digest) return CHANGED;
    const useProof = await confirm(context, operator, planned, body, actionOf(planned.digest, approval.id));
    const done = await runAct(context, actorOf(operator), wanted.act, wanted.input, approval.digest, {
      ...wordsOf(operator, approval.reason),
      approval: {
        id: approval.id,
        requestedBy: approval.requested_by,
        requestedAt: isoTime(approval.requested_at),
        decision: body.reason,
      },
      confirm: async (transaction) => {
        await useProof(transaction);
        await endOpen(context, transaction, operator, approval, { state: 'APPROVED', decision: body.reason });
      },
    });
    return present(done);
  });
}

/** Records what an operator tried or took at the console, without a plan. */
export async function recordAtConsole(
  context: ConsoleContext,
  operator: Operator,
  entry: { act: string; subject: string; effect: unknown; reason?: string },
): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    await lockActions(transaction);
    await recordAction(context, transaction, { actor: actorOf(operator), session: sessionOf(operator), ...entry });
  });
}

export const actorOf = ({ customer }: Operator) => ({ userId: customer.userId });
export const sessionOf = ({ customer }: Operator): string => publicSessionId(customer.sessionId);
const wordsOf = (operator: Operator, reason: string) => ({ reason, session: sessionOf(operator) });

/** A proof permits one plan: as the act of the operator, or as the approval of one request. */
const actionOf = (digest: string, approvalId?: string) => ({
  operatorAct: approvalId === undefined ? digest : `${approvalId} ${digest}`,
});

const scopeOf = (act: ActName) => ACTS[act].scope;

/** Throws ERR_VALIDATION for a name that the table of acts does not have. */
function actNamed(body: object): ActName {
  const name = 'act' in body ? body.act : '';
  if (typeof name !== 'string' || !Object.hasOwn(ACTS, name))
    throw new ApiError('ERR_VALIDATION', 'There is no such act.', { field: 'act' });
  return name as ActName;
}

const inputOf = (body: object): unknown => ('input' in body ? body.input : {});

function wantedBy({ act, input }: ApprovalTable): { act: ActName; input: unknown } {
  return { act: actNamed({ act }), input: JSON.parse(input) as unknown };
}

async function openApproval(context: ConsoleContext, id: string): Promise<ApprovalTable> {
  const approval = signedApproval(await readSignedRows(context), await findApproval(context.database, id));
  if (!approval || !isOpen(approval, context.now()))
    throw new ApiError('ERR_NOT_FOUND', 'This request has been decided, or has expired.');
  return approval;
}

async function plan(
  context: ConsoleContext,
  operator: Operator,
  act: ActName,
  input: unknown,
): Promise<PlannedAct<unknown> | Refused> {
  try {
    const planned: PlannedAct<unknown> | { refused: string } = await planAct(context, actorOf(operator), act, input);
    return 'refused' in planned ? presentRefusal(planned) : planned;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new ApiError('ERR_VALIDATION', error.message, { field: 'input' });
  }
}

/** Checks the typed amount and the proof. Returns the function that uses the proof up in the transaction of the act. */
async function confirm(
  context: ConsoleContext,
  { customer, client }: Operator,
  { money }: Pick<PlannedAct<unknown>, 'money'>,
  { typedAmount = '', proof }: { typedAmount?: string; proof: Proof },
  action: { operatorAct: string },
): Promise<(transaction: Executor) => Promise<void>> {
  if (money && !(isDecimal(typedAmount) && compare(typedAmount, money.amount) === 0)) {
    throw new ApiError('ERR_VALIDATION', 'The amount is not the one that moves.', { field: 'typedAmount' });
  }
  return await context.proofs.checkActionProof({ input: proof, action, customer, client });
}

async function request(
  context: ConsoleContext,
  operator: Operator,
  { act, input, reason }: { act: ActName; input: Json; reason: string },
  { subject, effect, digest }: PlannedAct<unknown>,
  useProof: (transaction: Executor) => Promise<void>,
): Promise<ActOutput> {
  const approval: ApprovalTable = {
    id: randomId(),
    act,
    input: JSON.stringify(input),
    digest,
    subject,
    effect: JSON.stringify(effect),
    reason,
    requested_by: operator.customer.userId,
    requested_at: context.now(),
    state: 'OPEN',
    decided_by: null,
    decided_at: null,
    decision: null,
  };
  await context.database.transaction().execute(async (transaction) => {
    await lockActions(transaction);
    await requireScope(transaction, actorOf(operator), scopeOf(act));
    await useProof(transaction);
    await insertApproval(transaction, approval);
    await recordDecision(context, transaction, operator, approval, { act: 'request', reason });
  });
  return { approval: presentApproval(approval, operator, context.now()) };
}

async function end(
  context: ConsoleContext,
  operator: Operator,
  approval: ApprovalTable,
  decision: string,
): Promise<DecideOutput> {
  const isOwn = approval.requested_by === operator.customer.userId;
  return await endInTransaction(context, operator, approval, {
    state: isOwn ? 'WITHDRAWN' : 'REFUSED',
    decision,
    act: isOwn ? 'withdraw-request' : 'refuse-request',
  });
}

async function endChanged(context: ConsoleContext, operator: Operator, approval: ApprovalTable): Promise<Refused> {
  await endInTransaction(context, operator, approval, { state: 'CHANGED', decision: null, act: 'end-request' });
  return CHANGED;
}

async function endInTransaction(
  context: ConsoleContext,
  operator: Operator,
  approval: ApprovalTable,
  { act, ...ending }: Pick<ApprovalTable, 'state' | 'decision'> & { act: string },
): Promise<DecideOutput> {
  const ended = await context.database.transaction().execute(async (transaction) => {
    await lockActions(transaction);
    const row = await endOpen(context, transaction, operator, approval, ending);
    await recordDecision(context, transaction, operator, approval, {
      act,
      ...(ending.decision !== null && { reason: ending.decision }),
    });
    return row;
  });
  return { approval: presentApproval(ended, operator, context.now()) };
}

/** Throws ConcurrentUpdateError if another operator was first. */
async function endOpen(
  { now }: ConsoleContext,
  transaction: Executor,
  operator: Operator,
  approval: ApprovalTable,
  ending: Pick<ApprovalTable, 'state' | 'decision'>,
): Promise<ApprovalTable> {
  const changes = { ...ending, decided_by: operator.customer.userId, decided_at: now() };
  if (!(await endApproval(transaction, approval.id, changes))) throw new ConcurrentUpdateError(approval.id);
  return { ...approval, ...changes };
}

/** The subject is not that of the act: the record of a request must not change what the act's plan relies on. */
async function recordDecision(
  context: ConsoleContext,
  transaction: Executor,
  operator: Operator,
  { id, act, subject, effect, digest }: ApprovalTable,
  entry: { act: string; reason?: string },
): Promise<void> {
  await recordAction(context, transaction, {
    actor: actorOf(operator),
    session: sessionOf(operator),
    subject: `request ${id}`,
    effect: { act, subject, effect: JSON.parse(effect) as unknown, digest },
    ...entry,
  });
}

/** Records an act that was refused to the operator (D61). Another process that was first is no such refusal. */
async function recordRefusal<Output>(
  context: ConsoleContext,
  operator: Operator,
  { act, reason }: { act: ActName; reason: string },
  work: () => Promise<Output>,
): Promise<Output | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) return CHANGED;
    const isRefusal = error instanceof ApiError && error.status < 500;
    if (isRefusal) {
      const effect = { act, code: error.code, message: error.message };
      await recordAtConsole(context, operator, { act: 'denied', subject: 'denied', effect, reason });
    }
    throw error;
  }
}

const presentRefusal = ({ refused, ...details }: { refused: string }): Refused => ({ refused, details });

function present(outcome: { refused: string } | { effect: unknown; result: unknown }) {
  if ('refused' in outcome) return presentRefusal(outcome);
  return { done: true as const, effect: outcome.effect as Json, result: outcome.result };
}
