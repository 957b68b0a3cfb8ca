import type { CashbackLevelName } from '../../../contract/schemas/affiliates.ts';
import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Referral codes, earnings and cashback (D48). Times are in ms since 1970; a day is the time of its begin in UTC. */
export const affiliateTables = {
  affiliate_codes: table({
    /** The `ref` of links (D46) */
    code: text().primaryKey(),
    user_id: integer().references('users'),
    /** What the customer calls the place of the link; empty: the main code */
    name: text(),
    /** 1 for the first code of a customer */
    is_main: integer(),
    created_at: bigint(),
  }).indexes(['user_id', 'created_at'], {
    name: 'affiliate_codes_main',
    columns: ['user_id'],
    isUnique: true,
    where: 'is_main = 1',
  }),
  /** What a completed order earned a customer. REFERRER: the share of its referrer. CASHBACK: of its own customer. */
  accruals: table({
    /** Random, so that a referrer never learns the id of a customer's order */
    id: text().primaryKey(),
    order_id: text().references('orders'),
    kind: text<'REFERRER' | 'CASHBACK'>(),
    user_id: integer().references('users'),
    /** The referrer's code; empty: an order of an API key, or cashback */
    code: text(),
    /** USDT of TRON, as the amounts */
    instrument: text(),
    amount: amount(),
    /** The part of the platform fee that shares are computed on, in the instrument */
    fee: amount(),
    /** The share of the fee */
    percent: amount(),
    created_at: bigint(),
    /** What the host signed: an `AccrualRecord` as canonical JSON (D68) */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  })
    .unique('order_id', 'kind')
    .indexes(['user_id', 'kind', 'created_at', 'id']),
  /** The referrer of a customer, as the host signed it at the registration; `users` has it too. No row: none, or it was cleared. */
  referrals: table({
    user_id: integer().primaryKey().references('users'),
    /** A `ReferralRecord` as canonical JSON */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  }),
  /** What a code brought on a day, so that figures do not need the accruals. */
  affiliate_days: table({
    user_id: integer().references('users'),
    /** Empty: orders of API keys */
    code: text(),
    day: bigint(),
    clicks: integer(),
    orders: integer(),
    /** In USDT */
    earned: amount(),
    /** Raised by every write of `orders` and `earned` */
    version: integer(),
  }).key('user_id', 'day', 'code'),
  /** The exchanges of a customer that count toward the cashback level, by day. */
  cashback_days: table({
    user_id: integer().references('users'),
    day: bigint(),
    orders: integer(),
    /** What was exchanged, in USDT */
    volume: amount(),
    /** Cashback of these exchanges, in USDT */
    earned: amount(),
    version: integer(),
  }).key('user_id', 'day'),
  /** The highest level that a customer has reached, which is kept (D48). No row: the first level. */
  cashback_levels: table({
    user_id: integer().primaryKey().references('users'),
    level: text<CashbackLevelName>(),
    reached_at: bigint(),
  }),
};

export type AffiliateCodeRow = RowOf<typeof affiliateTables.affiliate_codes>;
export type ReferralRow = RowOf<typeof affiliateTables.referrals>;
export type AccrualRow = RowOf<typeof affiliateTables.accruals>;
export type AffiliateDayRow = RowOf<typeof affiliateTables.affiliate_days>;
export type CashbackDayRow = RowOf<typeof affiliateTables.cashback_days>;
