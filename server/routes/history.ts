import { Readable } from 'node:stream';
import Type from 'typebox';
import { historyRoutes as calls } from '../../contract/api/history.ts';
import { ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import { createRequestLimit } from '../../contract/requestLimit.ts';
import {
  ClaimOrderBody,
  HistoryResponse,
  HistoryEntrySchema,
  HistoryQuery,
  HistoryTableQuery,
} from '../../contract/schemas/history.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { HistoryService } from '../history/orderHistory.ts';
import { headerOf, historyOwnerOf } from './orderAuthority.ts';
import { answers, keepPrivate, serve, tagsOf, type RoutePlugin } from './route.ts';

const CSV = 'text/csv';
/** Files of one customer per minute: each may read thousands of orders. */
const FILES_PER_MINUTE = 10;
const TABLE = {
  content: {
    [CSV]: {
      schema: Type.Unsafe<Readable>({ type: 'string', description: 'All selected orders, one a line, with a header (RFC 4180)' }),
    },
  },
};

/** The orders of a customer (specification §7, Orders). */
export const historyRoutes =
  (history: HistoryService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    keepPrivate(app);
    const files = createRequestLimit(FILES_PER_MINUTE);

    serve(app, 'orders.history', { input: HistoryQuery, output: HistoryResponse }, async (input, request) => {
      return await history.list(await historyOwnerOf(request, authentication), input);
    });

    app.get(
      calls['orders.historyTable'].path,
      {
        schema: {
          tags: tagsOf('orders.historyTable'),
          querystring: HistoryTableQuery,
          response: { ...answers(HistoryResponse), 200: TABLE },
        },
      },
      async (request, reply) => {
        const { userId } = await authentication.require(request);
        const tooMany = files.take(String(userId));
        if (tooMany) throw tooMany;
        const table = Readable.from(await history.table(userId, request.query));
        reply.type(`${CSV}; charset=utf-8`).header('content-disposition', 'attachment; filename="orders.csv"');
        return await reply.send(table);
      },
    );

    serve(app, 'orders.claim', { input: ClaimOrderBody, output: HistoryEntrySchema }, async (input, request) => {
      const { userId } = await authentication.require(request);
      return await history.claim(userId, input, headerOf(request, ORDER_TOKEN_HEADER));
    });
  };
