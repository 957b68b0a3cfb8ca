import Type, { type Static } from 'typebox';
import { closed, DecimalText, nullable, OrderId, ReferrerId, Slug, Timestamp } from './common.ts';

/** Affiliates and cashback (specification §7, Account; D48). Amounts are in USDT of TRON unless stated otherwise. */

export const CASHBACK_LEVEL_NAMES = ['BRONZE', 'SILVER', 'GOLD', 'PLATINUM'] as const;
export type CashbackLevelName = (typeof CASHBACK_LEVEL_NAMES)[number];
export const LevelName = Type.Enum(CASHBACK_LEVEL_NAMES, { title: 'CashbackLevel' });
const Percent = { ...DecimalText, examples: ['40'], description: 'A percentage' };

/** The names of a coin whose exchange earned */
export const EarningCoin = Type.Object({ currencyTitle: Type.String(), networkTitle: Type.String(), slug: Slug });

export const ReferrerIdResponse = Type.Object({
  referrerId: { ...ReferrerId, description: 'The main code: the `ref` of your links' },
});
export type ReferrerIdOutput = Static<typeof ReferrerIdResponse>;

export const BalancesResponse = Type.Object({
  balances: Type.Array(
    Type.Object({
      ...EarningCoin.properties,
      amount: { ...DecimalText, description: 'What can be withdrawn' },
      expectedAmount: { ...DecimalText, description: 'What open exchanges will earn if they complete, at the present prices' },
    }),
  ),
});
export type Balances = Static<typeof BalancesResponse>;

export const EarningsQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}-[A-Za-z0-9_-]{22}$', description: '`nextCursor` of the page before' }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^(?:[1-9]\\d?|100)$', description: 'Items of a page, 20 by default' })),
});
export type EarningsInput = Static<typeof EarningsQuery>;

const Earning = {
  instrumentFrom: EarningCoin,
  instrumentTo: EarningCoin,
  completedAt: Timestamp,
  fee: { ...DecimalText, description: 'The part of our fee that the share is computed on' },
  percent: Percent,
  amount: DecimalText,
};
const page = {
  total: Type.Integer({ description: 'The number of items on all pages' }),
  nextCursor: nullable(Type.String({ description: 'null: this is the last page' })),
};

/** The share of exchanges that the customer's codes brought. Never names the customer who exchanged. */
export const AccrualsResponse = Type.Object({
  items: Type.Array(
    Type.Object({
      accrualId: Type.String(),
      code: nullable(Type.String({ description: 'null: an order of one of your API keys' })),
      ...Earning,
    }),
  ),
  ...page,
});
export type Accruals = Static<typeof AccrualsResponse>;

export const CashbacksResponse = Type.Object({
  items: Type.Array(
    Type.Object({
      orderId: OrderId,
      sentAmount: { ...DecimalText, description: 'In `instrumentFrom`' },
      ...Earning,
    }),
  ),
  ...page,
});
export type Cashbacks = Static<typeof CashbacksResponse>;

const LevelTerms = Type.Object({
  level: LevelName,
  percent: Percent,
  fromVolume: { ...DecimalText, description: 'Reached at this volume within the window' },
});

export const CashbackLevelResponse = Type.Object({
  level: LevelName,
  percent: Percent,
  volume: { ...DecimalText, description: 'What counted within the window until now' },
  windowDays: Type.Integer(),
  levels: Type.Array(LevelTerms),
  /** Of `platformFee_Absolute` in pair data: the premium of a fixed rate earns nothing. */
  percentOfFee: Type.Object({ FIXED: Percent, FLOATING: Percent }),
  earned: { ...DecimalText, description: 'All cashback so far' },
  since: nullable(Timestamp),
});
export type CashbackLevel = Static<typeof CashbackLevelResponse>;

export const AFFILIATE_PERIODS = ['7d', '30d', '90d', 'all'] as const;
export type AffiliatePeriod = (typeof AFFILIATE_PERIODS)[number];
export const StatisticsQuery = Type.Object({ period: Type.Optional(Type.Enum(AFFILIATE_PERIODS, { default: '30d' })) });
export type StatisticsInput = Static<typeof StatisticsQuery>;

const figures = { clicks: Type.Integer(), orders: Type.Integer(), earned: DecimalText };
const CodeName = Type.String({ minLength: 1, maxLength: 40, examples: ['Telegram channel'] });

export const AffiliateCodeSchema = Type.Object({
  code: ReferrerId,
  name: Type.String({ description: 'Empty: the main code' }),
  isMain: Type.Boolean(),
  createdAt: Timestamp,
});
export type AffiliateCode = Static<typeof AffiliateCodeSchema>;

export const AffiliateStatisticsResponse = Type.Object({
  period: Type.Enum(AFFILIATE_PERIODS),
  ...figures,
  previous: nullable(Type.Object(figures, { description: 'The same length of time before; null for `all`' })),
  step: Type.Enum(['day', 'month'] as const),
  steps: Type.Array(Type.Object({ from: Timestamp, ...figures }, { description: 'Without gaps, the oldest first; in UTC' })),
  codes: Type.Array(Type.Object({ ...AffiliateCodeSchema.properties, ...figures })),
  /** Of orders of the customer's API keys; `clicks` is 0. */
  apiKeys: Type.Object(figures),
});
export type AffiliateStatistics = Static<typeof AffiliateStatisticsResponse>;

export const CreateCodeBody = Type.Object({ name: CodeName }, closed);
export type CreateCodeInput = Static<typeof CreateCodeBody>;
export const RenameCodeBody = Type.Object({ code: ReferrerId, name: CodeName }, closed);
export type RenameCodeInput = Static<typeof RenameCodeBody>;

export const CountClickBody = Type.Object({ referrerId: ReferrerId }, closed);
export type CountClickInput = Static<typeof CountClickBody>;

export const AffiliateProgramResponse = Type.Object({
  platformFeePercent: Percent,
  referrerSharePercent: Percent,
  cashbackLevels: Type.Array(LevelTerms),
  cashbackWindowDays: Type.Integer(),
  minimumWithdrawal: DecimalText,
});
export type AffiliateProgram = Static<typeof AffiliateProgramResponse>;
