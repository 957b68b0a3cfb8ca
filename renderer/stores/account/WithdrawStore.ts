import { ownValue } from '../../../contract/tables/ownValue.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiError } from '../../../contract/errors.ts';
import { add, amount, compare, isPositive, subtract, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { KnownAddress, Withdrawal, WithdrawalTerms, WithdrawOutput } from '../../../contract/schemas/withdrawals.ts';
import { hasTronForm, TEST_WITHDRAWAL_ADDRESS, type WithdrawalWaitReason } from '../../../contract/accounts/withdrawal.ts';
import { cleanAddress } from '../../../contract/input/machineText.ts';
import { readPaymentRequest } from '../paymentRequest.ts';
import { everyVisible } from '../base/everyVisible.ts';
import { atCursor, ListStore, type ListPage } from '../base/ListStore.ts';
import { storeGroup } from '../storeGroup.ts';
import { WithdrawConfirmation } from './WithdrawConfirmation.ts';

/** What is wrong with the amount or the address, as the page names it. */
export type AmountProblem = 'TOO_SMALL' | 'ABOVE_BALANCE';
export type AddressProblem = 'FORM' | 'ETHEREUM' | 'INCORRECT' | 'OURS' | 'BLOCKED' | 'REQUEST';
/** What the customer still has to do, enter or correct, in this order. EMAIL: confirm the e-mail. */
export type MissingInput = 'EMAIL' | 'AMOUNT' | 'AMOUNT_WRONG' | 'ADDRESS' | 'ADDRESS_WRONG';
export interface WithdrawSnapshot {
  terms: WithdrawalTerms;
  withdrawals: ListPage<Withdrawal> | null;
}

const REFRESH_MS = 5_000;
const REFUSED: Partial<Record<string, AddressProblem>> = {
  error_address_incorrect: 'INCORRECT',
  error_address_ours: 'OURS',
  error_address_blocked: 'BLOCKED',
};

/** The form of a withdrawal and the customer's withdrawals. Amounts are in USDT. */
export class WithdrawStore {
  /** null until they are loaded */
  terms: WithdrawalTerms | null;
  readonly withdrawals: ListStore<Withdrawal>;
  amount = '';
  address = '';
  /** The address that the host refused, and why */
  private refused: { address: string; problem: AddressProblem } | null = null;
  /** The customer has left the field: its problems are shown from then on. */
  isAddressTouched = false;
  /** The open confirmation; null: none */
  confirmation: WithdrawConfirmation | null = null;
  /** The withdrawal that was just created, for the success dialog */
  created: { withdrawal: Withdrawal; balance: Decimal } | null = null;
  /** The withdrawal that is being stopped, or whose fee is being accepted */
  changing: string | null = null;
  hasChangeFailed = false;
  readonly #platform: Platform;
  readonly #clock: Clock;

  constructor({ platform, clock, snapshot }: { platform: Platform; clock: Clock; snapshot: WithdrawSnapshot | null }) {
    this.#platform = platform;
    this.#clock = clock;
    this.terms = snapshot?.terms ?? null;
    this.withdrawals = new ListStore({
      read: async (cursor) => {
        const page = await platform.transport.call('withdrawals.list', atCursor(cursor));
        return { items: page.withdrawals, nextCursor: page.cursor };
      },
      keyOf: ({ withdrawalId }) => withdrawalId,
      snapshot: snapshot?.withdrawals ?? null,
    });
    makeAutoObservable<this, 'refused'>(
      this,
      { terms: observableRef, withdrawals: false, confirmation: observableRef, created: observableRef, refused: observableRef },
      { autoBind: true },
    );
  }

  snapshot(): WithdrawSnapshot | null {
    return this.terms && { terms: this.terms, withdrawals: this.withdrawals.snapshot() };
  }

  /** What arrives; null while the amount is missing or not above the fee. */
  get arrives(): Decimal | null {
    if (!this.terms || !isPositive(this.amount || '0')) return null;
    const left = subtract(this.amount, this.terms.networkFee);
    return isPositive(left) ? left : null;
  }

  get amountProblem(): AmountProblem | null {
    if (!this.terms || this.amount === '' || !isPositive(this.amount)) return null;
    if (compare(this.amount, this.terms.balance) > 0) return 'ABOVE_BALANCE';
    return compare(this.amount, this.terms.minimum) < 0 ? 'TOO_SMALL' : null;
  }

  get addressProblem(): AddressProblem | null {
    if (this.address === '') return null;
    if (this.refused?.address === this.address) return this.refused.problem;
    if (hasTronForm(this.address)) return null;
    if (this.terms?.hasTestAddress && this.address === TEST_WITHDRAWAL_ADDRESS) return null;
    return /^0x/i.test(this.address) ? 'ETHEREUM' : 'FORM';
  }

  get known(): KnownAddress | null {
    return this.terms?.knownAddresses.find(({ address }) => address === this.address) ?? null;
  }

  get missing(): MissingInput | null {
    if (this.terms?.isEmailConfirmed === false) return 'EMAIL';
    if (this.amount === '' || !isPositive(this.amount)) return 'AMOUNT';
    if (this.amountProblem) return 'AMOUNT_WRONG';
    if (this.address === '') return 'ADDRESS';
    return this.addressProblem ? 'ADDRESS_WRONG' : null;
  }

  /** Why this withdrawal will wait before it is sent. */
  get waitReasons(): WithdrawalWaitReason[] {
    if (!this.terms || this.terms.waitSeconds === 0) return [];
    const isNew = !this.known || this.known.timesSent === 0;
    return [...(isNew ? (['NEW_ADDRESS'] as const) : []), ...this.terms.waitReasons];
  }

  /** An operator checks this withdrawal first, because of what leaves within a day. */
  get isReviewed(): boolean {
    return this.terms !== null && compare(add(this.terms.withdrawnInDay, this.amount || '0'), this.terms.reviewAbove) > 0;
  }

  get hasOpenWithdrawals(): boolean {
    return (this.withdrawals.items ?? []).some(({ state }) => state !== 'SENT' && state !== 'FAILED' && state !== 'CANCELLED');
  }

  setAmount(value: string): void {
    this.amount = value;
  }

  /** Takes an address or a payment request for this coin, whose amount is taken too. */
  async setAddress(text: string): Promise<void> {
    this.address = cleanAddress(text);
    const reading = this.terms && (await readPaymentRequest(text, this.terms.instrument));
    // The customer has typed on.
    if (!reading || this.address !== cleanAddress(text)) return;
    runInAction(() => {
      if (reading.kind !== 'taken') this.refused = { address: this.address, problem: 'REQUEST' };
      else {
        this.address = reading.address;
        if (reading.amount !== null) this.setAmount(reading.amount);
      }
    });
  }

  touchAddress(): void {
    this.isAddressTouched = true;
  }

  setMaximum(): void {
    if (this.terms) this.setAmount(toDecimal(amount(this.terms.balance)));
  }

  /** Opens the confirmation. Each opening is a new request. */
  confirm(): void {
    this.isAddressTouched = true;
    if (this.missing || !this.terms) return;
    const confirmation = new WithdrawConfirmation({
      platform: this.#platform,
      clock: this.#clock,
      target: { address: this.address, amount: this.amount },
      terms: this.terms,
      onCreated: (created) => this.finish(created),
      onRefused: (error) => this.confirmation === confirmation && this.refuse(error),
    });
    this.confirmation = confirmation;
    void confirmation.start();
  }

  close(): void {
    if (this.confirmation?.work !== 'sending') this.confirmation = null;
  }

  private finish(created: WithdrawOutput): void {
    this.created = created;
    this.withdrawals.change((known) => [created.withdrawal, ...known]);
    this.amount = '';
    this.address = '';
    this.isAddressTouched = false;
    this.confirmation = null;
    void this.refresh();
  }

  dismissCreated(): void {
    this.created = null;
  }

  /** Stops a withdrawal. Never rejects. */
  async cancel(withdrawalId: string): Promise<void> {
    await this.change(withdrawalId, async ({ transport }) => await transport.call('withdrawals.cancel', { withdrawalId }));
  }

  /** Accepts the network fee of now for a withdrawal that asks about it, as it was shown. Never rejects. */
  async acceptFee({ withdrawalId, question }: Pick<Withdrawal, 'withdrawalId' | 'question'>): Promise<void> {
    if (!question) return;
    const input = { withdrawalId, maxNetworkFee: question.networkFee };
    await this.change(withdrawalId, async ({ transport }) => await transport.call('withdrawals.acceptFee', input));
  }

  private async change(withdrawalId: string, call: (platform: Platform) => Promise<unknown>): Promise<void> {
    if (this.changing !== null) return;
    this.changing = withdrawalId;
    this.hasChangeFailed = false;
    try {
      await call(this.#platform);
    } catch {
      runInAction(() => (this.hasChangeFailed = true));
    }
    await this.refresh();
    runInAction(() => (this.changing = null));
  }

  /** Loads terms and withdrawals. Rejects with an ApiError. */
  async load(): Promise<void> {
    const [terms] = await Promise.all([this.#platform.transport.call('withdrawals.terms', {}), this.withdrawals.refresh()]);
    runInAction(() => (this.terms = terms));
  }

  /** Follows open withdrawals while the page is visible. Returns the function that stops it. */
  start(): () => void {
    return everyVisible(this.#platform, REFRESH_MS, () => this.hasOpenWithdrawals && void this.refresh());
  }

  private async refresh(): Promise<void> {
    await this.load().catch(() => undefined);
  }

  /** Takes a refusal that concerns a field: the form shows it in place of the confirmation. Returns whether it does. */
  private refuse({ code, details, message }: ApiError): boolean {
    const problem = code === 'ERR_VALIDATION' ? ownValue(REFUSED, String(details?.['code'])) : undefined;
    // §8: the number is parsed from the message. Without one, the failure is shown as `main_error`.
    const minimum = code === 'ERR_WITHDRAWAL_TOO_SMALL' ? /\d+(?:\.\d+)?/.exec(message)?.[0] : undefined;
    // After an unclear failure a retry repeats the same request.
    const isClear = code !== 'ERR_SERVICE_UNAVAILABLE' && code !== 'ERR_INTERNAL_SERVER_ERROR';
    if (problem) this.refused = { address: this.address, problem };
    if (minimum !== undefined && this.terms) this.terms = { ...this.terms, minimum };
    if (isClear && minimum === undefined) void this.refresh();
    const isAtField = problem !== undefined || minimum !== undefined || code === 'ERR_BALANCE_TOO_LOW';
    if (isAtField) this.confirmation = null;
    return isAtField;
  }
}

/** The store of the withdrawal page. */
export const withdrawGroup = storeGroup(({ platform, clock, restored }) => ({
  withdraw: restored.create('withdraw', WithdrawStore, { platform, clock }),
}));
