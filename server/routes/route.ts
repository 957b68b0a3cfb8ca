import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { ErrorResponse } from '../../contract/schemas/common.ts';

/**
 * A group of routes: `export const orderRoutes = (orders: OrderService): RoutePlugin => async (app) => { app.route(…) }`.
 * Dependencies are arguments. Handlers limit, authorise, call one domain function and present the result.
 */
export type RoutePlugin = FastifyPluginAsyncTypebox;

/** Returns the `response` schemas of a route: its answer, and `ErrorBody` for all errors. */
export const answers = <Answer extends TSchema>(answer: Answer) => ({ 200: answer, '4xx': ErrorResponse, '5xx': ErrorResponse });

/** Stops caches from storing the answers of a group of routes, except where a route sets `cache-control` itself. */
export function keepPrivate(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    done();
  });
}
