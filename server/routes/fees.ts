import { FeesResponse } from '../../contract/schemas/service.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';
import { serve, type RoutePlugin } from './route.ts';

/** Fees and limits of every exchange; additive (feature `fees`). */
export const feeRoutes =
  (configuration: PricingConfiguration): RoutePlugin =>
  async (app) => {
    serve(app, 'service.fees', { output: FeesResponse }, async (_input, _request, reply) => {
      reply.header('cache-control', 'public, max-age=60');
      const { platformFeePercent, fixedPremiumPercent, minimumUsd, maximumFeeSharePercent, maximumUsd, fixedMaximumUsd } =
        configuration;
      return { platformFeePercent, fixedPremiumPercent, minimumUsd, maximumFeeSharePercent, maximumUsd, fixedMaximumUsd };
    });
  };
