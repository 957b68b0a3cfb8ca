import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER, orderRoutes as calls } from '../../contract/api/orders.ts';
import { refusesTracking } from '../../contract/limits.ts';
import {
  AcceptRateModeChangeBody,
  ClaimDepositBody,
  CreateOrderBody,
  type CreateOrderInput,
  FinishDepositBody,
  LatestOrdersResponse,
  OrderInfoQuery,
  OrderRefundInfoResponse,
  OrderRefundInfoQuery,
  OrderSchema,
  RequestRefundBody,
  SetEmailResponse,
  SetEmailBody,
} from '../../contract/schemas/orders.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { OrderService } from '../orders/calls/orderService.ts';
import { authorityOf, headerOf, ownerOf } from './orderAuthority.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';

const tags = ['orders'];
/** Responses with an order are private to the customer (D39). */
const LATEST_SECONDS = 5;

/** Specification §7, Orders. */
export const orderRoutes =
  (orders: OrderService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.get(
      calls['orders.publicInfo'].path,
      { schema: { tags, querystring: OrderInfoQuery, response: answers(OrderSchema) } },
      async ({ query }) => await orders.publicInfo(query.orderId, query.destinationAddress),
    );

    app.get(
      calls['orders.refundInfo'].path,
      { schema: { tags, querystring: OrderRefundInfoQuery, response: answers(OrderRefundInfoResponse) } },
      async ({ query }) => await orders.refundInfo(query.orderId),
    );

    app.post(
      calls['orders.create'].path,
      {
        schema: { tags, body: CreateOrderBody, response: answers(OrderSchema) },
      },
      async (request) =>
        await orders.create(withoutRefusedTracking(request), {
          address: request.ip,
          idempotencyKey: headerOf(request, IDEMPOTENCY_KEY_HEADER),
          owner: await ownerOf(request, authentication),
        }),
    );

    app.post(
      calls['orders.setEmail'].path,
      {
        schema: { tags, body: SetEmailBody, response: answers(SetEmailResponse) },
      },
      async (request) => await orders.setEmail(request.body, await authorityOf(request, authentication)),
    );

    app.post(
      calls['orders.requestRefund'].path,
      {
        schema: { tags, body: RequestRefundBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.requestRefund(request.body, await authorityOf(request, authentication)),
    );

    app.post(
      calls['orders.acceptRateModeChange'].path,
      {
        schema: { tags, body: AcceptRateModeChangeBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.acceptRateModeChange(request.body, await authorityOf(request, authentication)),
    );

    app.post(
      calls['orders.finishDeposit'].path,
      {
        schema: { tags, body: FinishDepositBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.finishDeposit(request.body, await authorityOf(request, authentication)),
    );

    app.post(
      calls['orders.claimDeposit'].path,
      {
        schema: { tags, body: ClaimDepositBody, response: answers(OrderSchema) },
      },
      async (request) => await orders.claimDeposit(request.body, await authorityOf(request, authentication)),
    );

    app.get(
      calls['orders.latest'].path,
      { schema: { tags, response: answers(LatestOrdersResponse) } },
      async (_request, reply) => {
        reply.header('cache-control', `public, max-age=${LATEST_SECONDS}`);
        return await orders.latest();
      },
    );
  };

/** Leaves out the visit record (§3) when the request asks not to be tracked. */
function withoutRefusedTracking({ body, headers }: FastifyRequest<{ Body: CreateOrderInput }>): CreateOrderInput {
  if (!refusesTracking(headers)) return body;
  const { utmData: _, ...rest } = body;
  return rest;
}
