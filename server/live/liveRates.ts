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
}

const ROUND_MS = 1_000 / SOCKET_UPDATES_PER_SECOND;
/** What is no tick (a pause, a fee, a price grown old) shows after this long. */
const REVIEW_MS = 2_000;
/** A quote is renewed well before it ends, though nothing moved. */
const RENEW_MS = QUOTE_VALID_MS / 3;

/** The rates that are pushed (D37): works on subscriptions, knows nothing of sockets. */
export function createLiveRates(options: LiveRatesOptions): LiveRates {
  const { quote, symbolsOf, onTick, onCount, log, now = Date.now } = options;
  const topics = new Map<string, Topic>();
  let subscriptions = 0;

  const compute = (topic: Topic, at: number): void => {
    const { event, content, body } = price(topic.input, at);
    const isDue = event === 'pairs.rates' && at - topic.computedAt >= RENEW_MS;
    topic.isDirty = false;
    if (topic.event === event && topic.content === content && !isDue) return;
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
    subscription.sink.send(toMessage('pairs', topic.event, topic.body, subscription.subscriptionId));
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
    };
    topics.set(key, topic);
    return topic;
  };

  const tick = (): void => {
    const at = now();
    for (const topic of topics.values()) {
      if (topic.isDirty) compute(topic, at);
      for (const subscription of topic.subscriptions) deliver(topic, subscription);
    }
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
        if (topic.subscriptions.size === 0) topics.delete(keyOf(input));
      };
    },
    get subscriptions() {
      return subscriptions;
    },
    get topics() {
      return topics.size;
    },
    tick,
    start: () => {
      const stopTicks = onTick((symbols) => {
        const moved = new Set(symbols);
        for (const topic of topics.values()) topic.isDirty ||= topic.symbols.some((symbol) => moved.has(symbol));
      });
      const round = setInterval(tick, ROUND_MS);
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
