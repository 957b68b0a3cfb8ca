import type { Metrics } from '../health/metrics.ts';
import type { RoutePlugin } from './route.ts';

/** Prometheus scrapes the API host directly; our web host does not proxy this path. */
export const metricsRoutes =
  (metrics: Metrics): RoutePlugin =>
  async (app) => {
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
      const { contentType, body } = await metrics.render();
      return await reply.type(contentType).send(body);
    });
  };
