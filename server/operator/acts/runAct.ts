import Value from 'typebox/value';
import { ApiError } from '../../../contract/errors.ts';
import { effectiveScopes, OPERATOR_SCOPES, type OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import { sha256 } from '../../common/hashing.ts';
import type { Executor } from '../../db/database.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import { findLastAction } from '../../db/repositories/operatorActions.ts';
import { nameOf, type ActionRecord } from '../../guarantee/records.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { requireWritten, type Act, type MovedMoney, type Plan, type Refusal } from './act.ts';
import { lockActions, recordAction } from './audit.ts';
import { ACTS, type ActName, type EffectOf, type PlanOf, type RefusalOf, type ResultOf } from './index.ts';

/** Who acts: the user of the operating system who runs a command, or a customer who is an operator. */
export type Actor = ActionRecord['actor'];

/** The input does not fit the act's schema. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
}

/** An act as the operator is shown it. `digest` stands for exactly this effect on the rows as they are. */
export interface PlannedAct<Effect> {
  subject: string;
  effect: Effect;
  facts: Readonly<Record<string, unknown>>;
  digest: string;
  /** Whether an operator at the console needs a second one (D61) */
  needsSecond: boolean;
  money: MovedMoney | null;
}

/**
 * Returns what the act would do, or why it can't be done. Changes nothing.
 *
 * @throws InvalidInputError; ApiError ERR_FORBIDDEN without the act's scope, and for a customer if only a command may do it; whatever the gateways throw
 */
export async function planAct<Name extends ActName>(
  context: OperatorContext,
  actor: Actor,
  name: Name,
  input: unknown,
): Promise<PlannedAct<EffectOf<Name>> | RefusalOf<Name>> {
  const prepared = await prepare(context, actor, name, input);
  if ('refused' in prepared) return prepared;
  const { plan, digest } = prepared;
  const { subject, facts = {} } = plan;
  return { subject, effect: effectOf<Name>(plan), facts, digest, ...demandsOf(ACTS[name], plan.effect) };
}

/** Returns what the console demands for an effect. */
function demandsOf(act: Act, effect: unknown): Pick<PlannedAct<unknown>, 'needsSecond' | 'money'> {
  return { needsSecond: act.needsSecond?.(effect) ?? false, money: act.movedMoney?.(effect) ?? null };
}

/** What the console adds to an act. */
export interface Confirmation extends Pick<ActionRecord, 'session' | 'approval'> {
  /** The operator's words */
  reason: string;
  /** Runs in the transaction of the act, before it: uses up what confirms it. What it throws prevents the act. */
  confirm(transaction: Executor): Promise<void>;
}

/**
 * Does the act that `planAct` returned `digest` for, and records it in the same transaction. Plans it again first: another digest is
 * refused, so no act happens twice, and nothing else happens than was shown.
 *
 * @throws ConcurrentUpdateError when another process changed a row meanwhile, ERR_FORBIDDEN for a customer without the approval that the
 * effect needs, and what {@link planAct} and `confirmation` throw. Then nothing was
 * changed; only a failure of what follows the transaction leaves the act done.
 */
export async function runAct<Name extends ActName>(
  context: OperatorContext,
  actor: Actor,
  name: Name,
  input: unknown,
  digest: string,
  confirmation?: Confirmation,
): Promise<{ effect: EffectOf<Name>; result: ResultOf<Name> } | RefusalOf<Name> | Refusal<'PLAN_CHANGED'>> {
  const prepared = await prepare(context, actor, name, input);
  if ('refused' in prepared) return prepared;
  if (prepared.digest !== digest) return { refused: 'PLAN_CHANGED' };
  const { plan, last } = prepared;
  const isAlone = 'userId' in actor && !confirmation?.approval;
  if (isAlone && demandsOf(ACTS[name], plan.effect).needsSecond)
    throw new ApiError('ERR_FORBIDDEN', 'A second operator must approve this.');
  const { reason = plan.reason, session, approval } = confirmation ?? {};
  await context.database.transaction().execute(async (transaction) => {
    await lockActions(transaction);
    await requireScope(transaction, actor, ACTS[name].scope);
    requireWritten((await lastNumber(transaction, plan.subject)) === last, plan.subject);
    await confirmation?.confirm(transaction);
    await plan.execute(transaction, nameOf(actor));
    const { subject, effect } = plan;
    await recordAction(context, transaction, {
      actor,
      act: name,
      subject,
      effect,
      ...(reason !== undefined && { reason }),
      ...(session !== undefined && { session }),
      ...(approval !== undefined && { approval }),
    });
  });
  return { effect: effectOf<Name>(plan), result: ((await plan.after?.()) ?? null) as ResultOf<Name> };
}

/** Throws ERR_NOT_ENOUGH_PERMISSIONS. The command line has all scopes; a customer has those that are stored and in effect (D61). */
export async function requireScope(executor: Executor, actor: Actor, scope: OperatorScope): Promise<void> {
  const scopes = 'systemUser' in actor ? OPERATOR_SCOPES : await readScopes(executor, actor.userId);
  if (scopes.includes(scope)) return;
  throw new ApiError('ERR_NOT_ENOUGH_PERMISSIONS', `This needs the scope ${scope}.`);
}

/** Returns the scopes of a customer that are in effect now; none for all but operators. */
export async function readScopes(executor: Executor, userId: number): Promise<readonly OperatorScope[]> {
  const user = await findUser(executor, userId);
  if (!user || user.closed_at !== null) return [];
  const { email_confirmed_at, has_second_factor } = user;
  const facts = { isEmailConfirmed: email_confirmed_at !== null, hasSecondFactor: has_second_factor === 1 };
  return effectiveScopes(user.operator_scopes, facts);
}

interface Prepared {
  plan: Plan<unknown, unknown>;
  digest: string;
  /** The number of the last act about the same subject */
  last: number;
}

async function prepare<Name extends ActName>(
  context: OperatorContext,
  actor: Actor,
  name: Name,
  input: unknown,
): Promise<Prepared | RefusalOf<Name>> {
  const act: Act = ACTS[name];
  await requireScope(context.database, actor, act.scope);
  if (act.isCommandOnly && 'userId' in actor) throw new ApiError('ERR_FORBIDDEN', 'Only a command on the host can do this.');
  if (!Value.Check(act.input, input)) throw new InvalidInputError(`The input does not fit the act ${name}.`);
  const plan = await act.plan(context, input);
  // The table has this act's own refusals under its name.
  if ('refused' in plan) return plan as RefusalOf<Name>;
  const last = await lastNumber(context.database, plan.subject);
  const { subject, effect, versions } = plan;
  return { plan, last, digest: sha256(canonicalJson({ name, input, subject, effect, versions, last })) };
}

async function lastNumber(executor: Executor, subject: string): Promise<number> {
  return (await findLastAction(executor, subject))?.number ?? 0;
}

/** The table has this act's own effect under its name. */
const effectOf = <Name extends ActName>(plan: Plan<unknown, unknown>): EffectOf<Name> =>
  (plan as PlanOf<Name>).effect as EffectOf<Name>;
