import { StatsResponse } from '../../contract/schemas/service.ts';
import type { Statistics } from '../health/statistics.ts';
import { serve, type RoutePlugin } from './route.ts';

/** Specification §7, `stats/public`. */
export const statsRoutes =
  (statistics: Statistics): RoutePlugin =>
  async (app) => {
    serve(app, 'service.stats', { output: StatsResponse }, async (_input, _request, reply) => {
      const stats = await statistics.read();
      reply.header('cache-control', 'public, max-age=30');
      return stats;
    });
  };
