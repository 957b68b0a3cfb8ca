import Type from 'typebox';
import { closed, ErrorResponse, Timestamp } from './common.ts';
import { OrderInfoQuery, OrderSchema } from './orders.ts';
import { PairDataSchema, RateQuery } from './rates.ts';

/** The messages of the WebSocket (D37). `contract/live.ts` has their types. */

const SubscriptionId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Chosen by the client. Every message of the subscription repeats it',
});

/** Client → host. */
export const LiveRequests = {
  'pairs.rates': Type.Object(
    {
      event: Type.Literal('pairs.rates'),
      data: Type.Object({ ...RateQuery.properties, subscriptionId: Type.Optional(SubscriptionId) }, closed),
    },
    closed,
  ),
  'pairs.unsubscribe': Type.Object(
    { event: Type.Literal('pairs.unsubscribe'), data: Type.Object({ subscriptionId: SubscriptionId }, closed) },
    closed,
  ),
  'orders.watch': Type.Object(
    {
      event: Type.Literal('orders.watch'),
      data: Type.Object({ ...OrderInfoQuery.properties, subscriptionId: SubscriptionId }, closed),
    },
    closed,
  ),
  'orders.unwatch': Type.Object(
    { event: Type.Literal('orders.unwatch'), data: Type.Object({ subscriptionId: SubscriptionId }, closed) },
    closed,
  ),
};

const error = (channel: 'pairs' | 'orders') =>
  Type.Object({
    channel: Type.Literal(channel),
    event: Type.Literal('error'),
    data: Type.Object({
      code: ErrorResponse.properties.code,
      message: ErrorResponse.properties.message,
      details: ErrorResponse.properties.details,
    }),
    subscriptionId: Type.Optional(SubscriptionId),
  });

/** Host → client. */
export const LiveMessages = {
  rate: Type.Object({
    channel: Type.Literal('pairs'),
    event: Type.Literal('pairs.rates'),
    data: PairDataSchema,
    subscriptionId: Type.Optional(SubscriptionId),
  }),
  rateError: error('pairs'),
  order: Type.Object({
    channel: Type.Literal('orders'),
    event: Type.Literal('orders.order'),
    data: OrderSchema,
    subscriptionId: SubscriptionId,
  }),
  orderUnchanged: Type.Object({
    channel: Type.Literal('orders'),
    event: Type.Literal('orders.unchanged'),
    data: Type.Object({ serverTime: Timestamp }),
    subscriptionId: SubscriptionId,
  }),
  orderError: error('orders'),
};
