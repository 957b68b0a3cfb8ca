import type { LiveRequest, LiveUnsubscribe, OrderUnwatch, OrderWatch } from '../../contract/live.ts';

type Start = LiveRequest | OrderWatch;
type End = LiveUnsubscribe | OrderUnwatch;
type ClientMessage = Start | End;

const ENDS = { 'pairs.rates': 'pairs.unsubscribe', 'orders.watch': 'orders.unwatch' } as const;
/** What a client asked for, with its own id of the subscription. */
export type Asked = { kind: 'start'; id: string; key: string; request: Start } | { kind: 'end'; id: string };

/** Reads a message of a client; null if it is no subscription with an id, so that it can't be shared. */
export function readAsked(text: string): Asked | null {
  let message: Partial<ClientMessage>;
  try {
    message = JSON.parse(text) as Partial<ClientMessage>;
  } catch {
    return null;
  }
  const { event, data } = message;
  if (typeof data !== 'object' || data === null || typeof data.subscriptionId !== 'string') return null;
  const { subscriptionId: id, ...rest } = data;
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

/**
 * Returns whether a new subscriber shall get this message of the host at once: the last rate or refusal, the last order. "Unchanged"
 * says nothing without the order before it.
 */
export const isState = ({ event }: Start, text: string): boolean =>
  event === 'pairs.rates' || text.includes('"event":"orders.order"');

/** A message of the host around its subscription id. */
export interface Addressed {
  id: string;
  before: string;
  after: string;
}

const MARK = '"subscriptionId":"';
/** Another implementation may write spaces around the colon. */
const SPACED_MARK = /"subscriptionId"\s*:\s*"/g;

/**
 * Splits a message of the host at its subscription id, without parsing the rest. Returns null for a message without an id.
 * The ids are those of {@link startText}: without characters that JSON escapes.
 */
export function splitMessage(text: string): Addressed | null {
  const compact = text.lastIndexOf(MARK);
  const start = compact < 0 ? [...text.matchAll(SPACED_MARK)].map(endOf).at(-1) : compact + MARK.length;
  if (start === undefined) return null;
  const end = text.indexOf('"', start);
  return { id: text.slice(start, end), before: text.slice(0, start), after: text.slice(end) };
}

const endOf = ({ index, 0: { length } }: RegExpExecArray): number => index + length;

/** Returns a message with the client's own id. `escapedId` is the id as a JSON string without its quotes. */
export const joinMessage = ({ before, after }: Addressed, escapedId: string): string => before + escapedId + after;
