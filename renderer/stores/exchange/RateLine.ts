import { makeAutoObservable, observableRef } from 'mobx';
import type { PairData, RateInput } from '../../../contract/api/rates.ts';
import type { ApiError } from '../../../contract/errors.ts';
import type { RateMode } from '../../../contract/order.ts';

/** The two codes that name the bounds of an amount; every other refusal is about the pair or its mode. */
const BOUNDS = ['ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG'];
/** §8: these force the floating rate. */
const FORCES_FLOATING = ['ERR_NOT_ACCEPTABLE', 'ERR_UNPROCESSABLE_ENTITY'];

export type Refusal = Pick<ApiError, 'code' | 'message'> & { details?: Record<string, unknown> | undefined };

/** What is known of one pair in one rate mode: the last pair data, and whether they answer what is asked now. */
export class RateLine {
  readonly mode: RateMode;
  /** The last good answer for this pair; a refusal leaves it, so that estimates and bounds stay. */
  data: PairData | null = null;
  refusal: Refusal | null = null;
  /** Milliseconds since 1970 at which the last answer came. */
  heardAt = 0;
  private wanted = '';
  private answered = '';

  constructor(mode: RateMode) {
    this.mode = mode;
    makeAutoObservable(this, { data: observableRef, refusal: observableRef }, { autoBind: true });
  }

  /** The data answer exactly what is asked now. */
  get isCurrent(): boolean {
    return this.data !== null && this.refusal === null && this.wanted === this.answered;
  }

  /** The answer to what is asked now: this amount is too small or too big. */
  get boundsRefusal(): Refusal | null {
    return this.refusal && this.wanted === this.answered && BOUNDS.includes(this.refusal.code) ? this.refusal : null;
  }

  /** Not offered in this mode: for the pair, or for this amount. Stays until another answer comes. */
  get forcesFloating(): 'pair' | 'amount' | null {
    if (!this.refusal || !FORCES_FLOATING.includes(this.refusal.code)) return null;
    return this.refusal.code === 'ERR_NOT_ACCEPTABLE' ? 'pair' : 'amount';
  }

  get liquidityRefusal(): Refusal | null {
    return this.refusal?.code === 'ERR_NO_LIQUIDITY_AVAILABLE' ? this.refusal : null;
  }

  /** §8: the pair is not active, or refused for a reason that is no other state of the form. */
  get isUnsupported(): boolean {
    return this.refusal !== null && !BOUNDS.includes(this.refusal.code) && !this.forcesFloating && !this.liquidityRefusal;
  }

  want(input: RateInput, isNewPair: boolean): void {
    this.wanted = keyOf(input);
    if (!isNewPair) return;
    this.data = null;
    this.refusal = null;
  }

  hear(data: PairData, input: RateInput, now: number): void {
    this.data = data;
    this.refusal = null;
    this.answered = keyOf(input);
    this.heardAt = now;
  }

  refuse(refusal: Refusal, input: RateInput, now: number): void {
    this.refusal = refusal;
    this.answered = keyOf(input);
    this.heardAt = now;
  }
}

function keyOf(input: RateInput): string {
  return [input.instrumentFromSlug, input.instrumentToSlug, input.claimedDepositAmount, input.claimedDepositAmountCurrency].join(
    '|',
  );
}
