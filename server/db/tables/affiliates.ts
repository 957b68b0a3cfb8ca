import type { CashbackLevelName } from '../../../contract/schemas/affiliates.ts';
import type { Decimal } from '../../../contract/money.ts';

/** Referral codes, earnings and cashback (D48). Times are in ms since 1970; a day is the time of its begin in UTC. */
export interface AffiliateTables {
  affiliate_codes: AffiliateCodeTable;
  accruals: AccrualTable;
  referrals: ReferralTable;
  affiliate_days: AffiliateDayTable;
  cashback_days: CashbackDayTable;
  cashback_levels: CashbackLevelTable;
}

export interface AffiliateCodeTable {
  /** The `ref` of links (D46) */
  code: string;
  user_id: number;
  /** What the customer calls the place of the link; empty: the main code */
  name: string;
  /** 1 for the first code of a customer */
  is_main: number;
  created_at: number;
}
export type AffiliateCodeRow = Readonly<AffiliateCodeTable>;

/** The referrer of a customer, as the host signed it at the registration; `users` has it too. No row: none, or it was cleared. */
export interface ReferralTable {
  user_id: number;
  /** A `ReferralRecord` as canonical JSON */
  document: string;
  /** hex */
  signature: string;
  key_id: string;
}
export type ReferralRow = Readonly<ReferralTable>;

/** What a completed order earned a customer. REFERRER: the share of its referrer. CASHBACK: of its own customer. */
export interface AccrualTable {
  /** Random, so that a referrer never learns the id of a customer's order */
  id: string;
  order_id: string;
  kind: 'REFERRER' | 'CASHBACK';
  user_id: number;
  /** The referrer's code; empty: an order of an API key, or cashback */
  code: string;
  /** USDT of TRON, as the amounts */
  instrument: string;
  amount: Decimal;
  /** The part of the platform fee that shares are computed on, in the instrument */
  fee: Decimal;
  /** The share of the fee */
  percent: Decimal;
  created_at: number;
  /** What the host signed: an `AccrualRecord` as canonical JSON. Null: of an older version, and not found right yet (D68) */
  document: string | null;
  /** hex */
  signature: string | null;
  key_id: string | null;
}
export type AccrualRow = Readonly<AccrualTable>;

/** What a code brought on a day, so that figures do not need the accruals. */
export interface AffiliateDayTable {
  user_id: number;
  /** Empty: orders of API keys */
  code: string;
  day: number;
  clicks: number;
  orders: number;
  /** In USDT */
  earned: Decimal;
  /** Raised by every write of `orders` and `earned` */
  version: number;
}
export type AffiliateDayRow = Readonly<AffiliateDayTable>;

/** The exchanges of a customer that count toward the cashback level, by day. */
export interface CashbackDayTable {
  user_id: number;
  day: number;
  orders: number;
  /** What was exchanged, in USDT */
  volume: Decimal;
  /** Cashback of these exchanges, in USDT */
  earned: Decimal;
  version: number;
}
export type CashbackDayRow = Readonly<CashbackDayTable>;

/** The highest level that a customer has reached, which is kept (D48). No row: the first level. */
export interface CashbackLevelTable {
  user_id: number;
  level: CashbackLevelName;
  reached_at: number;
}
