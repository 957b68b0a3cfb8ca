import { serviceRoutes as calls } from '../../contract/api/service.ts';
import { StatsResponse } from '../../contract/schemas/service.ts';
import type { Statistics } from '../health/statistics.ts';
import { answers, type RoutePlugin } from './route.ts';

/** Specification §7, `stats/public`. */
export const statsRoutes =
  (statistics: Statistics): RoutePlugin =>
  async (app) => {
    app.get(
      calls['service.stats'].path,
      { schema: { tags: ['service'], response: answers(StatsResponse) } },
      async (_request, reply) => {
        const stats = await statistics.read();
        reply.header('cache-control', 'public, max-age=30');
        return stats;
      },
    );
  };
