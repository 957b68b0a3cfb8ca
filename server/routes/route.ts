import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { TSchema } from 'typebox';
import { ErrorAnswer } from '../../contract/schemas/common.ts';

/**
 * A group of routes: `export const orderRoutes = (orders: OrderService): RoutePlugin => async (app) => { app.route(…) }`.
 * It gets by argument what it needs and nothing more; handlers limit, authorise, call one domain function and present.
 */
export type RoutePlugin = FastifyPluginAsyncTypebox;

/** The `response` schemas of a route: its answer, and the one error body for everything else. */
export const answers = <Answer extends TSchema>(answer: Answer) => ({ 200: answer, '4xx': ErrorAnswer, '5xx': ErrorAnswer });

/** Limits per client address and minute; the global one is in `app.ts`. */
export const limited = (perMinute: number) => ({ perMinute });
