import { QUOTE_VALID_MS, SOCKET_UPDATES_PER_SECOND } from '../../contract/limits.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import type { Logger } from '../log.ts';
import { createTermsMemory, pairDataText, type PairDataText, type TermsMemory } from '../pricing/pairDataText.ts';
import { describe, frameText, messagePieces, type FrameSink } from './liveMessage.ts';

export interface LiveRates {
  /** Sends the pair data at once, and again whenever it changes, at most 4 times a second. Returns the end of it. */
  subscribe(input: RateInput, subscriptionId: string | undefined, sink: FrameSink): () => void;
  readonly subscriptions: number;
  readonly topics: number;
  /** One round: prices anew what may have changed and sends what did. Called by the timer that `start` sets. */
  tick(): void;
  start(): () => void;
}

export interface LiveRatesOptions {
  /** Gives what prices the request; both throw ApiErrors. */
  prepare(input: RateInput): (now: number) => PairData;
  /** Market symbols on which the pair's data depends (both coins, and those in which fees are paid). */
  symbolsOf(input: RateInput): readonly string[];
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  /** Told how many subscriptions there are, for the metrics. */
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

/** Equal requests share one computation and one serialisation, however many clients made them. */
interface Topic {
  input: RateInput;
  /** Null until it could be made */
  quote: ((now: number) => PairData) | null;
  symbols: readonly string[];
  subscriptions: Set<Subscription>;
  isDirty: boolean;
  computedAt: number;
  event: 'pairs.rates' | 'error';
  /** Of what was last sent */
  terms: TermsMemory;
  version: number;
  /** What was last sent, until everybody has it: kept until the next, thousands of them would outlive the young generation */
  message: Message | null;
  group: PairGroup;
}

interface Message {
  pieces: PairDataText['pieces'];
  /** As it goes out, by `subscriptionId`: clients of one make call theirs the same */
  frames: Map<string | undefined, Buffer>;
}

/** Topics of one pair, which share its terms: done in the same part, so that these are worked out once. */
interface PairGroup {
  pair: string;
  topics: number;
  part: Set<Topic>;
}

const ROUND_MS = 1_000 / SOCKET_UPDATES_PER_SECOND;
/** A round is done in so many parts, spread over its time: no customer waits for the rates of all the others. */
const PARTS = 10;
/** A pair that is asked for in more amounts has several groups: no part gets long by it. */
const MOST_IN_GROUP = 50;
/** Frames kept for clients that call theirs the same; those with names of their own get one made for them. */
const SHARED_FRAMES = 4;
/** What is no tick (a pause, a fee, a price grown old) shows after this long. */
const REVIEW_MS = 2_000;
/** A quote is renewed well before it ends, though nothing moved. */
const RENEW_MS = QUOTE_VALID_MS / 3;

/** The rates that are pushed (D37): works on subscriptions, knows nothing of sockets. */
export function createLiveRates(options: LiveRatesOptions): LiveRates {
  const { prepare, symbolsOf, onTick, onCount, log, now = Date.now } = options;
  const topics = new Map<string, Topic>();
  const parts = Array.from({ length: PARTS }, () => new Set<Topic>());
  const groups = new Map<string, PairGroup>();
  let [subscriptions, groupsMade] = [0, 0];

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

  /** False when the client takes nothing now. */
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
    return topic;
  };
  const groupOf = ({ instrumentFromSlug, instrumentToSlug }: RateInput): PairGroup => {
    const pair = `${instrumentFromSlug} ${instrumentToSlug}`;
    const known = groups.get(pair);
    if (known && known.topics < MOST_IN_GROUP) return known;
    groupsMade += 1;
    const group = { pair, topics: 0, part: parts[groupsMade % PARTS] ?? new Set() };
    groups.set(pair, group);
    return group;
  };
  const forget = (topic: Topic): void => {
    const { group } = topic;
    topics.delete(keyOf(topic.input));
    group.part.delete(topic);
    group.topics -= 1;
    if (group.topics === 0 && groups.get(group.pair) === group) groups.delete(group.pair);
  };

  const work = (part: ReadonlySet<Topic>): void => {
    const at = now();
    // First every price, then every message: what is sent in one go finds its readers awake, and waking one costs more than a price.
    for (const topic of part) if (topic.isDirty) compute(topic, at);
    for (const topic of part) {
      let isBehind = false;
      for (const subscription of topic.subscriptions) if (!deliver(topic, subscription)) isBehind = true;
      if (!isBehind) topic.message = null;
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
