import Type, { type Static } from 'typebox';
import Compile from 'typebox/compile';
import { ApiError } from '../../contract/errors.ts';
import { closed } from '../../contract/schemas/common.ts';
import { OrderInfoQuery } from '../../contract/schemas/orders.ts';
import { RateQuery } from '../../contract/schemas/rates.ts';

const SubscriptionId = Type.String({ minLength: 1, maxLength: 64 });
const LiveRequestSchema = Type.Union([
  Type.Object(
    {
      event: Type.Literal('pairs.rates'),
      data: Type.Object({ ...RateQuery.properties, subscriptionId: Type.Optional(SubscriptionId) }, closed),
    },
    closed,
  ),
  Type.Object(
    { event: Type.Literal('pairs.unsubscribe'), data: Type.Object({ subscriptionId: SubscriptionId }, closed) },
    closed,
  ),
  Type.Object(
    {
      event: Type.Literal('orders.watch'),
      data: Type.Object({ ...OrderInfoQuery.properties, subscriptionId: SubscriptionId }, closed),
    },
    closed,
  ),
  Type.Object({ event: Type.Literal('orders.unwatch'), data: Type.Object({ subscriptionId: SubscriptionId }, closed) }, closed),
]);

export type ParsedLiveRequest = Static<typeof LiveRequestSchema>;
/** A request that begins something, which lasts until it is replaced or ended. */
export type LiveSubscription = Extract<ParsedLiveRequest, { event: 'pairs.rates' | 'orders.watch' }>;

const validator = Compile(LiveRequestSchema);

/** Reads a message of a client (D37). Throws ERR_BAD_REQUEST for what is no JSON and ERR_VALIDATION for anything else unknown. */
export function parseLiveRequest(text: string): ParsedLiveRequest {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new ApiError('ERR_BAD_REQUEST', 'A message must be JSON.');
  }
  if (!validator.Check(message)) {
    throw new ApiError(
      'ERR_VALIDATION',
      'A message is {"event": "pairs.rates", "data": {the parameters of rates/public/one}}, or "orders.watch" with {orderId, destinationAddress, subscriptionId}.',
    );
  }
  return message;
}

/** The `subscriptionId` of a message that is otherwise wrong, so that the answer finds its subscription. */
export function subscriptionIdOf(text: string): string | undefined {
  return /"subscriptionId"\s*:\s*"([^"\\]{1,64})"/.exec(text)?.[1];
}

/** The channel that a message is about, also when it is otherwise wrong. */
export function channelOf(text: string): 'pairs' | 'orders' {
  return /"event"\s*:\s*"orders\./.test(text) ? 'orders' : 'pairs';
}
