import { computedStruct, makeAutoObservable, observableRef } from 'mobx';
import type { PairData } from '../../../contract/api/rates.ts';
import { MARKET_DEVIATION_TICK_PERCENT, MARKET_DEVIATION_WARNING_PERCENT } from '../../../contract/limits.ts';
import { compare } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { DialogStore } from '../DialogStore.ts';
import type { OrderDelivery } from '../order/OrderCreationStore.ts';
import { createDelivery, purchaseDelivery, type CardPurchase, type Visit } from './createDelivery.ts';
import type { DeliveryStore } from './DeliveryStore.ts';
import type { ExchangeStore } from './ExchangeStore.ts';
import { nextStep, type NextStep } from './nextStep.ts';

const CONFIRMED_EMAIL = 'email-confirmed';

/**
 * begun: open /order/pending · running: an earlier press does it · asked: a dialog needs an answer first · missing: the form shows a
 * missing field · failed: the code of orders could not be loaded
 */
export type SubmitOutcome = 'begun' | 'running' | 'asked' | 'missing' | 'failed';

export interface RateConsent {
  before: PairData;
  now: PairData;
  /** The payout to this destination costs more than usual (D53). Otherwise the market moved. */
  isPayoutFee?: boolean;
  /** What the order has in addition if it is a card purchase */
  purchase?: CardPurchase;
}

interface Dependencies {
  platform: Platform;
  exchange: ExchangeStore;
  delivery: DeliveryStore;
  dialogs: DialogStore;
  isServiceWorking: () => boolean;
  hasFeature: (feature: string) => boolean;
  visit: () => Visit;
  /** The e-mail of the signed-in customer; null: a guest */
  accountEmail: () => string | null;
  /** Whether the page's `ref` is the operator's own referral id (§4 ckm, case B). */
  isBrandReferral: () => boolean;
  /** Rejects when the code of orders cannot be loaded. */
  begin: (order: { delivery: OrderDelivery; pair: PairData }) => Promise<void>;
  reportMissingCode: () => void;
  /** Adopts the rate of a refused create. Returns its time by this device's clock, in ms since 1970. */
  adoptRate: (pair: PairData) => number;
}

/** Submission of the form: the next missing field, the consents, and creating the order (§4 exchange flow). */
export class SubmissionStore {
  areTermsAccepted = false;
  isDeviationAccepted = false;
  /** The customer pressed the button. From then on empty required fields show an error. */
  wasTried = false;
  consent: RateConsent | null = null;
  /** Time of the new rate by this device's clock, in ms since 1970. Its expiry counts from there. */
  askedAt = 0;
  /** The field that the host rejected at create, by the host's field name (§8 ERR_VALIDATION). */
  rejected: { field: string; message: MessageId; text: string } | null = null;
  /** An order has begun. Its page will open, so further presses must not begin another one. */
  #hasBegun = false;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { consent: observableRef, next: computedStruct }, { autoBind: true });
  }

  /** Lets the form begin an order: its page has opened. */
  reopen(): void {
    this.#hasBegun = false;
  }

  /** The rejection, until the customer changes the field. */
  get rejection(): { field: string; message: MessageId } | null {
    const { rejected } = this;
    return rejected?.text === this.textOf(rejected?.field) ? rejected : null;
  }

  get next(): NextStep {
    const { exchange, delivery, isServiceWorking } = this.#dependencies;
    const { needsDeviationTick, isDeviationAccepted, areTermsAccepted } = this;
    const refusedField = this.rejection?.field ?? '';
    const form = { needsDeviationTick, isDeviationAccepted, areTermsAccepted, refusedField };
    return nextStep({ exchange, delivery, isServiceWorking: isServiceWorking(), ...form });
  }

  get warnsOfDeviation(): boolean {
    return this.deviatesBy(MARKET_DEVIATION_WARNING_PERCENT);
  }

  get needsDeviationTick(): boolean {
    return this.deviatesBy(MARKET_DEVIATION_TICK_PERCENT);
  }

  acceptTerms(areAccepted: boolean): void {
    this.areTermsAccepted = areAccepted;
  }

  acceptDeviation(isAccepted: boolean): void {
    this.isDeviationAccepted = isAccepted;
  }

  /** Submits the form as far as it is complete. Never rejects: `/order/pending` shows failures. */
  async submit(): Promise<SubmitOutcome> {
    this.wasTried = true;
    const { exchange, delivery, dialogs } = this.#dependencies;
    if (this.next.kind !== 'ready') {
      delivery.destination.retry();
      delivery.refund.retry();
      if (this.next.kind === 'mailbox') delivery.typedEmail.check();
      return 'missing';
    }
    const pair = exchange.line.data;
    if (!pair) return 'missing';
    if (this.needsEmail(pair)) {
      dialogs.open({ name: 'emailConfirmation', data: {} });
      return 'asked';
    }
    return this.begin(pair);
  }

  /** Submits the complete form as a card purchase. */
  async buy(purchase: CardPurchase): Promise<SubmitOutcome> {
    const pair = this.#dependencies.exchange.line.data;
    return pair ? await this.begin(pair, purchase) : 'missing';
  }

  /** Records that the e-mail was confirmed on this device, then submits (§4 ckm, D11). */
  async confirmEmail(email: string): Promise<SubmitOutcome> {
    const { delivery, platform, dialogs } = this.#dependencies;
    delivery.typedEmail.type(email);
    platform.storage.set(CONFIRMED_EMAIL, 'true');
    dialogs.close();
    return this.submit();
  }

  /** Asks for consent after create was refused because the rate is worse than the shown one (D4). */
  rateChanged(consent: RateConsent): void {
    this.reopen();
    this.askedAt = this.#dependencies.adoptRate(consent.now);
    this.consent = consent;
    this.#dependencies.dialogs.open({ name: 'rateChanged', data: {} });
  }

  /** Creates the order at exactly the shown new rate. */
  async acceptRate(): Promise<SubmitOutcome> {
    const { consent } = this;
    this.declineRate();
    if (!consent) return 'missing';
    return this.begin(consent.now, consent.purchase);
  }

  declineRate(): void {
    this.consent = null;
    this.#dependencies.dialogs.close();
  }

  /** Shows the host's rejection of a field next to it. */
  reject(field: string, message: MessageId): void {
    this.wasTried = true;
    this.rejected = { field, message, text: this.textOf(field) };
    const { destination, refund } = this.#dependencies.delivery;
    if (field === 'destinationAddress') destination.reject(message);
    if (field === 'refundAddress') refund.reject(message);
  }

  private async begin(pair: PairData, purchase?: CardPurchase): Promise<SubmitOutcome> {
    const { delivery, visit, accountEmail, hasFeature, begin, reportMissingCode } = this.#dependencies;
    if (this.#hasBegun) return 'running';
    this.#hasBegun = true;
    try {
      const email = delivery.email || (accountEmail() ?? '');
      const order = createDelivery(pair, delivery, { ...visit(), email }, hasFeature('quote-id'));
      await begin({ delivery: purchase ? purchaseDelivery(order, purchase) : order, pair });
      return 'begun';
    } catch {
      this.#hasBegun = false;
      reportMissingCode();
      return 'failed';
    }
  }

  private textOf(field = ''): string {
    const { destination, refund, email } = this.#dependencies.delivery;
    if (field === 'userEmail') return email;
    const store = field.startsWith('refund') ? refund : destination;
    return field.endsWith('Memo') ? store.memo : store.text;
  }

  private needsEmail({ ckm }: PairData): boolean {
    // §4: a signed-in customer has an e-mail.
    if (this.#dependencies.accountEmail() !== null) return false;
    if (this.#dependencies.platform.storage.get(CONFIRMED_EMAIL) === 'true') return false;
    return ckm === 'A' || (ckm === 'B' && this.#dependencies.isBrandReferral());
  }

  private deviatesBy(percent: string): boolean {
    const { belowMarketPercent, problem } = this.#dependencies.exchange;
    return problem === null && belowMarketPercent !== null && compare(belowMarketPercent, percent) >= 0;
  }
}
