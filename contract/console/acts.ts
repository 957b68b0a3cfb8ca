import Type, { type Static } from 'typebox';
import { closed, DecimalText, nullable, Timestamp } from '../schemas/common.ts';
import { ProofSchema, SecondFactorChallenge } from '../schemas/secondFactor.ts';

/** Acts of operators: planned, confirmed, and where needed approved by a second operator (D61). */

/** A name of the table of acts, such as `release` */
export const ActName = Type.String({ pattern: '^[a-z-]{1,40}$' });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the effect and of the rows that it concerns' });
/** JSON, as the act defines it */
const Json = Type.Record(Type.String(), Type.Unknown());
const Reason = Type.String({ minLength: 3, maxLength: 1_000, pattern: '\\S' });
const ApprovalId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

/** An act that fits an item. The operator fills in the fields of `asks`; the other fields of its input are in `input`. */
export const ActOffer = Type.Object({ act: ActName, input: Json, asks: Type.Array(Type.String()) });
export type ActOffer = Static<typeof ActOffer>;

/** Why an act can't be done now. Nothing was changed. */
const Refused = Type.Object({
  refused: Type.String({ description: 'A code of the act; PLAN_CHANGED: something changed since, plan again' }),
  details: Json,
});

/** An act with its input, or a request of another operator that is to be approved */
export const PlanBody = Type.Union([
  Type.Object({ act: ActName, input: Json }, closed),
  Type.Object({ approvalId: ApprovalId }, closed),
]);
export type PlanInput = Static<typeof PlanBody>;

/** Moved money that the operator types again before the act */
const Money = Type.Object({ amount: DecimalText, instrument: Type.String() });

const Planned = Type.Object({
  act: ActName,
  subject: Type.String({ description: 'Such as a send, an order, a coin or a customer' }),
  effect: Json,
  facts: { ...Json, description: 'Shown too; it may change without another digest, such as a value in USD' },
  digest: Digest,
  needsSecond: Type.Boolean({ description: 'A second operator must approve it' }),
  money: nullable(Money),
  challenge: { ...SecondFactorChallenge, description: 'Its answer is the `proof` of this act, and permits nothing else' },
});
export type PlannedAct = Static<typeof Planned>;
export const PlanResponse = Type.Union([Planned, Refused]);
export type PlanOutput = Static<typeof PlanResponse>;

/** The confirmation of a plan */
const confirmation = {
  digest: Digest,
  reason: Reason,
  typedAmount: Type.Optional(Type.String({ ...DecimalText, description: 'The amount of `money`, typed by the operator' })),
  proof: ProofSchema,
};

export const ActBody = Type.Object({ act: ActName, input: Json, ...confirmation }, closed);
export type ActInput = Static<typeof ActBody>;

const Approval = Type.Object({
  approvalId: ApprovalId,
  act: ActName,
  details: nullable(
    Type.Object(
      { input: Json, subject: Type.String(), effect: Json, reason: Type.String(), decision: nullable(Type.String()) },
      { description: '`decision`: reason of the second operator. null without the scope of the act' },
    ),
  ),
  requestedBy: Type.Integer({ description: 'Number of the customer' }),
  requestedAt: Timestamp,
  expiresAt: Timestamp,
  state: Type.Enum(['OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'CHANGED', 'EXPIRED'] as const, {
    description: 'CHANGED: what it would do had changed when it was approved',
  }),
  decidedBy: nullable(Type.Integer()),
  decidedAt: nullable(Timestamp),
  mayApprove: Type.Boolean({ description: 'Open, of another operator, and the asking operator has its scope' }),
  isOwn: Type.Boolean(),
});
export type Approval = Static<typeof Approval>;

const Done = Type.Object({ done: Type.Literal(true), effect: Json, result: nullable(Type.Unknown()) });

export const ActResponse = Type.Union([Done, Type.Object({ approval: Approval }), Refused]);
export type ActOutput = Static<typeof ActResponse>;

export const ApprovalsResponse = Type.Object({
  open: Type.Array(Approval, { description: 'Oldest first' }),
  ended: Type.Array(Approval, { description: 'Of the last seven days, newest first' }),
});
export type Approvals = Static<typeof ApprovalsResponse>;

/** A request may be refused by each operator with its scope, and withdrawn by the one who made it, without a proof. */
export const DecideBody = Type.Union([
  Type.Object({ approvalId: ApprovalId, decision: Type.Literal('APPROVE'), ...confirmation }, closed),
  Type.Object({ approvalId: ApprovalId, decision: Type.Literal('REFUSE'), reason: Reason }, closed),
]);
export type DecideInput = Static<typeof DecideBody>;
export const DecideResponse = Type.Union([Done, Type.Object({ approval: Approval }), Refused]);
export type DecideOutput = Static<typeof DecideResponse>;
