import type { Decimal } from '../../../contract/money.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';
import type { Executor } from '../../db/database.ts';
import type { PaymentSource, SweepRow } from '../../db/tables/payments.ts';

/** Money at a deposit address, in one instrument. */
export interface AddressMoney {
  /** Booked there, less what sends that are not booked yet take from it */
  held: Decimal;
  /** The part of it that still belongs to the customer */
  owed: Decimal;
}

/** A coin at a deposit address whose deposits are decided, so that it may leave. */
export interface DecidedCoin {
  instrument: string;
  /** The deposits of the coin that are refunded */
  refunded: readonly Decimal[];
}

/** What collecting a coin may cost, in the coin. */
export interface CostLimits {
  /** The limit of the first day, at most `most` */
  usual: Decimal;
  /** The limit afterwards */
  most: Decimal;
}

/** A deposit address of an owner of payments whose sweep is due (D35). */
export interface DueSweep {
  readonly row: SweepRow;
  /** Names the owner's subject in the ids of sends. */
  readonly subjectId: string;
  readonly source: PaymentSource;
  readonly index: AddressIndex;
  readonly address: string;
  /** Until when the address is scanned, in ms since 1970 */
  readonly watchedUntil: number;
  /** Returns the coins that may leave, and when the last of their deposits was booked; null: none. */
  read(): Promise<{ coins: readonly DecidedCoin[]; lastBookedAt: number | null }>;
  /** The coins are collected at any fee, because their issuer could block the address meanwhile */
  readonly isCollectedAtOnce: boolean;
  /** Returns what collecting a coin may cost before its sweep waits for lower fees; null: it never waits. */
  costLimits(instrument: string): Promise<CostLimits | null>;
  /** Returns what the books say about the address. */
  money(instrument: string): Promise<AddressMoney>;
  /** Returns whether the owner's subject is as it was when the sweep was listed. Then no other plan for it succeeds. */
  claim(transaction: Executor): Promise<boolean>;
}
