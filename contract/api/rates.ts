import type { RateMode } from '../order.ts';
import { RATE_TIMEOUT_MS } from '../limits.ts';
import type { HistoryOutput, PairData, RateInput } from '../schemas/rates.ts';
import { get } from './route.ts';

export type * from '../schemas/rates.ts';

type RecommendedAmountInput = {
  fromCurrencyTitle: string;
  fromNetworkTitle: string;
  toCurrencyTitle: string;
  toNetworkTitle: string;
  rateMode: RateMode;
};

/** Specification §7 rates; `rates.history` is additive (feature `history` of the host). */
export const rateRoutes = {
  'rates.one': get<RateInput, PairData>('/api/v2/rates/public/one', RATE_TIMEOUT_MS),
  'rates.recommendedAmount': get<RecommendedAmountInput, { recommendedAmount: string }>(
    '/api/v1/rates/public/recommended-amount',
  ),
  'rates.history': get<{ instrumentFromSlug: string; instrumentToSlug: string }, HistoryOutput>('/api/v2/rates/public/history'),
} as const;
