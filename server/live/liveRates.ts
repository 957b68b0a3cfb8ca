import { QUOTE_VALID_MS, SOCKET_UPDATES_PER_SECOND } from '../../contract/limits.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import type { Logger } from '../log.ts';
import { pairDataText } from '../pricing/pairDataText.ts';
import { describe, toMessage, type LiveSink } from './liveMessage.ts';

export interface LiveRates {
  /** Sends the pair data at once, and again whenever it changes, at most 4 times a second. Returns the end of it. */
  subscribe(input: RateInput, subscriptionId: string | undefined, sink: LiveSink): () => void;
  readonly subscriptions: number;
  readonly topics: number;
  /** One round: prices anew what may have changed and sends what did. Called by the timer that `start` sets. */
  tick(): void;
  start(): () => void;
}

export interface LiveRatesOptions {
  quote(input: RateInput, now: number): PairData;
  /** Market symbols on which the pair's data depends (both coins, and those in which fees are paid). */
  symbolsOf(input: RateInput): readonly string[];
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  /** Told how many subscriptions there are, for the metrics. */
  onCount(count: number): void;
  log: Logger;
  now?: () => number;
}

interface Subscription {
  sink: LiveSink;
  subscriptionId: string | undefined;
  /** The version of the topic's message that this client has */
  sent: number;
}

/** Equal requests share one computation and one serialisation, however many clients made them. */
interface Topic {
  input: RateInput;
  symbols: readonly string[];
  subscriptions: Set<Subscription>;
  isDirty: boolean;
  computedAt: number;
  /** What was last sent, without what differs in every quote */
  content: string;
  event: 'pairs.rates' | 'error';
  body: string;
  version: number;
  /** The message as it goes out, by `subscriptionId`: clients of one make call theirs the same */
  messages: Map<string | undefined, Buffer>;
}

const ROUND_MS = 1_000 / SOCKET_UPDATES_PER_SECOND;
/** A round is done in so many parts, spread over its time: no customer waits for the rates of all the others. */
const PARTS = 10;
/** Messages kept for clients that call theirs the same; those with names of their own get one made for them. */
const SHARED_MESSAGES = 4;
/** What is no tick (a pause, a fee, a price grown old) shows after this long. */
const REVIEW_MS = 2_000;
/** A quote is renewed well before it ends, though nothing moved. */
const RENEW_MS = QUOTE_VALID_MS / 3;

/** The rates that are pushed (D37): works on subscriptions, knows nothing of sockets. */
export function createLiveRates(options: LiveRatesOptions): LiveRates {
  const { quote, symbolsOf, onTick, onCount, log, now = Date.now } = options;
  const topics = new Map<string, Topic>();
  const parts = Array.from({ length: PARTS }, () => new Set<Topic>());
  let [subscriptions, made] = [0, 0];

  const compute = (topic: Topic, at: number): void => {
    const { event, content, body } = price(topic.input, at);
    const isDue = event === 'pairs.rates' && at - topic.computedAt >= RENEW_MS;
    topic.isDirty = false;
    if (topic.event === event && topic.content === content && !isDue) return;
    topic.messages.clear();
    Object.assign(topic, { event, content, body, computedAt: at, version: topic.version + 1 });
  };

  const price = (input: RateInput, at: number): Pick<Topic, 'event' | 'content' | 'body'> => {
    try {
      return { event: 'pairs.rates', ...pairDataText(quote(input, at)) };
    } catch (error) {
      const body = JSON.stringify(describe(error, log));
      return { event: 'error', content: body, body };
    }
  };

  const deliver = (topic: Topic, subscription: Subscription): void => {
    if (subscription.sent === topic.version || subscription.sink.isBusy()) return;
    subscription.sent = topic.version;
    subscription.sink.send(messageOf(topic, subscription.subscriptionId));
  };

  const messageOf = ({ event, body, messages }: Topic, subscriptionId: string | undefined): Buffer => {
    const known = messages.get(subscriptionId);
    if (known) return known;
    const message = Buffer.from(toMessage('pairs', event, body, subscriptionId));
    if (messages.size < SHARED_MESSAGES) messages.set(subscriptionId, message);
    return message;
  };

  const topicOf = (input: RateInput): Topic => {
    const key = keyOf(input);
    const known = topics.get(key);
    if (known) return known;
    const topic: Topic = {
      input,
      symbols: symbolsOf(input),
      subscriptions: new Set(),
      isDirty: true,
      computedAt: 0,
      content: '',
      event: 'error',
      body: '',
      version: 0,
      messages: new Map(),
    };
    topics.set(key, topic);
    parts[(made += 1) % PARTS]?.add(topic);
    return topic;
  };
  const forget = (topic: Topic): void => {
    topics.delete(keyOf(topic.input));
    for (const part of parts) part.delete(topic);
  };

  const work = (part: ReadonlySet<Topic>): void => {
    const at = now();
    for (const topic of part) {
      if (topic.isDirty) compute(topic, at);
      for (const subscription of topic.subscriptions) deliver(topic, subscription);
    }
  };

  /** Does the parts that are due. A timer that comes late makes no round longer; what a whole round is late is left out. */
  const createRounds = (): (() => void) => {
    const startedAt = performance.now();
    let done = 0;
    return () => {
      const due = Math.floor(((performance.now() - startedAt) * PARTS) / ROUND_MS);
      for (done = Math.max(done, due - PARTS); done < due; done += 1) work(parts[done % PARTS] ?? new Set());
    };
  };

  return {
    subscribe: (input, subscriptionId, sink) => {
      const topic = topicOf(input);
      const subscription: Subscription = { sink, subscriptionId, sent: 0 };
      topic.subscriptions.add(subscription);
      onCount((subscriptions += 1));
      if (topic.isDirty) compute(topic, now());
      deliver(topic, subscription);
      return () => {
        if (!topic.subscriptions.delete(subscription)) return;
        onCount((subscriptions -= 1));
        if (topic.subscriptions.size === 0) forget(topic);
      };
    },
    get subscriptions() {
      return subscriptions;
    },
    get topics() {
      return topics.size;
    },
    tick: () => parts.forEach(work),
    start: () => {
      const stopTicks = onTick((symbols) => {
        const moved = new Set(symbols);
        for (const topic of topics.values()) topic.isDirty ||= topic.symbols.some((symbol) => moved.has(symbol));
      });
      const round = setInterval(createRounds(), ROUND_MS / PARTS);
      const review = setInterval(() => {
        for (const topic of topics.values()) topic.isDirty = true;
      }, REVIEW_MS);
      return () => {
        stopTicks();
        clearInterval(round);
        clearInterval(review);
      };
    },
  };
}

/** The referrer changes no price, so that it does not part those who ask the same. */
function keyOf(input: RateInput): string {
  const { instrumentFromSlug, instrumentToSlug, rateMode, exchangeType, claimedDepositAmount, claimedDepositAmountCurrency } =
    input;
  return JSON.stringify([
    instrumentFromSlug,
    instrumentToSlug,
    rateMode,
    exchangeType ?? 'crypto',
    claimedDepositAmount,
    claimedDepositAmountCurrency ?? instrumentFromSlug,
  ]);
}
