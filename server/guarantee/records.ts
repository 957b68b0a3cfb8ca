import type { Decimal } from '../../contract/money.ts';
import type { CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';

/**
 * A refund address that was named after the order's creation, signed by the host. With these records the sender and reconciliation
 * recognise an address that somebody wrote into the database. They are not part of the API.
 */
export type DecisionRecord = {
  kind: 'decision';
  orderId: string;
  /** Counts the decisions of the order, from 1. */
  number: string;
  /** The outbox id of the refund that the address is for; null: the order's own refund address from now on */
  refundId: string | null;
  refundAddress: string;
  refundAddressMemo: string | null;
  by: 'CUSTOMER' | 'OPERATOR';
  /** ISO 8601 */
  at: string;
};

/**
 * A change of our own money at the treasury (D9) or at an exchange, signed by the host: capital, or a result of the exchange. With these
 * records reconciliation recognises capital that somebody wrote into the database. They are not part of the API.
 */
export type CapitalRecord = {
  kind: 'capital';
  /** Counts up without a gap over all instruments, from 0, so that a missing record shows. */
  number: string;
  instrument: string;
  /** Signed, in the instrument. The opening capital of a coin may be 0. */
  amount: Decimal;
  account: 'CAPITAL' | 'VENUE_RESULT';
  note: string;
  /** ISO 8601 */
  at: string;
};

/**
 * A difference that an operator explained, signed by the host: otherwise a row in the database could hide a theft. It is not part of
 * the API.
 */
export type AcceptanceRecord = {
  kind: 'acceptance';
  /** Key and amount of the difference */
  difference: string;
  howMuch: string;
  note: string;
  /** ISO 8601 */
  at: string;
};

/**
 * What a customer asked to withdraw, signed by the host. With these records the sender and reconciliation recognise a withdrawal that
 * somebody wrote into the database. They are not part of the API.
 */
export type WithdrawalRecord = {
  kind: 'withdrawal';
  withdrawalId: string;
  userId: string;
  instrument: string;
  /** What leaves the balance, in the instrument */
  amount: Decimal;
  networkFee: Decimal;
  address: string;
  /** ISO 8601 */
  at: string;
};

/**
 * What a completed order earned a customer, and by which rules (D68), signed by the host. With these records the sender of withdrawals
 * and reconciliation recognise earnings that somebody wrote into the database. They are not part of the API.
 */
export type AccrualRecord = {
  kind: 'accrual';
  accrualId: string;
  orderId: string;
  userId: string;
  earned: 'REFERRER' | 'CASHBACK';
  /** The referrer's code; empty: an order of an API key, or cashback */
  code: string;
  /** How the order came to its owner; null: a guest's */
  source: 'SESSION' | 'API_KEY' | 'CLAIMED' | null;
  instrument: string;
  amount: Decimal;
  /** The part of the platform fee that shares are computed on, in the instrument */
  fee: Decimal;
  /** The share of `fee` */
  percent: Decimal;
  /** The platform fee of the settled order, in the coin that the customer received */
  platformFee: Decimal;
  /** Price of that coin in the instrument */
  price: Decimal;
  /** The platform fee and the premium of a fixed rate that were in force, in percent */
  platformFeePercent: Decimal;
  fixedPremiumPercent: Decimal;
  /** ISO 8601 */
  at: string;
};

/**
 * Which earnings an order had when it completed, and what it counted toward the cashback level of its customer (D68), signed by the
 * host: with it reconciliation recognises an earning that somebody deleted, and a level that nobody reached. It is not part of the API.
 */
export type EarningsRecord = {
  kind: 'earnings';
  orderId: string;
  /** Sorted; empty: the order earned nothing */
  accrualIds: readonly string[];
  /** null: the order counted toward no level */
  counted: {
    userId: string;
    /** In USDT */
    volume: Decimal;
    /** The level of the customer afterwards */
    level: CashbackLevelName;
    /** The rules in force: the volume from which this level is reached, and the days that count */
    fromVolume: Decimal;
    windowDays: string;
  } | null;
  /** ISO 8601 */
  at: string;
};

/**
 * The owner of an order, and who earns the referrer's share of it (D68), signed by the host when the order is created, and when it is added
 * to an account. With it earnings go to nobody whom somebody wrote into the database. It is not part of the API.
 */
export type OriginRecord = {
  kind: 'origin';
  orderId: string;
  /** Counts the origins of the order, from 1. */
  number: string;
  /** How the order came to its owner; null: a guest's */
  source: 'SESSION' | 'API_KEY' | 'CLAIMED' | null;
  ownerId: string | null;
  referrerId: string | null;
  /** The referrer's code; empty: an order of an API key; null: without a referrer */
  code: string | null;
  /** What the order earns, in percent of the shared fee, by the rules it was created with (D72). Missing: nobody earns from it */
  shares?: { referrer: Decimal; cashback: Record<CashbackLevelName, Decimal> };
  /** ISO 8601 */
  at: string;
};

/**
 * The referrer of a customer, signed by the host at the registration (D68). With it reconciliation recognises a referrer that somebody wrote
 * into the database. It is not part of the API.
 */
export type ReferralRecord = {
  kind: 'referral';
  userId: string;
  referrerId: string;
  code: string;
  /** ISO 8601 */
  at: string;
};

/**
 * A send that reconciliation compared with its network for the last time, signed by the host: otherwise a row in the database could
 * hide a changed send. It is not part of the API.
 */
export type VerificationRecord = {
  kind: 'verification';
  sendId: string;
  /** SHA-256 of what was compared, hex */
  sendHash: string;
  /** ISO 8601 */
  at: string;
};

/**
 * What an operator did, signed by the host. Each record names the hash of the one before it, so that reconciliation recognises one that
 * was changed or removed. They are not part of the API.
 */
export type ActionRecord = {
  kind: 'action';
  /** Counts up without a gap, from 1. */
  number: string;
  /** The user of the operating system who ran a command, or the customer who is an operator */
  actor: { systemUser: string } | { userId: number };
  act: string;
  subject: string;
  reason: string | null;
  /** What the operator was shown before, and what was done */
  effect: unknown;
  /** The session of the console, as customers see its id in the list of sessions; missing: a command */
  session?: string;
  /** The operator who asked for it, and what the second one, who is the actor, said (D61) */
  approval?: { id: string; requestedBy: number; requestedAt: string; decision: string };
  /** SHA-256 of the document before, hex; null for the first one */
  previous: string | null;
  /** ISO 8601 */
  at: string;
};

/**
 * What the record of acts was at a time, signed by the host each hour. Reconciliation compares it with the record, so that it finds when
 * the newest acts were removed or written again. It is not part of the API.
 */
export type CheckpointRecord = {
  kind: 'checkpoint';
  /** Counts up without a gap, from 1. */
  number: string;
  /** The number of the newest act; "0": there was none */
  actions: string;
  /** SHA-256 of its document, hex */
  hash: string | null;
  /** SHA-256 of the checkpoint before, hex; null for the first one */
  previous: string | null;
  /** ISO 8601 */
  at: string;
};

/** Returns the decisions among an order's documents, oldest first. `rows` are sorted by number. */
export function readDecisions(rows: readonly SignedDocumentTable[]): DecisionRecord[] {
  return rows.filter(({ kind }) => kind === 'DECISION').map(({ document }) => JSON.parse(document));
}

/** Returns the operator's name as switches and lists show it. */
export function nameOf(actor: ActionRecord['actor']): string {
  return 'systemUser' in actor ? actor.systemUser : `customer ${actor.userId}`;
}
