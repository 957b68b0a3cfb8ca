import { parseAnswer } from '../../contract/client/parseAnswer.ts';
import type { LiveRequest, LiveUnsubscribe, OrderUnwatch, OrderWatch } from '../../contract/live.ts';

export type Start = LiveRequest | OrderWatch;
type End = LiveUnsubscribe | OrderUnwatch;

const ENDS = { 'pairs.rates': 'pairs.unsubscribe', 'orders.watch': 'orders.unwatch' } as const;
/** What a client asked for, with its own id of the subscription. */
export type Asked = { kind: 'start'; id: string; key: string; request: Start } | { kind: 'end'; id: string };
/** A message of the host about a subscription. */
export type Shared = Record<string, unknown> & { subscriptionId: string };

/** Reads a message of a client; null if it is no subscription with an id, so that it can't be shared. */
export function readAsked(text: string): Asked | null {
  const message = parse<Start | End>(text);
  const { subscriptionId: id, ...rest } = message?.data ?? {};
  if (!message || typeof id !== 'string') return null;
  const { event } = message;
  if (event === 'pairs.unsubscribe' || event === 'orders.unwatch') return { kind: 'end', id };
  if (event !== 'pairs.rates' && event !== 'orders.watch') return null;
  const sorted = Object.entries(rest).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { kind: 'start', id, key: JSON.stringify([event, sorted]), request: message as Start };
}

/** Returns the message that starts a subscription at the host under another id. */
export const startText = ({ event, data }: Start, id: string): string =>
  JSON.stringify({ event, data: { ...data, subscriptionId: id } });

/** Returns the message that ends it. */
export const endText = ({ event }: Start, id: string): string =>
  JSON.stringify({ event: ENDS[event], data: { subscriptionId: id } });

/** Reads a message of the host; null if it has no subscription id. */
export function readShared(text: string): Shared | null {
  const message = parse<Shared>(text);
  return typeof message?.subscriptionId === 'string' ? (message as Shared) : null;
}

/**
 * Returns whether a new subscriber shall get this message of the host at once: the last rate or refusal, the last order. "Unchanged"
 * says nothing without the order before it.
 */
export const isState = (request: Start, { event }: Shared): boolean =>
  request.event === 'pairs.rates' || event === 'orders.order';

/** Parses JSON, whose fields are still to be checked. Returns null for other text. */
function parse<Message>(text: string): Partial<Message> | null {
  try {
    return parseAnswer(text) as Partial<Message> | null;
  } catch {
    return null;
  }
}
