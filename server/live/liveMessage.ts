import { ApiError, type ErrorBody } from '../../contract/errors.ts';
import type { LiveMessage } from '../../contract/live.ts';
import type { Logger } from '../common/log.ts';

/** The receiver of the messages of a subscription. */
export interface LiveSink {
  send(text: string): void;
  /** Whether the client is too slow. It then gets only the latest message later, never a queue. */
  isBusy(): boolean;
}

/** A receiver of frames that {@link frameText} encodes once for several clients. */
export interface FrameSink extends Pick<LiveSink, 'isBusy'> {
  sendFrame(frame: Buffer): void;
}

type Channel = LiveMessage['channel'];
type EventOf<Name extends Channel> = Extract<LiveMessage, { channel: Name }>['event'];

/** Wraps a body that was serialised once. The message is the concatenation of the returned pieces. */
export function messagePieces<Name extends Channel>(
  channel: Name,
  event: EventOf<Name>,
  body: readonly string[],
  subscriptionId: string | undefined,
): string[] {
  const id = subscriptionId === undefined ? '' : `,"subscriptionId":${JSON.stringify(subscriptionId)}`;
  return [`{"channel":"${channel}","event":"${event}","data":`, ...body, `${id}}`];
}

export function toMessage<Name extends Channel>(
  channel: Name,
  event: EventOf<Name>,
  body: string,
  subscriptionId: string | undefined,
): string {
  return messagePieces(channel, event, [body], subscriptionId).join('');
}

/** Returns the error body for the client. Unexpected errors are only logged. */
export function describe(error: unknown, log: Logger): Omit<ErrorBody, 'requestId'> {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, ...(error.details && { details: error.details }) };
  }
  log.error({ err: error }, 'live: subscription failed');
  return { code: 'ERR_INTERNAL_SERVER_ERROR', message: 'Something failed on our side.' };
}

const FINAL_TEXT = 0x81;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

/**
 * Encodes a text message as an unmasked WebSocket frame (RFC 6455, section 5.2). Writes the pieces directly into the frame:
 * joining them first would copy every byte twice.
 */
export function frameText(pieces: readonly string[]): Buffer {
  const bytes = pieces.reduce((total, piece) => total + Buffer.byteLength(piece), 0);
  const header = bytes < LENGTH_IN_16_BITS ? 2 : bytes < 0x1_00_00 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + bytes);
  frame[0] = FINAL_TEXT;
  if (header === 2) frame[1] = bytes;
  else if (header === 4) {
    frame[1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  let offset = header;
  for (const piece of pieces) offset += frame.write(piece, offset);
  return frame;
}
