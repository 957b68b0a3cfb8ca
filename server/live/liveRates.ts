import { QUOTE_VALID_MS, SOCKET_UPDATES_PER_SECOND } from '../../contract/limits.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import type { Logger } from '../common/log.ts';
import { createTermsMemory, pairDataText, type PairDataText, type TermsMemory } from '../pricing/pairDataText.ts';
import { describe, frameText, messagePieces, type FrameSink } from './liveMessage.ts';

export interface LiveRates {
  /** Sends the pair data at once and on each change, at most 4 times a second. Returns the function to stop. */
  subscribe(input: RateInput, subscriptionId: string | undefined, sink: FrameSink): () => void;
  readonly subscriptions: number;
  readonly topics: number;
  /** Runs one round: reprices the dirty topics and sends those that changed. Called by the timer of `start`. */
  tick(): void;
  start(): () => void;
}

export interface LiveRatesOptions {
  /** Returns the pricing function of a request. Both throw ApiErrors. */
  prepare(input: RateInput): (now: number) => PairData;
  /** Returns the market symbols of the pair data: both coins and their fee coins. */
  symbolsOf(input: RateInput): readonly string[];
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  /** Called with the number of subscriptions, for the metrics. */
  onCount(count: number): void;
  log: Logger;
  now?: () => number;
}

interface Subscription {
  sink: FrameSink;
  subscriptionId: string | undefined;
  /** The version of the topic's message that this client has */
  sent: number;
}

/** Equal requests of all clients, which share one computation and one serialisation. */
interface Topic {
  input: RateInput;
  /** Null until `prepare` succeeded */
  quote: ((now: number) => PairData) | null;
  symbols: readonly string[];
  subscriptions: Set<Subscription>;
  isDirty: boolean;
  computedAt: number;
  event: 'pairs.rates' | 'error';
  /** The terms of the last message */
  terms: TermsMemory;
  version: number;
  /** The last message, until all clients have it. Keeping it longer would move it to the old generation of the heap. */
  message: Message | null;
  group: PairGroup;
}

interface Message {
  pieces: PairDataText['pieces'];
  /** Encoded frames by `subscriptionId`: clients of the same software use the same ids */
  frames: Map<string | undefined, Buffer>;
}

/** Topics of a pair. They are processed in the same part of a round, so that the pair's terms are computed once. */
interface PairGroup {
  pair: string;
  topics: number;
  part: Set<Topic>;
}

const ROUND_MS = 1_000 / SOCKET_UPDATES_PER_SECOND;
/** A round is split into parts over its duration, so that no request waits for all rates. */
const PARTS = 10;
/** Topics per group. A pair with more topics has several groups, which keeps the parts short. */
const MAX_GROUP_SIZE = 50;
/** Encoded frames cached per message. Clients with other subscription ids get their own frame. */
const SHARED_FRAMES = 4;
/** Interval in ms for changes without a tick: a pause, a fee, a stale price. */
const REVIEW_MS = 2_000;
/** Age in ms at which an unchanged quote is renewed, well before it expires. */
const RENEW_MS = QUOTE_VALID_MS / 3;

/** Pushes rates to subscriptions (D37), independently of sockets. */
export function createLiveRates(options: LiveRatesOptions): LiveRates {
  const { prepare, symbolsOf, onTick, onCount, log, now = Date.now } = options;
  const topics = new Map<string, Topic>();
  const parts = Array.from({ length: PARTS }, () => new Set<Topic>());
  const groups = new Map<string, PairGroup>();
  let [subscriptions, groupCount] = [0, 0];

  const compute = (topic: Topic, at: number): void => {
    const { event, text } = price(topic, at);
    const isDue = event === 'pairs.rates' && at - topic.computedAt >= RENEW_MS;
    topic.isDirty = false;
    const isSame = topic.terms.knows(text) && topic.event === event && !isDue;
    if (isSame && topic.message) return;
    topic.message = { pieces: text.pieces, frames: new Map() };
    if (isSame) return;
    topic.event = event;
    topic.computedAt = at;
    topic.version += 1;
  };

  const price = (topic: Topic, at: number): { event: Topic['event']; text: PairDataText } => {
    try {
      topic.quote ??= prepare(topic.input);
      return { event: 'pairs.rates', text: pairDataText(topic.quote(at)) };
    } catch (error) {
      const terms = JSON.stringify(describe(error, log));
      return { event: 'error', text: { pieces: [terms], instruments: [], terms } };
    }
  };

  /** Returns false if the client is too slow for a message now. */
  const deliver = (topic: Topic, subscription: Subscription): boolean => {
    if (subscription.sent === topic.version) return true;
    if (subscription.sink.isBusy() || !topic.message) return false;
    subscription.sent = topic.version;
    subscription.sink.sendFrame(frameOf(topic.event, topic.message, subscription.subscriptionId));
    return true;
  };

  const frameOf = (event: Topic['event'], { pieces, frames }: Message, subscriptionId: string | undefined): Buffer => {
    const known = frames.get(subscriptionId);
    if (known) return known;
    const frame = frameText(messagePieces('pairs', event, pieces, subscriptionId));
    if (frames.size < SHARED_FRAMES) frames.set(subscriptionId, frame);
    return frame;
  };

  const topicOf = (input: RateInput): Topic => {
    const key = keyOf(input);
    const known = topics.get(key);
    if (known) return known;
    const group = groupOf(input);
    const topic: Topic = {
      input,
      quote: null,
      symbols: symbolsOf(input),
      subscriptions: new Set(),
      isDirty: true,
      computedAt: 0,
      event: 'error',
      terms: createTermsMemory(),
      version: 0,
      message: null,
      group,
    };
    topics.set(key, topic);
    group.topics += 1;
    group.part.add(topic);
    keepRounds();
    return topic;
  };
  const groupOf = ({ instrumentFromSlug, instrumentToSlug }: RateInput): PairGroup => {
    const pair = `${instrumentFromSlug} ${instrumentToSlug}`;
    const known = groups.get(pair);
    if (known && known.topics < MAX_GROUP_SIZE) return known;
    groupCount += 1;
    const group = { pair, topics: 0, part: parts[groupCount % PARTS] ?? new Set() };
    groups.set(pair, group);
    return group;
  };
  const forget = (topic: Topic): void => {
    const { group } = topic;
    topics.delete(keyOf(topic.input));
    group.part.delete(topic);
    group.topics -= 1;
    if (group.topics === 0 && groups.get(group.pair) === group) groups.delete(group.pair);
    keepRounds();
  };

  const work = (part: ReadonlySet<Topic>): void => {
    const at = now();
    // Computes all prices before sending: consecutive writes need fewer wake-ups of the readers.
    for (const topic of part) if (topic.isDirty) compute(topic, at);
    for (const topic of part) {
      let isBehind = false;
      for (const subscription of topic.subscriptions) if (!deliver(topic, subscription)) isBehind = true;
      if (!isBehind) topic.message = null;
    }
  };

  /** Runs the parts that are due. After a late timer it catches up, but skips what is more than a round late. */
  const createRounds = (): (() => void) => {
    const startedAt = performance.now();
    let done = 0;
    return () => {
      const due = Math.floor(((performance.now() - startedAt) * PARTS) / ROUND_MS);
      for (done = Math.max(done, due - PARTS); done < due; done += 1) work(parts[done % PARTS] ?? new Set());
    };
  };

  let isStarted = false;
  let rounds: NodeJS.Timeout | null = null;
  /** Without a topic there is no timer: it would wake an idle host forty times a second. */
  const keepRounds = (): void => {
    if (isStarted && topics.size > 0) rounds ??= setInterval(createRounds(), ROUND_MS / PARTS);
    else {
      clearInterval(rounds ?? undefined);
      rounds = null;
    }
  };

  return {
    subscribe: (input, subscriptionId, sink) => {
      const topic = topicOf(input);
      const subscription: Subscription = { sink, subscriptionId, sent: 0 };
      topic.subscriptions.add(subscription);
      onCount((subscriptions += 1));
      if (topic.isDirty || !topic.message) compute(topic, now());
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
      isStarted = true;
      keepRounds();
      const review = setInterval(() => {
        for (const topic of topics.values()) topic.isDirty = true;
      }, REVIEW_MS);
      return () => {
        stopTicks();
        isStarted = false;
        keepRounds();
        clearInterval(review);
      };
    },
  };
}

/** Returns the topic key. The referrer is left out because it does not affect the price. */
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
