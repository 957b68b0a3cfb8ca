import { makeAutoObservable, observableRef } from 'mobx';
import { compare, subtract, type Decimal } from '../../../contract/money.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { DialogStore } from '../DialogStore.ts';
import type { ExchangeStore } from '../exchange/ExchangeStore.ts';
import type { SubmissionStore, SubmitOutcome } from '../exchange/SubmissionStore.ts';
import type { SessionStore } from '../SessionStore.ts';
import type { CardTermsStore } from './CardTermsStore.ts';
import type { VerificationStore } from './VerificationStore.ts';

/** terms: the provider's terms are not accepted yet · email: the account has none */
export type PurchaseProblem = 'terms' | 'email';

/**
 * What a complete form needs before it can buy. account: a session · email: an e-mail of the account (D74) · confirmation: of that
 * e-mail · verification: by the provider · smallerAmount: the provider rejected the customer
 */
type PurchaseNeed = 'account' | 'email' | 'confirmation' | 'verification' | 'smallerAmount';

interface Dependencies {
  exchange: ExchangeStore;
  submission: SubmissionStore;
  session: SessionStore;
  dialogs: DialogStore;
  terms: CardTermsStore;
  verification: VerificationStore;
  locale: () => LocaleCode;
}

/** Submission of a card purchase (§4 fiat flow): the form, the account with its e-mail, the verification, then the order. */
export class PurchaseStore {
  /** The version of the provider's terms that the customer agreed to; null: none */
  acceptedTerms: string | null = null;
  problem: PurchaseProblem | null = null;
  #isRunning = false;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { problem: observableRef }, { autoBind: true });
  }

  /** True if the customer agreed to the terms that the provider has now. */
  get areTermsAccepted(): boolean {
    const { terms } = this.#dependencies.terms;
    return terms !== null && this.acceptedTerms === terms.termsVersion;
  }

  /** True if the provider wants to verify the customer before a purchase of this amount. */
  get needsVerification(): boolean {
    const { exchange, terms, verification } = this.#dependencies;
    const { send, sendAmount } = exchange;
    return verification.state !== 'passed' && sendAmount !== null && terms.needsVerification(send, sendAmount);
  }

  /** The first need, null: none that this page knows of. */
  get need(): PurchaseNeed | null {
    const { session, verification } = this.#dependencies;
    const { account } = session;
    if (!account) return session.exists ? null : 'account';
    // A messenger's account may have no e-mail (D74).
    if (!account.email) return 'email';
    if (!account.isEmailConfirmed && !['emailConfirmed', 'passed'].includes(verification.state)) return 'confirmation';
    if (!this.needsVerification) return null;
    return verification.state === 'rejected' ? 'smallerAmount' : 'verification';
  }

  /** The most that a customer buys without the provider's check, null: nothing. */
  get mostUnverified(): Decimal | null {
    const { exchange, terms } = this.#dependencies;
    const currency = terms.currencyOf(exchange.send);
    if (!currency || currency.noKycThreshold === null) return null;
    const left = subtract(currency.noKycThreshold, currency.used ?? '0');
    return compare(left, currency.minAmount) < 0 ? null : left;
  }

  acceptTerms(areAccepted: boolean): void {
    this.acceptedTerms = areAccepted ? (this.#dependencies.terms.terms?.termsVersion ?? null) : null;
    if (this.areTermsAccepted) this.problem = null;
  }

  /** Submits as far as it is possible, once at a time. Never rejects. */
  async submit(): Promise<SubmitOutcome> {
    if (this.#isRunning) return 'running';
    this.#isRunning = true;
    try {
      return await this.attempt();
    } finally {
      this.#isRunning = false;
    }
  }

  private async attempt(): Promise<SubmitOutcome> {
    const { exchange, submission, session, dialogs, verification, locale } = this.#dependencies;
    const { need, mostUnverified } = this;
    this.problem = null;
    if (submission.next.kind !== 'ready') return await submission.submit();
    if (!this.areTermsAccepted || this.acceptedTerms === null) return this.ask('terms');
    if (need === 'email') return this.ask('email');
    if (!session.account) {
      dialogs.open({ name: 'signIn', data: { view: 'register', wantedPath: null, isForCard: true } });
      return 'asked';
    }
    if (need === 'smallerAmount') {
      if (mostUnverified !== null) exchange.type('send', mostUnverified);
      return 'asked';
    }
    const isConfirmed = session.account.isEmailConfirmed;
    const isReady = this.needsVerification ? await verification.run() : isConfirmed || (await verification.confirmEmail());
    if (!isReady) return 'asked';
    return await submission.buy({ termsVersion: this.acceptedTerms, locale: locale() });
  }

  private ask(problem: PurchaseProblem): SubmitOutcome {
    this.problem = problem;
    return problem === 'terms' ? 'missing' : 'asked';
  }
}
