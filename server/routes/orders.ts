import { IDEMPOTENCY_KEY_HEADER } from '../../contract/api/orders.ts';
import {
  AcceptRateModeChangeBody,
  ClaimDepositBody,
  CreateOrderBody,
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
import { clientAddressOf } from '../accounts/apiKeys/apiCaller.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { OrderService } from '../orders/calls/orderService.ts';
import { authorityOf, headerOf, ownerOf, partnerOf } from './orderAuthority.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';

/** Responses with an order are private to the customer (D39). */
const LATEST_SECONDS = 5;

/** Specification §7, Orders. */
export const orderRoutes =
  (orders: OrderService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(
      app,
      'orders.publicInfo',
      { input: OrderInfoQuery, output: OrderSchema },
      async ({ orderId, destinationAddress }, request) =>
        await orders.publicInfo(orderId, destinationAddress, async () => (await authentication.find(request))?.userId ?? null),
    );

    serve(
      app,
      'orders.refundInfo',
      { input: OrderRefundInfoQuery, output: OrderRefundInfoResponse },
      async (query) => await orders.refundInfo(query.orderId),
    );

    serve(
      app,
      'orders.create',
      { input: CreateOrderBody, output: OrderSchema },
      async (input, request) =>
        await orders.create(input, {
          address: clientAddressOf(request),
          idempotencyKey: headerOf(request, IDEMPOTENCY_KEY_HEADER),
          siteOrigin: request.site.origin,
          owner: await ownerOf(request, authentication),
          partner: partnerOf(request),
        }),
    );

    serve(
      app,
      'orders.setEmail',
      { input: SetEmailBody, output: SetEmailResponse },
      async (input, request) => await orders.setEmail(input, await authorityOf(request, authentication)),
    );

    serve(
      app,
      'orders.requestRefund',
      { input: RequestRefundBody, output: OrderSchema },
      async (input, request) => await orders.requestRefund(input, await authorityOf(request, authentication)),
    );

    serve(
      app,
      'orders.acceptRateModeChange',
      { input: AcceptRateModeChangeBody, output: OrderSchema },
      async (input, request) => await orders.acceptRateModeChange(input, await authorityOf(request, authentication)),
    );

    serve(
      app,
      'orders.finishDeposit',
      { input: FinishDepositBody, output: OrderSchema },
      async (input, request) => await orders.finishDeposit(input, await authorityOf(request, authentication)),
    );

    serve(
      app,
      'orders.claimDeposit',
      { input: ClaimDepositBody, output: OrderSchema },
      async (input, request) => await orders.claimDeposit(input, await authorityOf(request, authentication)),
    );

    serve(app, 'orders.latest', { output: LatestOrdersResponse }, async (_input, _request, reply) => {
      reply.header('cache-control', `public, max-age=${LATEST_SECONDS}`);
      return await orders.latest();
    });
  };
