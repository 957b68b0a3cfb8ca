import type { Metrics } from '../metrics.ts';
import type { RoutePlugin } from './route.ts';

/** Prometheus scrapes the API host itself; our web host does not pass this path on. */
export const metricsRoutes =
  (metrics: Metrics): RoutePlugin =>
  async (app) => {
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
      const { contentType, body } = await metrics.render();
      return await reply.type(contentType).send(body);
    });
  };
