import { serviceRoutes as calls } from '../../contract/api/service.ts';
import { StatusResponse } from '../../contract/schemas/status.ts';
import type { ServiceStatus } from '../health/serviceStatus.ts';
import { answers, type RoutePlugin } from './route.ts';

/** The state of every component and the incidents of the last 90 days; additive (feature `status`). */
export const statusRoutes =
  (status: ServiceStatus): RoutePlugin =>
  async (app) => {
    app.get(
      calls['service.status'].path,
      { schema: { tags: ['service'], response: answers(StatusResponse) } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return await status.read();
      },
    );
  };
