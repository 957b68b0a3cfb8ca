import { StatusResponse } from '../../contract/schemas/status.ts';
import type { ServiceStatus } from '../health/serviceStatus.ts';
import { serve, type RoutePlugin } from './route.ts';

/** The state of every component and the incidents of the last 90 days; additive (feature `status`). */
export const statusRoutes =
  (status: ServiceStatus): RoutePlugin =>
  async (app) => {
    serve(app, 'service.status', { output: StatusResponse }, async (_input, _request, reply) => {
      reply.header('cache-control', 'no-store');
      return await status.read();
    });
  };
