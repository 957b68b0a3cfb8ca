import { ownValue } from '../../contract/tables/ownValue.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import type { Route } from '../../contract/api/route.ts';
import { Empty, ErrorResponse } from '../../contract/schemas/common.ts';

/**
 * A group of routes: `export const orderRoutes = (orders: OrderService): RoutePlugin => async (app) => { serve(app, …) }`.
 * Dependencies are arguments. Handlers limit, authorise, call one domain function and present the result.
 */
export type RoutePlugin = FastifyPluginAsyncTypebox;

/** Returns the `response` schemas of a route: its answer, and `ErrorBody` for all errors. */
export const answers = <Answer extends TSchema>(answer: Answer) => ({ 200: answer, '4xx': ErrorResponse, '5xx': ErrorResponse });

/** The areas of calls that the API description shows under the name of another one. */
const TAGS: Readonly<Record<string, string>> = {
  accountEnd: 'users',
  apiKeys: 'api-keys',
  desktopSignIn: 'users',
  identity: 'users',
  messenger: 'users',
  pairs: 'instruments',
  seo: 'service',
};

/** Returns the tags of a call in the API description. */
export function tagsOf(name: CallName): string[] {
  const [area = ''] = name.split('.');
  return [ownValue(TAGS, area) ?? area];
}

/**
 * Adds a call of the route table. `input` is the schema of its query or body; without it, a POST has an empty body. Without `output`
 * the answer is empty. `onRequest` runs before the body is read; what it throws refuses the call.
 */
export function serve<Input extends TSchema = typeof Empty, Output extends TSchema = typeof Empty>(
  app: Pick<FastifyInstance, 'route'>,
  name: CallName,
  { input, output, onRequest }: { input?: Input; output?: Output; onRequest?: (request: FastifyRequest) => Promise<void> },
  handle: (
    input: Static<Input>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<typeof Empty extends Output ? void : Static<Output>>,
): void {
  const { method, path, bodyBytes }: Route<never, unknown> = apiRoutes[name];
  const isRead = method === 'GET';
  app.route({
    method,
    url: path,
    ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
    ...(onRequest && { onRequest }),
    schema: {
      tags: tagsOf(name),
      ...(isRead ? input && { querystring: input } : { body: input ?? Empty }),
      response: answers(output ?? Empty),
    },
    handler: async (request, reply) =>
      (await handle((isRead ? request.query : request.body) as Static<Input>, request, reply)) ?? {},
  });
}

/** Why a hot read has left a request to its route: what its `answer` threw */
export const hotReadFailures = new WeakMap<FastifyRequest, unknown>();

/**
 * Adds a read of the route table that is called very often. `answer` returns the answer, or its text in UTF-8. `server/hotReads.ts` answers
 * ordinary requests, and this route those that it leaves: signed calls, refusals, errors.
 */
export function serveHot<Input extends TSchema = typeof Empty, Output extends TSchema = typeof Empty>(
  app: Pick<FastifyInstance, 'route'>,
  name: CallName,
  { input, output, cacheControl }: { input?: Input; output: Output; cacheControl: string },
  answer: (input: Static<Input>, request: FastifyRequest) => Static<Output> | Buffer | Promise<Static<Output> | Buffer>,
): void {
  const headers = { 'cache-control': cacheControl, 'content-type': 'application/json; charset=utf-8' };
  app.route({
    method: 'GET',
    url: apiRoutes[name].path,
    schema: { tags: tagsOf(name), ...(input && { querystring: input }), response: answers(output) },
    config: { hotRead: { input, output, headers, answer: (query, request) => answer(query as Static<Input>, request) } },
    handler: async (request, reply) => {
      // The hot read may have asked already, perhaps a database that does not answer.
      if (hotReadFailures.has(request)) throw hotReadFailures.get(request);
      const found = await answer(request.query as Static<Input>, request);
      return await reply.headers(headers).send(found);
    },
  });
}

/** Stops caches from storing the answers of a group of routes, except where a route sets `cache-control` itself. */
export function keepPrivate(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    done();
  });
}
