import { ApiError } from '../../contract/errors.ts';
import {
  HistoryResponse,
  HistoryQuery,
  PairDataSchema,
  RateQuery,
  RecommendedAmountResponse,
  RecommendedAmountQuery,
  type RateInput,
} from '../../contract/schemas/rates.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { PairData } from '../../contract/schemas/rates.ts';
import type { Pricing } from '../pricing/createPricing.ts';
import { pairHistory } from '../pricing/history.ts';
import { pairDataBody } from '../pricing/pairDataText.ts';
import { recommendAmount } from '../pricing/recommendedAmount.ts';
import { serve, serveHot, type RoutePlugin } from './route.ts';

/** Specification §7, rates, and the history of the last day (additive). */
export const rateRoutes =
  (
    pricing: Pick<Pricing, 'desk' | 'book' | 'configuration'>,
    catalogue: Catalogue,
    feed: MarketFeed,
    quoteFiat: ((input: RateInput) => Promise<PairData>) | null,
  ): RoutePlugin =>
  async (app) => {
    const byTitles = (currencyTitle: string, networkTitle: string): CatalogueInstrument =>
      required(catalogue.find(currencyTitle, networkTitle), `${currencyTitle} on ${networkTitle}`);

    serveHot(app, 'rates.one', { input: RateQuery, output: PairDataSchema, cacheControl: 'no-store' }, (query) =>
      query.exchangeType === 'fiat' && quoteFiat !== null
        ? quoteFiat(query).then(pairDataBody)
        : pairDataBody(pricing.desk.quote(query, Date.now())),
    );

    serve(
      app,
      'rates.recommendedAmount',
      { input: RecommendedAmountQuery, output: RecommendedAmountResponse },
      async (query, _request, reply) => {
        const from = byTitles(query.fromCurrencyTitle, query.fromNetworkTitle);
        const to = byTitles(query.toCurrencyTitle, query.toNetworkTitle);
        reply.header('cache-control', 'public, max-age=10');
        return { recommendedAmount: recommendAmount(pricing, from, to, Date.now()) };
      },
    );

    serve(app, 'rates.history', { input: HistoryQuery, output: HistoryResponse }, async (query, _request, reply) => {
      const from = required(catalogue.instruments.get(query.instrumentFromSlug), query.instrumentFromSlug);
      const to = required(catalogue.instruments.get(query.instrumentToSlug), query.instrumentToSlug);
      reply.header('cache-control', 'public, max-age=30');
      return pairHistory(feed, from.marketSymbol, to.marketSymbol);
    });
  };

function required(instrument: CatalogueInstrument | undefined, name: string): CatalogueInstrument {
  if (!instrument) throw new ApiError('ERR_NOT_FOUND', `There is no instrument ${name}.`);
  return instrument;
}
