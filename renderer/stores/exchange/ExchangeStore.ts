import { computedStruct, makeAutoObservable, runInAction } from 'mobx';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { finishAmount, normaliseAmount } from '../../../contract/amountInput.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isMoney } from '../../../contract/fiat/money.ts';
import { USUAL_MARKET_LIMIT_PERCENT } from '../../../contract/fixedRate.ts';
import { compare, type Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';
import { amountProblem, refusedAbove, type AmountProblem } from './amountProblem.ts';
import { boundsOf, claimDecimals, estimateToGet, estimateToGive, percentBelowMarket } from './estimate.ts';
import { coinFor, firstAmount, MONEY_AMOUNT, requireInstruments, SOLD_AMOUNT } from './firstAmount.ts';
import { stoppedSideOf, type StoppedSide } from './inactiveSide.ts';
import type { RateLine } from './RateLine.ts';
import type { RateQuestion, RateStore } from './RateStore.ts';

export type Side = 'send' | 'receive';

/** The values of an exchange URL: instrument slugs and the amount to send. */
export interface Opening {
  send: string;
  receive: string;
  amount: Decimal | null;
}

export interface ExchangeSnapshot {
  send: string;
  receive: string;
  text: string;
  addressAmount: Decimal | null;
}

interface Dependencies {
  platform: Platform;
  rates: RateStore;
  instruments: InstrumentStore;
  /** Referrals count for guests only (§6); null for other customers. */
  referrerId: () => string | null;
  snapshot: ExchangeSnapshot | null;
}

/** The pair, the amounts and the rate mode of the form. The side that was typed is never overwritten (D24). */
export class ExchangeStore {
  send = '';
  receive = '';
  typedSide: Side = 'send';
  typedText = '';
  chosenMode: RateMode = 'FLOATING';
  /** The amount in the URL when the page was opened; null if a default was used. */
  addressAmount: Decimal | null = null;
  /** The customer changed pair or amount. From then on the URL follows and no default replaces the amount. */
  isTouched = false;
  /** The amount that the form last wrote into the URL. Reading it back must not undo later typing. */
  writtenAmount: Decimal | null = null;
  /** The host refused an order at the fixed rate: for this pair it holds one only up to `most`, in instrumentFrom (D54). */
  private limited: { send: string; receive: string; most: Decimal | null } | null = null;
  #isLive = false;
  /** The coin that was sent before money was chosen. */
  #sentBefore = '';
  /** Whether a swap has replaced the form by another one, which asks with `takeReplacedForm`. */
  #hasReplacedForm = false;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { snapshot } = dependencies;
    if (snapshot) {
      this.send = snapshot.send;
      this.receive = snapshot.receive;
      this.typedText = snapshot.text;
      this.addressAmount = snapshot.addressAmount;
    }
    makeAutoObservable(
      this,
      // Structural comparison: equal values cause no render.
      { problem: computedStruct, bounds: computedStruct, stoppedSide: computedStruct },
      { autoBind: true },
    );
  }

  get sendInstrument(): Instrument | null {
    return this.instrumentOf(this.send) ?? this.anyData?.instrumentFrom ?? null;
  }

  get receiveInstrument(): Instrument | null {
    return this.instrumentOf(this.receive) ?? this.anyData?.instrumentTo ?? null;
  }

  /** The form buys a coin for money (§4 buy mode). */
  get isBuying(): boolean {
    return isMoney(this.send);
  }

  /** §8: if no fixed rate is offered, the mode is floating. `chosenMode` applies again once it is offered. */
  get mode(): RateMode {
    return this.isBuying || this.forcedFloating ? 'FLOATING' : this.chosenMode;
  }

  get forcedFloating(): 'pair' | 'amount' | null {
    return this.chosenMode === 'FIXED' ? this.#dependencies.rates.fixed.forcesFloating : null;
  }

  /** The largest amount at a fixed rate, in instrumentFrom; null if the host states none. */
  get fixedMaximum(): Decimal | null {
    const { fixed } = this.#dependencies.rates;
    const ofPair = fixed.forcesFloating === 'amount' ? refusedAbove(fixed.refusal) : (this.anyData?.fixedMaxAmount ?? null);
    const ofOrder = this.limitOfPair?.most ?? null;
    if (ofPair === null || ofOrder === null) return ofPair ?? ofOrder;
    return compare(ofPair, ofOrder) < 0 ? ofPair : ofOrder;
  }

  /** By how many percent the market may get worse before a fixed rate is lost (D67). */
  get marketLimit(): Decimal {
    return this.anyData?.fixedMarketLimitPercent ?? USUAL_MARKET_LIMIT_PERCENT;
  }

  /** The refusal of an order at the fixed rate, while pair, rate mode and amount are still refused. */
  get fixedRefusal(): { most: Decimal | null } | null {
    const { limitOfPair, mode, sendAmount } = this;
    if (!limitOfPair || mode !== 'FIXED') return null;
    const isBelow = limitOfPair.most !== null && sendAmount !== null && compare(sendAmount, limitOfPair.most) <= 0;
    return isBelow ? null : limitOfPair;
  }

  get line(): RateLine {
    return this.#dependencies.rates.line(this.mode);
  }

  get isUnsupported(): boolean {
    return this.#dependencies.rates.floating.isUnsupported;
  }

  /** The closed side of the pair with its reason; null if the host does not state it. */
  get stoppedSide(): StoppedSide | null {
    return stoppedSideOf(this.#dependencies.rates.floating.refusal);
  }

  /** True if the feed is lost or its last answer is too old (D24). */
  get isStale(): boolean {
    return this.#dependencies.rates.isLost(this.mode);
  }

  get typedAmount(): Decimal | null {
    return finishAmount(this.typedText);
  }

  get sendAmount(): Decimal | null {
    return this.typedSide === 'send' ? this.typedAmount : this.otherAmount(this.mode);
  }

  get receiveAmount(): Decimal | null {
    return this.typedSide === 'receive' ? this.typedAmount : this.otherAmount(this.mode);
  }

  /** In instrumentFrom; null while no rate of the pair is known. */
  get bounds(): { minimum: Decimal; maximum: Decimal } | null {
    const data = this.line.data ?? this.anyData;
    return data && boundsOf(data);
  }

  get problem(): AmountProblem | null {
    const { line, typedAmount, sendAmount, bounds } = this;
    return amountProblem({ line, typedAmount, sendAmount, bounds });
  }

  /** Percent below the market's mid price, all fees included; null without a quote. */
  get belowMarketPercent(): Decimal | null {
    const { line, sendAmount, receiveAmount } = this;
    if (!line.data || sendAmount === null || receiveAmount === null) return null;
    return percentBelowMarket(line.data, { toGive: sendAmount, toGet: receiveAmount });
  }

  /** Changes when the customer edits the form, not with each rate update. The URL is updated on each change. */
  get addressKey(): string | null {
    const hasError = this.problem !== null || this.isUnsupported;
    // §2: an amount from the URL that the pair does not allow leaves it.
    if (!this.isTouched && (this.addressAmount === null || !hasError)) return null;
    return [this.send, this.receive, this.typedSide, this.typedText, hasError].join('|');
  }

  /** The computed amount of the other side: the host's quote, or until it arrives an estimate from the last rate. */
  otherAmount(mode: RateMode): Decimal | null {
    const { isCurrent, data } = this.#dependencies.rates.line(mode);
    const { typedAmount, typedSide } = this;
    if (!data || typedAmount === null) return null;
    if (typedSide === 'send') return isCurrent ? data.amountToGet : estimateToGet(data, typedAmount);
    return isCurrent ? data.amountToGive : estimateToGive(data, typedAmount);
  }

  type(side: Side, text: string): void {
    // The provider of a purchase prices what is paid. A payment request names what should arrive.
    if (side === 'receive' && this.isBuying) return;
    const instrument = side === 'send' ? this.sendInstrument : this.receiveInstrument;
    this.typedSide = side;
    this.typedText = normaliseAmount(text, instrument ? claimDecimals(instrument) : undefined);
    this.isTouched = true;
    this.ask();
  }

  choose(side: Side, slug: string): void {
    const other = side === 'send' ? this.receive : this.send;
    if (slug === other) return this.swap();
    if (side === 'send' && isMoney(slug) !== this.isBuying) return this.toggleBuying(slug, this.receive);
    this[side] = slug;
    this.reopen();
  }

  /**
   * §4: swaps the instruments and values; the typed amount stays with its coin. Coins are not sold for money: a purchase becomes an
   * exchange of its coin for the one that was sent before.
   */
  swap(): void {
    if (this.isBuying) {
      this.#hasReplacedForm = true;
      return this.toggleBuying(this.receive, coinFor(this.receive, this.#sentBefore));
    }
    [this.send, this.receive] = [this.receive, this.send];
    this.typedSide = this.typedSide === 'send' ? 'receive' : 'send';
    this.isTouched = true;
    this.ask();
  }

  /** Returns whether a swap has replaced the form by another one since the last call. */
  takeReplacedForm(): boolean {
    const hasReplacedForm = this.#hasReplacedForm;
    this.#hasReplacedForm = false;
    return hasReplacedForm;
  }

  /** Another choice of the fixed rate asks the host again. */
  chooseMode(mode: RateMode): void {
    this.chosenMode = mode;
    this.limited = null;
  }

  /** Records that the host refused an order at the fixed rate, and up to which amount it would hold one (D54). */
  limitFixed(most: Decimal | null): void {
    this.limited = { send: this.send, receive: this.receive, most };
  }

  /**
   * Shows a pair. Before `start` (on the server and during navigation) it also loads the rates for the first render;
   * afterwards the feed delivers them. Rejects with ERR_NOT_FOUND for an unknown instrument.
   */
  async open({ send, receive, amount }: Opening): Promise<void> {
    if (send === this.send && receive === this.receive) {
      if (amount !== null && amount !== this.writtenAmount && amount !== this.sendAmount) this.type('send', amount);
      return;
    }
    if (send === receive) throw new ApiError('ERR_NOT_FOUND', 'Send and receive must differ.');
    const { instruments } = this.#dependencies;
    const opening = amount ?? (await firstAmount(this.#dependencies, send, receive));
    if (this.#isLive) await requireInstruments(instruments, [send, receive]);
    runInAction(() => {
      this.show({ send, receive, amount: opening });
      this.addressAmount = amount;
    });
    if (!this.#isLive) await this.loadRates();
    instruments.show([send, receive]);
  }

  /** Subscribes to live rates. Returns the function that stops it. */
  start(): () => void {
    this.#isLive = true;
    const stop = this.#dependencies.rates.start();
    return () => {
      this.#isLive = false;
      stop();
    };
  }

  /** Returns and records the values for the URL; the amount is null while there is an error (§2). */
  writeAddress(): { send: string; receive: string; amount: Decimal | null } {
    this.writtenAmount = this.problem || this.isUnsupported ? null : this.sendAmount;
    return { send: this.send, receive: this.receive, amount: this.writtenAmount };
  }

  /** Restores the draft of the same pair. Another amount in the URL takes precedence. */
  restore(draft: { typedSide: Side; typedText: string; writtenAmount: Decimal | null; chosenMode: RateMode }): void {
    this.chosenMode = draft.chosenMode;
    if (draft.typedText === '' || (this.addressAmount !== null && this.addressAmount !== draft.writtenAmount)) return;
    this.typedSide = draft.typedSide;
    this.typedText = draft.typedText;
    this.isTouched = true;
    this.ask();
  }

  snapshot(): ExchangeSnapshot | null {
    if (this.send === '') return null;
    return { send: this.send, receive: this.receive, text: this.typedText, addressAmount: this.addressAmount };
  }

  /** Starts or ends buying, with the default amount (§9). */
  private toggleBuying(send: string, receive: string): void {
    if (!this.isBuying) this.#sentBefore = this.send;
    this.show({ send, receive, amount: isMoney(send) ? MONEY_AMOUNT : SOLD_AMOUNT });
    this.isTouched = true;
  }

  private get limitOfPair(): { most: Decimal | null } | null {
    const { limited, send, receive } = this;
    return limited?.send === send && limited.receive === receive ? limited : null;
  }

  private get anyData(): PairData | null {
    const { floating, fixed } = this.#dependencies.rates;
    return floating.data ?? fixed.data;
  }

  private instrumentOf(slug: string): Instrument | null {
    return this.#dependencies.instruments.bySlug.get(slug) ?? null;
  }

  private show({ send, receive, amount }: { send: string; receive: string; amount: Decimal }): void {
    this.send = send;
    this.receive = receive;
    this.typedSide = 'send';
    this.typedText = amount;
    this.isTouched = false;
    this.ask();
  }

  private get question(): RateQuestion | null {
    if (this.typedAmount === null) return null;
    const referrerId = this.#dependencies.referrerId();
    return {
      instrumentFromSlug: this.send,
      instrumentToSlug: this.receive,
      exchangeType: this.isBuying ? 'fiat' : 'crypto',
      claimedDepositAmount: this.typedAmount,
      claimedDepositAmountCurrency: this.typedSide === 'send' ? this.send : this.receive,
      ...(referrerId !== null && { referrerId }),
    };
  }

  /** Requests a rate. With an empty field, the last requested rate continues to update. */
  private ask(): void {
    if (this.question) this.#dependencies.rates.ask(this.question);
  }

  private async loadRates(): Promise<void> {
    const { rates, instruments } = this.#dependencies;
    if (this.question) await rates.load(this.question);
    const { anyData } = this;
    if (anyData) instruments.remember([anyData.instrumentFrom, anyData.instrumentTo]);
    else await requireInstruments(instruments, [this.send, this.receive]);
  }

  /** Requests the rate of another coin. Replaces a default amount by the new pair's default. */
  private reopen(): void {
    const { send, receive, isTouched } = this;
    this.ask();
    if (isTouched) return;
    this.isTouched = true;
    void firstAmount(this.#dependencies, send, receive).then((amount) =>
      runInAction(() => {
        if (this.send !== send || this.receive !== receive || this.typedText === amount) return;
        this.typedText = amount;
        this.ask();
      }),
    );
  }
}
