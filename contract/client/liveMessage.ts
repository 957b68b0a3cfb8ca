import { ApiError, isErrorCode } from '../errors.ts';
import { parseAnswer } from './parseAnswer.ts';

export interface LiveAnswer {
  /** null from a host without subscription ids */
  subscriptionId: string | null;
  /** "pairs.rates", "orders.order", …; null if missing */
  event: string | null;
  data: unknown;
  /** Set when the host refuses a request (channel pairs, event error). */
  error: ApiError | null;
}

/** Parses a socket message; null for unknown messages. `data` is not validated yet. */
export function readLiveMessage(text: string): LiveAnswer | null {
  let message: unknown;
  try {
    message = parseAnswer(text);
  } catch {
    return null;
  }
  if (typeof message !== 'object' || message === null || !('data' in message)) return null;
  const { data } = message;
  const event = 'event' in message && typeof message.event === 'string' ? message.event : null;
  return {
    subscriptionId: 'subscriptionId' in message && typeof message.subscriptionId === 'string' ? message.subscriptionId : null,
    event,
    data,
    error: event === 'error' ? toError(data) : null,
  };
}

function toError(data: unknown): ApiError {
  if (typeof data !== 'object' || data === null || !('code' in data) || !isErrorCode(data.code)) {
    return new ApiError('ERR_BAD_REQUEST', 'The host refused the request without a reason.');
  }
  const message = 'message' in data && typeof data.message === 'string' ? data.message : data.code;
  const details =
    'details' in data && typeof data.details === 'object' && data.details !== null ? { ...data.details } : undefined;
  return new ApiError(data.code, message, details);
}
