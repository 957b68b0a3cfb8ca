import { computedStruct, makeAutoObservable, runInAction } from 'mobx';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { finishAmount, normaliseAmount } from '../../../contract/amountInput.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';
import { amountProblem, type AmountProblem } from './amountProblem.ts';
import { boundsOf, claimDecimals, estimateToGet, estimateToGive, percentBelowMarket } from './estimate.ts';
import { firstAmount, requireInstruments } from './firstAmount.ts';
import { stoppedSideOf, type StoppedSide } from './inactiveSide.ts';
import type { RateLine } from './RateLine.ts';
import type { RateQuestion, RateStore } from './RateStore.ts';

export type Side = 'send' | 'receive';

/** What an address asks for: instrument slugs, and what is sent. */
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
  /** Referrals count for guests only (§6); null for everybody else. */
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
  /** The amount that the address named when the page was opened; null where a default was taken. */
  addressAmount: Decimal | null = null;
  /** The customer changed pair or amount: from then on the address follows, and no default comes in between. */
  isTouched = false;
  /** The amount that this form itself wrote into the address: reading it again must not undo what was typed since. */
  writtenAmount: Decimal | null = null;
  private isLive = false;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    const { snapshot } = dependencies;
    if (snapshot) {
      this.send = snapshot.send;
      this.receive = snapshot.receive;
      this.typedText = snapshot.text;
      this.addressAmount = snapshot.addressAmount;
    }
    makeAutoObservable<this, 'dependencies' | 'isLive'>(
      this,
      // Equal answers to a keystroke render nothing again.
      { dependencies: false, isLive: false, problem: computedStruct, bounds: computedStruct, stoppedSide: computedStruct },
      { autoBind: true },
    );
  }

  get sendInstrument(): Instrument | null {
    return this.instrumentOf(this.send) ?? this.anyData?.instrumentFrom ?? null;
  }

  get receiveInstrument(): Instrument | null {
    return this.instrumentOf(this.receive) ?? this.anyData?.instrumentTo ?? null;
  }

  /** §8: a fixed rate that is not offered forces the floating one; what the customer chose is kept for when it is again. */
  get mode(): RateMode {
    return this.forcedFloating ? 'FLOATING' : this.chosenMode;
  }

  get forcedFloating(): 'pair' | 'amount' | null {
    return this.chosenMode === 'FIXED' ? this.dependencies.rates.fixed.forcesFloating : null;
  }

  get line(): RateLine {
    return this.dependencies.rates.line(this.mode);
  }

  get isUnsupported(): boolean {
    return this.dependencies.rates.floating.isUnsupported;
  }

  /** Which side of the pair is closed now, and why; null where the host does not say. */
  get stoppedSide(): StoppedSide | null {
    return stoppedSideOf(this.dependencies.rates.floating.refusal);
  }

  /** The feed is lost or its last word too old (D24). */
  get isStale(): boolean {
    return this.dependencies.rates.isLost(this.mode);
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

  /** Percent below the market's middle price, all fees included; null while nothing is quoted. */
  get belowMarketPercent(): Decimal | null {
    const { line, sendAmount, receiveAmount } = this;
    if (!line.data || sendAmount === null || receiveAmount === null) return null;
    return percentBelowMarket(line.data, { toGive: sendAmount, toGet: receiveAmount });
  }

  /** What the address follows: changes when the customer changes something, not with every tick of the rate. */
  get addressKey(): string | null {
    if (!this.isTouched) return null;
    const hasError = this.problem !== null || this.isUnsupported;
    return [this.send, this.receive, this.typedSide, this.typedText, hasError].join('|');
  }

  /** The amount of the side that was not typed: the host's answer, or an estimate from its last rate until it comes. */
  otherAmount(mode: RateMode): Decimal | null {
    const { isCurrent, data } = this.dependencies.rates.line(mode);
    const { typedAmount, typedSide } = this;
    if (!data || typedAmount === null) return null;
    if (typedSide === 'send') return isCurrent ? data.amountToGet : estimateToGet(data, typedAmount);
    return isCurrent ? data.amountToGive : estimateToGive(data, typedAmount);
  }

  type(side: Side, text: string): void {
    const instrument = side === 'send' ? this.sendInstrument : this.receiveInstrument;
    this.typedSide = side;
    this.typedText = normaliseAmount(text, instrument ? claimDecimals(instrument) : undefined);
    this.isTouched = true;
    this.ask();
  }

  choose(side: Side, slug: string): void {
    const other = side === 'send' ? this.receive : this.send;
    if (slug === other) return this.swap();
    this[side] = slug;
    this.reopen();
  }

  /** §4: exchanges the instruments and values; the typed amount stays with its coin. */
  swap(): void {
    [this.send, this.receive] = [this.receive, this.send];
    this.typedSide = this.typedSide === 'send' ? 'receive' : 'send';
    this.isTouched = true;
    this.ask();
  }

  chooseMode(mode: RateMode): void {
    this.chosenMode = mode;
  }

  /**
   * Shows a pair. Before the page lives (on the server, and on the way to it) this waits for the rates, so that they are
   * in the page; afterwards they come by the feed. Rejects with ERR_NOT_FOUND when there is no such instrument.
   */
  async open({ send, receive, amount }: Opening): Promise<void> {
    if (send === this.send && receive === this.receive) {
      if (amount !== null && amount !== this.writtenAmount && amount !== this.sendAmount) this.type('send', amount);
      return;
    }
    if (send === receive) throw new ApiError('ERR_NOT_FOUND', 'Send and receive must differ.');
    const { instruments } = this.dependencies;
    const opening = amount ?? (await firstAmount(this.dependencies, send, receive));
    if (this.isLive) await requireInstruments(instruments, [send, receive]);
    runInAction(() => {
      this.show({ send, receive, amount: opening });
      this.addressAmount = amount;
    });
    if (!this.isLive) await this.loadRates();
    instruments.show([send, receive]);
  }

  /** Takes part in the live page: from now on rates are asked of the feed. Returns the stop. */
  start(): () => void {
    this.isLive = true;
    const stop = this.dependencies.rates.start();
    return () => {
      this.isLive = false;
      stop();
    };
  }

  /** What the address is to say now; the amount is dropped while the pair has an error (§2). */
  writeAddress(): { send: string; receive: string; amount: Decimal | null } {
    this.writtenAmount = this.problem || this.isUnsupported ? null : this.sendAmount;
    return { send: this.send, receive: this.receive, amount: this.writtenAmount };
  }

  /** What was kept of an earlier visit to this page, for the same pair. An address that names another amount wins. */
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

  private get anyData(): PairData | null {
    const { floating, fixed } = this.dependencies.rates;
    return floating.data ?? fixed.data;
  }

  private instrumentOf(slug: string): Instrument | null {
    return this.dependencies.instruments.bySlug.get(slug) ?? null;
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
    const referrerId = this.dependencies.referrerId();
    return {
      instrumentFromSlug: this.send,
      instrumentToSlug: this.receive,
      exchangeType: 'crypto',
      claimedDepositAmount: this.typedAmount,
      claimedDepositAmountCurrency: this.typedSide === 'send' ? this.send : this.receive,
      ...(referrerId !== null && { referrerId }),
    };
  }

  /** An empty field asks nothing: the last rate goes on living beside it. */
  private ask(): void {
    if (this.question) this.dependencies.rates.ask(this.question);
  }

  private async loadRates(): Promise<void> {
    const { rates, instruments } = this.dependencies;
    if (this.question) await rates.load(this.question);
    const { anyData } = this;
    if (anyData) instruments.remember([anyData.instrumentFrom, anyData.instrumentTo]);
    else await requireInstruments(instruments, [this.send, this.receive]);
  }

  /** Another coin: an amount that the customer never typed is replaced by one that suits the new pair. */
  private reopen(): void {
    const { send, receive, isTouched } = this;
    this.ask();
    if (isTouched) return;
    this.isTouched = true;
    void firstAmount(this.dependencies, send, receive).then((amount) =>
      runInAction(() => {
        if (this.send !== send || this.receive !== receive || this.typedText === amount) return;
        this.typedText = amount;
        this.ask();
      }),
    );
  }
}
