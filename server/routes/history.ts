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
  type HistoryInput,
} from '../../contract/schemas/history.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { HistoryService } from '../history/orderHistory.ts';
import { headerOf } from './orderAuthority.ts';
import { answers, keepPrivate, serve, tagsOf, type RoutePlugin } from './route.ts';

const CSV = 'text/csv';
/** Files of one customer per minute: each may read thousands of orders. */
const FILES_PER_MINUTE = 10;
const HISTORY_FORMATS = {
  content: {
    'application/json': { schema: HistoryResponse },
    [CSV]: {
      schema: Type.Unsafe<Readable>({ type: 'string', description: 'All selected orders, one a line, with a header (RFC 4180)' }),
    },
  },
};

/** The parameter decides, then the Accept header. */
function wantsCsv(format: HistoryInput['format'], accept: string): boolean {
  return format === 'csv' || (format === undefined && /(?:^|,)\s*text\/csv\b/i.test(accept));
}

/** The orders of a customer (specification §7, Orders). */
export const historyRoutes =
  (history: HistoryService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    keepPrivate(app);
    const files = createRequestLimit(FILES_PER_MINUTE);

    app.get(
      calls['orders.history'].path,
      {
        schema: {
          tags: tagsOf('orders.history'),
          querystring: HistoryQuery,
          response: { ...answers(HistoryResponse), 200: HISTORY_FORMATS },
        },
      },
      async (request, reply) => {
        const { userId } = await authentication.require(request);
        if (!wantsCsv(request.query.format, request.headers.accept ?? '')) return await history.list(userId, request.query);
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
