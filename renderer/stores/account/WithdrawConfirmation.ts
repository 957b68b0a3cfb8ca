import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SecondFactorChallengeOutput } from '../../../contract/api/secondFactor.ts';
import type { WithdrawalTarget, WithdrawalTerms, WithdrawOutput } from '../../../contract/api/withdrawals.ts';
import { ApiError } from '../../../contract/errors.ts';
import { compare, isPositive, subtract, type Decimal } from '../../../contract/money.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import { everyVisible } from '../base/everyVisible.ts';
import { randomText } from '../randomText.ts';
import type { ProofAnswer } from './ProofStore.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';

/**
 * Why the last request failed. OVER: the proof can't be used any more. EMAIL: it is not confirmed. FROZEN: a link of a mail froze the
 * account. STOPPED_OFTEN: too many were stopped, or too many codes sent. main_error: §8.
 */
export type WithdrawFailure =
  | 'OVER'
  | 'EMAIL'
  | 'FROZEN'
  | 'STOPPED_OFTEN'
  | 'BALANCE'
  | 'FORBIDDEN'
  | 'NOT_STARTED'
  | 'main_error'
  | 'UNKNOWN';

interface Dependencies {
  platform: Platform;
  clock: Clock;
  target: Pick<WithdrawalTarget, 'address' | 'amount'>;
  /** The terms that the form showed */
  terms: WithdrawalTerms;
  onCreated: (created: WithdrawOutput) => void;
  /** The host refused a field of the form. Returns whether the form shows why. */
  onRefused: (error: ApiError) => boolean;
}

const KEY_BYTES = 16;
const TICK_MS = 1_000;
const RETRY_MS = 5_000;
const FAILURES: Partial<Record<ApiError['code'], WithdrawFailure>> = {
  ERR_NOT_FOUND: 'OVER',
  ERR_SECOND_FACTOR_REQUIRED: 'OVER',
  ERR_NOT_ACCEPTABLE: 'EMAIL',
  ERR_TOO_MANY_REQUESTS: 'STOPPED_OFTEN',
  ERR_BALANCE_NOT_FOUND: 'BALANCE',
  ERR_FORBIDDEN: 'FORBIDDEN',
  ERR_WITHDRAWAL_TOO_SMALL: 'main_error',
};

/**
 * The confirmation of one withdrawal: its proof, and the fee that the customer sees (D69). The fee holds for a minute. If it has risen
 * afterwards, the customer is asked again. Amounts are in USDT.
 */
export class WithdrawConfirmation {
  readonly target: Pick<WithdrawalTarget, 'address' | 'amount'>;
  /** With the fee that is shown */
  terms: WithdrawalTerms;
  /** null until it is started, and after it is over */
  challenge: SecondFactorChallengeOutput | null = null;
  /** When the challenge was started, in ms since 1970 */
  startedAt = 0;
  /** Until when the shown fee holds, in ms since 1970; null: not known yet */
  feeUntil: number | null = null;
  /** How much less arrives since the fee rose; null: it has not */
  rise: Decimal | null = null;
  /** How often the fee has risen: the customer answers again. */
  round = 0;
  failure: WithdrawFailure | null = null;
  work: 'starting' | 'sending' | null = null;
  /** The answer of a request without a clear result */
  #unclear: ProofAnswer | null = null;
  #isRenewing = false;
  /** After a failure: when the fee is read again, in ms since 1970 */
  #renewAfter = 0;
  readonly #idempotencyKey = randomText(KEY_BYTES);
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.target = dependencies.target;
    this.terms = dependencies.terms;
    makeAutoObservable(this, { target: false, terms: observableRef, challenge: observableRef }, { autoBind: true });
  }

  /** What arrives at the shown fee. */
  get arrives(): Decimal {
    const left = subtract(this.target.amount, this.terms.networkFee);
    return isPositive(left) ? left : '0';
  }

  /** Starts the proof, which may send a code by e-mail, and reads the fee. Never rejects. */
  async start(): Promise<void> {
    if (this.work) return;
    this.work = 'starting';
    this.failure = null;
    this.challenge = null;
    const { platform, clock, terms } = this.#dependencies;
    const { currencyTitle, networkTitle } = terms;
    try {
      const [current, challenge] = await Promise.all([
        platform.transport.call('withdrawals.terms', {}),
        platform.transport.call('withdrawals.startProof', { ...this.target, currencyTitle, networkTitle }),
      ]);
      runInAction(() => {
        this.show(current);
        this.challenge = challenge;
        this.startedAt = clock.now();
      });
    } catch (error) {
      this.fail(error, 'NOT_STARTED');
    } finally {
      runInAction(() => (this.work = null));
    }
  }

  /** Keeps the fee current while the page is visible. Returns the function that stops it. */
  follow(): () => void {
    const { platform, clock } = this.#dependencies;
    return everyVisible(platform, TICK_MS, () => {
      const now = clock.now();
      if (this.feeUntil !== null && this.feeUntil <= now && this.#renewAfter <= now && !this.work) void this.renewFee();
    });
  }

  /** Requests the withdrawal. Returns what is wrong with the answer. */
  async send(answer: ProofAnswer): Promise<SignInProblem | null> {
    if (!this.challenge || this.work) return null;
    this.work = 'sending';
    this.failure = null;
    this.#unclear = null;
    const { challengeId } = this.challenge;
    const { platform, onCreated } = this.#dependencies;
    const { currencyTitle, networkTitle, feeQuote, networkFee: maxNetworkFee } = this.terms;
    try {
      const created = await platform.transport.call(
        'withdrawals.create',
        { ...this.target, currencyTitle, networkTitle, proof: { challengeId, ...answer }, feeQuote, maxNetworkFee },
        { idempotencyKey: this.#idempotencyKey },
      );
      onCreated(created);
      return null;
    } catch (error) {
      return await this.explain(error, answer);
    } finally {
      runInAction(() => (this.work = null));
    }
  }

  /** After a failure: repeats the request that got no clear answer, or starts again. Never rejects. */
  async retry(): Promise<void> {
    const answer = this.#unclear;
    if (!answer) return await this.start();
    await this.send(answer);
  }

  private async explain(error: unknown, answer: ProofAnswer): Promise<SignInProblem | null> {
    if (!(error instanceof ApiError)) throw error;
    const { code, details } = error;
    if (code === 'ERR_RATE_CHANGED') {
      await this.renewFee();
      return null;
    }
    if (code === 'ERR_VALIDATION' && details?.['code'] === 'SECOND_FACTOR_VALIDATION_ERROR') return signInProblem(error);
    if (code === 'ERR_TOO_MANY_REQUESTS') return signInProblem(error);
    this.fail(error, 'UNKNOWN');
    if (this.failure === 'UNKNOWN') this.#unclear = answer;
    return null;
  }

  private fail(error: unknown, otherwise: WithdrawFailure): void {
    if (!(error instanceof ApiError)) throw error;
    if (this.#dependencies.onRefused(error)) return;
    const isFrozen = error.details?.['reason'] === 'ACCOUNT_FROZEN';
    this.failure = isFrozen ? 'FROZEN' : (FAILURES[error.code] ?? otherwise);
    if (this.failure !== 'UNKNOWN') this.challenge = null;
  }

  private async renewFee(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { platform, clock } = this.#dependencies;
    try {
      const current = await platform.transport.call('withdrawals.terms', {});
      runInAction(() => this.show(current));
    } catch {
      // The old fee no longer holds. The host says so if the customer confirms.
      this.#renewAfter = clock.now() + RETRY_MS;
    } finally {
      this.#isRenewing = false;
    }
  }

  private show(current: WithdrawalTerms): void {
    const shown = this.terms.networkFee;
    this.feeUntil = this.#dependencies.clock.now() + current.feeSeconds * 1_000;
    const change = compare(current.networkFee, shown);
    if (change < 0) this.rise = null;
    if (change > 0) {
      this.rise = subtract(current.networkFee, shown);
      this.round += 1;
    }
    this.terms = current;
  }
}
