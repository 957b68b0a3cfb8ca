import Type, { type Static } from 'typebox';
import {
  DecimalText,
  ExchangeTypeSchema,
  NetworkTitle,
  nullable,
  QuoteId,
  RateModeSchema,
  ReferrerId,
  Slug,
  Ticker,
  Timestamp,
} from './common.ts';
import { FiatRateSchema } from './fiat.ts';
import { InstrumentSchema } from './instruments.ts';

/** A quote of a pair. docs/pricing.md explains each amount and its instrument. */
export const PairDataSchema = Type.Object(
  {
    quoteId: Type.Optional(QuoteId),
    instrumentFrom: InstrumentSchema,
    instrumentTo: InstrumentSchema,
    liquidityProviderPublicCode: Type.String(),
    amountToGive: DecimalText,
    amountToGet: DecimalText,
    claimedDepositAmount: DecimalText,
    rateMode: RateModeSchema,
    price: DecimalText,
    marketLeftPrice: DecimalText,
    marketRightPrice: DecimalText,
    marketMinAmount: DecimalText,
    generalMinAmount: DecimalText,
    generalMaxAmount: DecimalText,
    /** The largest amount at a fixed rate, in instrumentFrom; null if the pair has no fixed rate (additive). */
    fixedMaxAmount: Type.Optional(nullable(DecimalText)),
    /** What a fixed rate of the pair costs beyond the platform fee, in percent (D67, additive). */
    fixedPremiumPercent: Type.Optional(DecimalText),
    /** By how many percent the market may get worse before a fixed rate is lost (D67, additive). */
    fixedMarketLimitPercent: Type.Optional(DecimalText),
    depositRules: Type.Object({ minAmount: DecimalText, maxAmount: nullable(DecimalText) }),
    quotes: Type.Object({
      buyQuote: Type.Object({ quoteValue: DecimalText }),
      sellQuote: Type.Object({ quoteValue: DecimalText }),
    }),
    finalNetworkFeeAmount: DecimalText,
    /** The part of `finalNetworkFeeAmount` that pays for collecting the deposit (D53). */
    collectionFeeAmount: Type.Optional(DecimalText),
    platformFee_Absolute: DecimalText,
    updatedAt: Timestamp,
    validUntil: Type.Optional(Timestamp),
    ckm: Type.Optional(nullable(Type.Union([Type.Literal('A'), Type.Literal('B'), Type.Literal('D')]))),
    noKycThreshold: Type.Optional(nullable(DecimalText)),
    /** Set with `exchangeType=fiat` (D62). */
    fiat: Type.Optional(FiatRateSchema),
  },
  { title: 'PairData', description: 'A quote of a pair' },
);
export type PairData = Static<typeof PairDataSchema>;

/**
 * The exchange request options of §3, as query parameters and as the socket's `data`. `claimedDepositAmount` is what is
 * sent when `claimedDepositAmountCurrency` is the slug (or ticker) of `instrumentFrom` or absent, and what is to be
 * received when it is that of `instrumentTo`. Any other value is refused.
 */
export const RateQuery = Type.Object({
  instrumentFromSlug: Slug,
  instrumentToSlug: Slug,
  rateMode: RateModeSchema,
  exchangeType: Type.Optional(ExchangeTypeSchema),
  referrerId: Type.Optional(ReferrerId),
  claimedDepositAmount: DecimalText,
  claimedDepositAmountCurrency: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
});
export type RateInput = Static<typeof RateQuery>;

export const RecommendedAmountQuery = Type.Object({
  fromCurrencyTitle: Ticker,
  fromNetworkTitle: NetworkTitle,
  toCurrencyTitle: Ticker,
  toNetworkTitle: NetworkTitle,
  rateMode: RateModeSchema,
});
export const RecommendedAmountResponse = Type.Object({ recommendedAmount: DecimalText });

/** The last 24 hours of a pair's market price, oldest first (additive; the chart next to the form). */
export const HistoryQuery = Type.Object({ instrumentFromSlug: Slug, instrumentToSlug: Slug });
export const HistoryResponse = Type.Object(
  {
    points: Type.Array(Type.Object({ at: Timestamp, price: DecimalText })),
    changePercent: Type.String({ description: 'Signed, two decimals' }),
  },
  { title: 'RateHistory' },
);
export type HistoryOutput = Static<typeof HistoryResponse>;
