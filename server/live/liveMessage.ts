import { ApiError, type ErrorBody } from '../../contract/errors.ts';
import type { LiveMessage } from '../../contract/live.ts';
import type { Logger } from '../log.ts';

/** Where messages of one subscription go. */
export interface LiveSink {
  /** Bytes that several get are made once. */
  send(message: string | Buffer): void;
  /** More is on its way than the client takes: it gets the latest later, never a queue. */
  isBusy(): boolean;
}

type Channel = LiveMessage['channel'];
type EventOf<Name extends Channel> = Extract<LiveMessage, { channel: Name }>['event'];

/** Puts the message around a body that was serialised once for all. */
export function toMessage<Name extends Channel>(
  channel: Name,
  event: EventOf<Name>,
  body: string,
  subscriptionId: string | undefined,
): string {
  const id = subscriptionId === undefined ? '' : `,"subscriptionId":${JSON.stringify(subscriptionId)}`;
  return `{"channel":"${channel}","event":"${event}","data":${body}${id}}`;
}

/** What a client may know of a failure; the log has the rest. */
export function describe(error: unknown, log: Logger): Omit<ErrorBody, 'requestId'> {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, ...(error.details && { details: error.details }) };
  }
  log.error({ err: error }, 'live subscription failed');
  return { code: 'ERR_INTERNAL_SERVER_ERROR', message: 'Something failed on our side.' };
}
