import { makeAutoObservable, runInAction } from 'mobx';
import type { PairData, RateInput } from '../../../contract/api/rates.ts';
import { ApiError } from '../../../contract/errors.ts';
import { PRICE_STALE_MS } from '../../../contract/limits.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import { isTemporary, type FeedState, type LiveFeed, type RateSubscription } from '../../api/liveFeed.ts';
import { RateLine, type Refusal } from './RateLine.ts';

/** A rate request without its mode. */
export type RateQuestion = Omit<RateInput, 'rateMode'>;

type LineSnapshot = { data: PairData | null; refusal: Refusal | null };
export interface RateSnapshot {
  question: RateQuestion;
  answeredAt: number;
  /** The host had no rate for the page: the browser's first render says so too. */
  isLost: boolean;
  FLOATING: LineSnapshot;
  FIXED: LineSnapshot;
}

/** Pause in typing before a quote is requested, in ms. Short enough to seem immediate, long enough to skip partial numbers. */
const SETTLE_MS = 60;
const TICK_MS = 1_000;

/** The live rates of the pair in both modes, with their age. */
export class RateStore {
  readonly floating = new RateLine('FLOATING');
  readonly fixed = new RateLine('FIXED');
  now: number;
  feedState: FeedState = 'connecting';
  #question: RateQuestion | null = null;
  #subscriptions: RateSubscription[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #feed: LiveFeed;

  constructor({
    platform,
    clock,
    feed,
    snapshot,
  }: {
    platform: Platform;
    clock: Clock;
    feed: LiveFeed;
    snapshot: RateSnapshot | null;
  }) {
    this.#platform = platform;
    this.#clock = clock;
    this.#feed = feed;
    this.now = clock.now();
    if (snapshot) this.#restore(snapshot);
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The lines that a question asks for: a purchase has no fixed rate. */
  private linesOf({ exchangeType }: RateQuestion): RateLine[] {
    return exchangeType === 'fiat' ? [this.floating] : [this.floating, this.fixed];
  }

  line(mode: RateMode): RateLine {
    return mode === 'FIXED' ? this.fixed : this.floating;
  }

  /** Returns whole seconds since the last answer; null before the first. */
  ageSeconds(mode: RateMode): number | null {
    const { answeredAt } = this.line(mode);
    return answeredAt === 0 ? null : Math.max(0, Math.floor((this.now - answeredAt) / 1_000));
  }

  /** D24: true if the rate is outdated. The last value is then shown in grey. */
  isLost(mode: RateMode): boolean {
    const { answeredAt } = this.line(mode);
    return this.feedState === 'lost' || (answeredAt > 0 && this.now - answeredAt > PRICE_STALE_MS);
  }

  /** Sets the requested amount and pair. The request is sent after a pause in typing. */
  ask(question: RateQuestion): void {
    const isNewPair =
      question.instrumentFromSlug !== this.#question?.instrumentFromSlug ||
      question.instrumentToSlug !== this.#question.instrumentToSlug;
    this.#question = question;
    for (const line of [this.floating, this.fixed]) line.request({ ...question, rateMode: line.mode }, isNewPair);
    if (this.#subscriptions.length === 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.send, isNewPair ? 0 : SETTLE_MS);
  }

  /** Fetches both modes over HTTP for the first page. Refusals become state; rejects for an unknown instrument. */
  async load(question: RateQuestion): Promise<void> {
    this.ask(question);
    await Promise.all(this.linesOf(question).map((line) => this.loadLine(line, question)));
  }

  /** Adopts a rate from another answer (a changed rate at create). Returns its time in ms since 1970. */
  adopt(data: PairData): number {
    const now = this.#clock.now();
    if (this.#question) this.line(data.rateMode).accept(data, { ...this.#question, rateMode: data.rateMode }, now);
    return now;
  }

  /** Subscribes to rates and updates their age. Returns the function that stops it. */
  start(): () => void {
    this.now = this.#clock.now();
    const tick = setInterval(() => runInAction(() => (this.now = this.#clock.now())), TICK_MS);
    const stopState = this.#feed.onStateChange((state) => runInAction(() => (this.feedState = state)));
    this.send();
    return () => {
      clearInterval(tick);
      stopState();
      if (this.#timer) clearTimeout(this.#timer);
      this.unsubscribe();
    };
  }

  snapshot(): RateSnapshot | null {
    if (!this.#question) return null;
    const { floating, fixed } = this;
    const question = this.#question;
    const take = ({ data, refusal }: RateLine): LineSnapshot => ({ data, refusal });
    const isLost = this.feedState === 'lost';
    return { question, answeredAt: floating.answeredAt, isLost, FLOATING: take(floating), FIXED: take(fixed) };
  }

  private send(): void {
    this.#timer = null;
    const question = this.#question;
    if (!question) return;
    const lines = this.linesOf(question);
    if (this.#subscriptions.length !== lines.length) {
      this.unsubscribe();
      this.#subscriptions = lines.map((line) => this.subscribe(line, question));
    } else lines.forEach((line, index) => this.#subscriptions[index]?.change({ ...question, rateMode: line.mode }));
  }

  private unsubscribe(): void {
    this.#subscriptions.forEach((subscription) => subscription.close());
    this.#subscriptions = [];
  }

  private subscribe(line: RateLine, question: RateQuestion): RateSubscription {
    // The feed reports only answers to the latest request.
    const latest = (): RateInput => ({ ...(this.#question ?? question), rateMode: line.mode });
    const listener = {
      onRate: (data: PairData) => this.accept(line, data, latest()),
      onError: (error: ApiError) => this.refuse(line, error, latest()),
    };
    return this.#feed.subscribe({ ...question, rateMode: line.mode }, listener, line.isCurrent && !this.isLost(line.mode));
  }

  private async loadLine(line: RateLine, question: RateQuestion): Promise<void> {
    const input: RateInput = { ...question, rateMode: line.mode };
    try {
      this.accept(line, await this.#platform.transport.call('rates.one', input), input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'ERR_NOT_FOUND') throw error;
      if (isTemporary(error)) runInAction(() => (this.feedState = 'lost'));
      else this.refuse(line, error, input);
    }
  }

  private accept(line: RateLine, data: PairData, input: RateInput): void {
    this.now = this.#clock.now();
    line.accept(data, input, this.now);
  }

  private refuse(line: RateLine, error: ApiError, input: RateInput): void {
    this.now = this.#clock.now();
    line.refuse(error, input, this.now);
  }

  #restore({ question, answeredAt, isLost, FLOATING, FIXED }: RateSnapshot): void {
    this.#question = question;
    if (isLost) this.feedState = 'lost';
    for (const [line, known] of [
      [this.floating, FLOATING],
      [this.fixed, FIXED],
    ] as const) {
      const input = { ...question, rateMode: line.mode };
      line.request(input, false);
      if (known.data) line.accept(known.data, input, answeredAt);
      if (known.refusal) line.refuse(known.refusal, input, answeredAt);
    }
  }
}
