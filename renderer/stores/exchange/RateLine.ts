import { makeAutoObservable, observableRef } from 'mobx';
import type { PairData, RateInput } from '../../../contract/api/rates.ts';
import type { ApiError } from '../../../contract/errors.ts';
import type { RateMode } from '../../../contract/order.ts';
import { isPairData } from '../../api/pairData.ts';

/** The two codes about the bounds of an amount. Every other refusal is about the pair or its mode. */
const BOUNDS = ['ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG'];
/** Codes that force the floating rate (§8). */
const FORCES_FLOATING = ['ERR_NOT_ACCEPTABLE', 'ERR_UNPROCESSABLE_ENTITY'];

export type Refusal = Pick<ApiError, 'code' | 'message'> & { details?: Record<string, unknown> | undefined };

/** The last answer for one pair in one rate mode, and whether it answers the current request. */
export class RateLine {
  readonly mode: RateMode;
  /** The last rate of this pair. A refusal does not clear it, so that estimates and bounds remain. */
  data: PairData | null = null;
  refusal: Refusal | null = null;
  /** Time of the last answer, in ms since 1970. */
  answeredAt = 0;
  private wanted = '';
  private answered = '';

  constructor(mode: RateMode) {
    this.mode = mode;
    makeAutoObservable(this, { data: observableRef, refusal: observableRef }, { autoBind: true });
  }

  /** True if the data answer the current request. */
  get isCurrent(): boolean {
    return this.data !== null && this.refusal === null && this.wanted === this.answered;
  }

  /** The refusal of the current request because its amount is too small or too big. */
  get boundsRefusal(): Refusal | null {
    return this.refusal && this.wanted === this.answered && BOUNDS.includes(this.refusal.code) ? this.refusal : null;
  }

  /** Why a fixed rate is not offered: for the pair or for this amount. Valid until the next answer. */
  get forcesFloating(): 'pair' | 'amount' | null {
    if (!this.refusal || !FORCES_FLOATING.includes(this.refusal.code)) return null;
    return this.refusal.code === 'ERR_NOT_ACCEPTABLE' ? 'pair' : 'amount';
  }

  get liquidityRefusal(): Refusal | null {
    return this.refusal?.code === 'ERR_NO_LIQUIDITY_AVAILABLE' ? this.refusal : null;
  }

  /** True if the pair is not active, or refused with a code that no other state of the form covers (§8). */
  get isUnsupported(): boolean {
    return this.refusal !== null && !BOUNDS.includes(this.refusal.code) && !this.forcesFloating && !this.liquidityRefusal;
  }

  request(input: RateInput, isNewPair: boolean): void {
    this.wanted = keyOf(input);
    if (!isNewPair) return;
    this.data = null;
    this.refusal = null;
  }

  accept(data: PairData, input: RateInput, now: number): void {
    this.data = data;
    this.refusal = null;
    this.answered = keyOf(input);
    this.answeredAt = now;
  }

  /** A refusal because of the amount may contain the current rate, for the nearest possible amount. */
  refuse({ code, message, details }: Refusal, input: RateInput, now: number): void {
    const { pairData, ...others } = details ?? {};
    if (isPairData(pairData)) this.data = pairData;
    this.refusal = { code, message, details: others };
    this.answered = keyOf(input);
    this.answeredAt = now;
  }
}

function keyOf(input: RateInput): string {
  return [input.instrumentFromSlug, input.instrumentToSlug, input.claimedDepositAmount, input.claimedDepositAmountCurrency].join(
    '|',
  );
}
