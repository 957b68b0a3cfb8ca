import { historyRoutes as calls } from '../../contract/api/history.ts';
import { ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import { ClaimOrderBody, HistoryAnswer, HistoryEntrySchema, HistoryQuery } from '../../contract/schemas/history.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { HistoryService } from '../history/orderHistory.ts';
import { headerOf } from './orderAuthority.ts';
import { answers, type RoutePlugin } from './route.ts';

const tags = ['orders'];

/** The orders of a customer (specification §7, Orders): with a session, or signed with an API key. */
export const historyRoutes =
  (history: HistoryService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'private, no-store');
    });

    app.get(
      calls['orders.history'].path,
      { schema: { tags, querystring: HistoryQuery, response: answers(HistoryAnswer) } },
      async (request) => {
        const { userId } = request.apiCaller ?? (await authentication.require(request));
        return await history.list(userId, request.query);
      },
    );

    app.post(
      calls['orders.claim'].path,
      { schema: { tags, body: ClaimOrderBody, response: answers(HistoryEntrySchema) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await history.claim(userId, request.body, headerOf(request, ORDER_TOKEN_HEADER));
      },
    );
  };
