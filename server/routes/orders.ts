import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER, orderRoutes as calls } from '../../contract/api/orders.ts';
import {
  AcceptRateModeChangeBody,
  ClaimDepositBody,
  CreateOrderBody,
  FinishDepositBody,
  LatestOrdersAnswer,
  OrderInfoQuery,
  OrderRefundInfoAnswer,
  OrderRefundInfoQuery,
  OrderSchema,
  RequestRefundBody,
  SetEmailAnswer,
  SetEmailBody,
} from '../../contract/schemas/orders.ts';
import type { Client } from '../orders/calls/createOrder.ts';
import type { OrderService } from '../orders/calls/orderService.ts';
import type { Authority } from '../orders/calls/readOrder.ts';
import { answers, type RoutePlugin } from './route.ts';

const tags = ['orders'];
/** Responses with an order are private to the customer (D39). */
const PRIVATE = 'private, no-store';
const LATEST_SECONDS = 5;

/** Specification §7, Orders. */
export const orderRoutes =
  (orders: OrderService): RoutePlugin =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', PRIVATE);
    });

    app.get(
      calls['orders.publicInfo'].path,
      { schema: { tags, querystring: OrderInfoQuery, response: answers(OrderSchema) } },
      async ({ query }) => await orders.publicInfo(query.orderId, query.destinationAddress),
    );

    app.get(
      calls['orders.refundInfo'].path,
      { schema: { tags, querystring: OrderRefundInfoQuery, response: answers(OrderRefundInfoAnswer) } },
      async ({ query }) => await orders.refundInfo(query.orderId),
    );

    app.post(
      calls['orders.create'].path,
      {
        schema: { tags, body: CreateOrderBody, response: answers(OrderSchema) },
      },
      async (request) =>
        await orders.create(request.body, {
          address: request.ip,
          idempotencyKey: header(request, IDEMPOTENCY_KEY_HEADER),
          owner: ownerOf(request),
        }),
    );

    app.post(
      calls['orders.setEmail'].path,
      {
        schema: { tags, body: SetEmailBody, response: answers(SetEmailAnswer) },
      },
      async (request) => await orders.setEmail(request.body, authorityOf(request)),
    );

    app.post(
      calls['orders.requestRefund'].path,
      {
        schema: { tags, body: RequestRefundBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.requestRefund(request.body, authorityOf(request)),
    );

    app.post(
      calls['orders.acceptRateModeChange'].path,
      {
        schema: { tags, body: AcceptRateModeChangeBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.acceptRateModeChange(request.body, authorityOf(request)),
    );

    app.post(
      calls['orders.finishDeposit'].path,
      {
        schema: { tags, body: FinishDepositBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.finishDeposit(request.body, authorityOf(request)),
    );

    app.post(
      calls['orders.claimDeposit'].path,
      {
        schema: { tags, body: ClaimDepositBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.claimDeposit(request.body, authorityOf(request)),
    );

    app.get(calls['orders.latest'].path, { schema: { tags, response: answers(LatestOrdersAnswer) } }, async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${LATEST_SECONDS}`);
      return await orders.latest();
    });
  };

/** Treats an empty header as absent. */
function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the owner of the API key that signed the call; null for a guest. */
function ownerOf({ apiCaller }: FastifyRequest): NonNullable<Client['owner']> | null {
  return apiCaller && { user_id: apiCaller.userId, source: 'API_KEY', api_key_id: apiCaller.apiKeyId };
}

function authorityOf(request: FastifyRequest): Authority {
  const { apiCaller } = request;
  return {
    orderToken: header(request, ORDER_TOKEN_HEADER),
    clientAddress: request.ip,
    customer: apiCaller && { userId: apiCaller.userId, mayNameRefundAddress: 'never' },
  };
}
