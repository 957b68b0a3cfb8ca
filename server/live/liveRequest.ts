import Type, { type Static } from 'typebox';
import Compile from 'typebox/compile';
import { ApiError } from '../../contract/errors.ts';
import { LiveRequests } from '../../contract/schemas/live.ts';
import { findControlCharacter } from '../common/controlCharacters.ts';

const LiveRequestSchema = Type.Union([
  LiveRequests['pairs.rates'],
  LiveRequests['pairs.unsubscribe'],
  LiveRequests['orders.watch'],
  LiveRequests['orders.unwatch'],
]);

export type ParsedLiveRequest = Static<typeof LiveRequestSchema>;
/** A request that starts a subscription, which lasts until it is replaced or ended. */
export type LiveSubscription = Extract<ParsedLiveRequest, { event: 'pairs.rates' | 'orders.watch' }>;

const validator = Compile(LiveRequestSchema);

/** Parses a client message (D37). Throws ERR_BAD_REQUEST for invalid JSON and ERR_VALIDATION for an invalid request. */
export function parseLiveRequest(text: string): ParsedLiveRequest {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new ApiError('ERR_BAD_REQUEST', 'A message must be JSON.');
  }
  if (!validator.Check(message) || findControlCharacter(message) !== null) {
    throw new ApiError(
      'ERR_VALIDATION',
      'A message is {"event": "pairs.rates", "data": {the parameters of rates/public/one}}, or "orders.watch" with {orderId, destinationAddress, subscriptionId}.',
    );
  }
  return message;
}

/** Returns the `subscriptionId` of an invalid message, for the error response. */
export function subscriptionIdOf(text: string): string | undefined {
  return /"subscriptionId"\s*:\s*"([^"\\]{1,64})"/.exec(text)?.[1];
}

/** Returns the channel of a message, even if it is invalid. */
export function channelOf(text: string): 'pairs' | 'orders' {
  return /"event"\s*:\s*"orders\./.test(text) ? 'orders' : 'pairs';
}
