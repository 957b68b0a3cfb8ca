import type { OrderEventKind } from '../order.ts';

/**
 * The lifecycle of a card purchase (D62) as pure data. The provider sells the coin and sends it to the customer; the host only follows
 * what the provider reports.
 */

/** The status of a purchase. Each is one stage of its page. */
export const PURCHASE_STAGES = [
  /** The customer pays at the provider, until the deadline. */
  'AWAITING_PAYMENT',
  /** The bank checks the card and may ask for a code. */
  'AUTHORISING',
  /** The money is held, not taken: the provider wants to verify the customer first. */
  'VERIFYING',
  /** The money is taken; the provider prepares the coin. */
  'PAID',
  /** The provider sends the coin. */
  'DELIVERING',
  /** The coin was sent; the transaction hash is known. */
  'DELIVERED',
  /** The bank refused the card. Nothing was charged. */
  'DECLINED',
  /** The provider cancelled the payment. If money was held, the bank releases it. */
  'CANCELLED',
  /** The money was taken, and the provider could not send the coin. Its support answers for both. */
  'DELIVERY_FAILED',
  /** Nobody paid in time. A late report of the provider changes it. */
  'EXPIRED',
] as const;
export type PurchaseStage = (typeof PURCHASE_STAGES)[number];

const FUNDS = 'INCOMING_FUNDS_DETECTED';
const SENT = 'FUNDS_WITHDRAWAL_START';
const DONE = 'WITHDRAWAL_COMPLETED';

const AUTHORISED = { to: 'AUTHORISING', events: ['DEPOSIT_REGISTERED'] } as const;
const HELD = { to: 'VERIFYING', events: [] } as const;
const REFUSED = {
  declined: { to: 'DECLINED', events: [] },
  /** No money was held. */
  cancelled: { to: 'CANCELLED', events: [] },
  /** Held or taken money returns to the card. */
  released: { to: 'CANCELLED', events: ['REFUND_COMPLETED'] },
} as const;
/** Reports may be lost or late, so each later stage can follow each earlier one. It then writes the events of those between. */
const OUTCOMES = {
  paid: { to: 'PAID', events: [FUNDS] },
  deliveryStarted: { to: 'DELIVERING', events: [FUNDS, SENT] },
  delivered: { to: 'DELIVERED', events: [FUNDS, SENT, DONE] },
  deliveryFailed: { to: 'DELIVERY_FAILED', events: [FUNDS] },
  ...REFUSED,
} as const;

/** All transitions: stage → transition → next stage and the events that are written with it. */
export const PURCHASE_TRANSITIONS = {
  AWAITING_PAYMENT: {
    authorising: AUTHORISED,
    verificationNeeded: HELD,
    ...OUTCOMES,
    expired: { to: 'EXPIRED', events: [] },
  },
  AUTHORISING: { verificationNeeded: HELD, ...OUTCOMES },
  VERIFYING: { authorising: { to: 'AUTHORISING', events: [] }, ...OUTCOMES },
  PAID: {
    deliveryStarted: { to: 'DELIVERING', events: [SENT] },
    delivered: { to: 'DELIVERED', events: [SENT, DONE] },
    deliveryFailed: { to: 'DELIVERY_FAILED', events: [] },
    ...REFUSED,
  },
  DELIVERING: {
    delivered: { to: 'DELIVERED', events: [DONE] },
    deliveryFailed: { to: 'DELIVERY_FAILED', events: [] },
    ...REFUSED,
  },
  DELIVERED: {},
  DECLINED: OUTCOMES,
  CANCELLED: OUTCOMES,
  DELIVERY_FAILED: { delivered: { to: 'DELIVERED', events: [SENT, DONE] }, ...REFUSED },
  EXPIRED: { authorising: AUTHORISED, verificationNeeded: HELD, ...OUTCOMES },
} as const satisfies Record<PurchaseStage, Record<string, { to: PurchaseStage; events: readonly OrderEventKind[] }>>;

export type PurchaseTransition = {
  [Stage in PurchaseStage]: keyof (typeof PURCHASE_TRANSITIONS)[Stage] & string;
}[PurchaseStage];

type Target = { to: PurchaseStage; events: readonly OrderEventKind[] };

/** Returns the result of a transition, or null when the stage does not allow it. */
export function purchaseTransitionFrom(stage: PurchaseStage, transition: PurchaseTransition): Target | null {
  const transitions: Partial<Record<PurchaseTransition, Target>> = PURCHASE_TRANSITIONS[stage];
  return transitions[transition] ?? null;
}

/**
 * How long after its last change a purchase counts as open. Later nobody can expect a report: the customer and the support of the provider
 * settle it between them.
 */
export const PURCHASE_OPEN_MS = 14 * 24 * 3_600_000;

/** Why a purchase ended without a coin. */
export const PURCHASE_END_REASONS = [
  /** The bank refused the payment. */
  'DECLINED_BY_BANK',
  /** The customer did not confirm the payment with the bank in time. */
  'NOT_CONFIRMED',
  /** The identity was not verified in time, or the provider rejected it. */
  'NOT_VERIFIED',
  /** The provider returned money that it had taken. */
  'REFUNDED',
] as const;

/** Whose fee a line is: of the provider for the card, of this exchange, of the coin's network. */
export const PURCHASE_FEES = ['PROVIDER', 'SERVICE', 'NETWORK'] as const;
