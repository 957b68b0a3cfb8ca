import type { Static, TSchema } from 'typebox';
import type { Decimal } from '../../../contract/money.ts';
import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import type { Executor } from '../../db/database.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** What an act will do. Made from what the database and the networks say now; nothing is changed yet. */
export interface Plan<Effect, Result = null> {
  /** What the act is about, such as a send, an order or a coin */
  subject: string;
  /** What the operator is shown, and what the audit keeps for ever: JSON. A customer is named by number, never by e-mail */
  effect: Effect;
  /** Shown with the effect. Neither the digest nor the audit covers it: it changes by itself, such as a value in USD. */
  facts?: Readonly<Record<string, unknown>>;
  /** The state of the rows that the act changes or relies on. A plan with another state has another digest. */
  versions: readonly unknown[];
  /** The operator's own words, if the act takes any */
  reason?: string | null;
  /** Changes the rows, each with a conditional write. `operator` names who does it. Throws ConcurrentUpdateError. */
  execute(transaction: Executor, operator: string): Promise<void>;
  /** What follows after the transaction, such as a scan of a network. It can be repeated. */
  after?(): Promise<Result>;
}

/** Why an act can't be done now. Nothing was changed. */
export interface Refusal<Code extends string = string> {
  refused: Code;
}

/** Money that an act moves. The operator types its amount again. */
export interface MovedMoney {
  amount: Decimal;
  instrument: string;
}

/** One action of an operator. `acts/index.ts` is the table of all. */
export interface Act {
  scope: OperatorScope;
  input: TSchema;
  /** The console does not have it: only who can run commands on the host may do it (D61) */
  isCommandOnly?: true;
  /** Reads rows and networks. Throws whatever the gateways throw. */
  plan(context: OperatorContext, input: unknown): Promise<Plan<unknown, unknown> | Refusal>;
  /** Whether a second operator must approve this effect (D61); missing: never. The command line needs none. */
  needsSecond?(effect: unknown): boolean;
  /** The money that this effect moves; missing: none */
  movedMoney?(effect: unknown): MovedMoney | null;
}

type EffectIn<Outcome> = Extract<Outcome, Plan<unknown, unknown>>['effect'];

/** Types an act by the schema of its input. */
export function defineAct<Schema extends TSchema, Outcome extends Plan<unknown, unknown> | Refusal>(act: {
  scope: OperatorScope;
  input: Schema;
  isCommandOnly?: true;
  plan(context: OperatorContext, input: Static<Schema>): Promise<Outcome>;
  needsSecond?(effect: EffectIn<Outcome>): boolean;
  movedMoney?(effect: EffectIn<Outcome>): MovedMoney | null;
}) {
  return act;
}

export function refuse<const Code extends string, const Details extends object = object>(
  refused: Code,
  details?: Details,
): Refusal<Code> & Details {
  return { refused, ...details } as Refusal<Code> & Details;
}

/** Throws ConcurrentUpdateError if a conditional write found its row changed. `id` names what was changed. */
export function requireWritten(isWritten: boolean, id: string): void {
  if (!isWritten) throw new ConcurrentUpdateError(id);
}
