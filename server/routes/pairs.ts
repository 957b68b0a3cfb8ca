import { ApiError } from '../../contract/errors.ts';
import { DEFAULT_AMOUNT } from '../../contract/limits.ts';
import type { Decimal } from '../../contract/money.ts';
import { DefaultPairResponse, PairsResponse } from '../../contract/schemas/instruments.ts';
import type { Pairs } from '../instruments/pairs.ts';
import type { Pricing } from '../pricing/createPricing.ts';
import { recommendAmount } from '../pricing/recommendedAmount.ts';
import { serve, type RoutePlugin } from './route.ts';

/** Specification §7, pairs (D31, D45). */
export const pairRoutes =
  (pairs: Pairs, pricing: PricingParts): RoutePlugin =>
  async (app) => {
    serve(app, 'pairs.list', { output: PairsResponse }, async (_input, _request, reply) => {
      reply.header('cache-control', 'public, max-age=15');
      return pairs.all();
    });

    serve(app, 'pairs.default', { output: DefaultPairResponse }, async (_input, _request, reply) => {
      const pair = pairs.first();
      if (!pair) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'Nothing can be exchanged at the moment.');
      reply.header('cache-control', 'public, max-age=15');
      return { from: pair.from.slug, to: pair.to.slug, amount: firstAmount(pricing, pair) };
    });
  };

type PricingParts = Pick<Pricing, 'desk' | 'book' | 'configuration'>;

function firstAmount(pricing: PricingParts, { from, to }: NonNullable<ReturnType<Pairs['first']>>): Decimal {
  try {
    return recommendAmount(pricing, from, to, Date.now());
  } catch (error) {
    // Without a price the pair is still the default; the form shows that there is no rate.
    if (error instanceof ApiError) return DEFAULT_AMOUNT;
    throw error;
  }
}
