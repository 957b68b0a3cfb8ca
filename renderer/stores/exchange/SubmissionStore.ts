import { computedStruct, makeAutoObservable, observableRef } from 'mobx';
import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { MARKET_DEVIATION_TICK_PERCENT, MARKET_DEVIATION_WARNING_PERCENT } from '../../../contract/limits.ts';
import { compare } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { DialogStore } from '../DialogStore.ts';
import { createPayload, type Visit } from './createPayload.ts';
import type { DeliveryStore } from './DeliveryStore.ts';
import type { ExchangeStore } from './ExchangeStore.ts';
import { nextStep, type NextStep } from './nextStep.ts';

const CONFIRMED_EMAIL = 'email-confirmed';

/** begun: go to /order/pending · asked: a dialog asks something first · missing: the form shows what is missing */
export type SubmitOutcome = 'begun' | 'asked' | 'missing';

export interface RateConsent {
  before: PairData;
  now: PairData;
}

interface Dependencies {
  platform: Platform;
  exchange: ExchangeStore;
  delivery: DeliveryStore;
  dialogs: DialogStore;
  isServiceWorking: () => boolean;
  hasFeature: (feature: string) => boolean;
  visit: () => Visit;
  /** D11 B: the referral of this very operator. */
  brandAffiliateId: string;
  begin: (order: { payload: CreateOrderInput; pair: PairData }) => Promise<void>;
  /** A rate that came with a refused create; gives the moment, by this device's clock. */
  adoptRate: (pair: PairData) => number;
}

/** The end of the form: what is still missing, the consents, and the order that comes of it (§4 exchange flow). */
export class SubmissionStore {
  areTermsAccepted = false;
  isDeviationAccepted = false;
  /** The customer pressed the button: from now on empty fields show that they are missing. */
  wasTried = false;
  consent: RateConsent | null = null;
  /** When the new rate came, in milliseconds since 1970 by this device's clock: its time runs from there, whatever that clock says. */
  askedAt = 0;
  /** What the host refused at create, by its name of the field (§8 ERR_VALIDATION). */
  rejected: { field: string; message: MessageId } | null = null;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, 'dependencies'>(
      this,
      { dependencies: false, consent: observableRef, next: computedStruct },
      { autoBind: true },
    );
  }

  get next(): NextStep {
    const { exchange, delivery, isServiceWorking } = this.dependencies;
    const { needsDeviationTick, isDeviationAccepted, areTermsAccepted } = this;
    const form = { needsDeviationTick, isDeviationAccepted, areTermsAccepted };
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

  /** Goes as far as the form allows. Rejects with nothing: what fails is shown by `/order/pending`. */
  async submit(): Promise<SubmitOutcome> {
    this.wasTried = true;
    this.rejected = null;
    const { exchange, delivery, dialogs } = this.dependencies;
    if (this.next.kind !== 'ready') {
      delivery.destination.retry();
      delivery.refund.retry();
      return 'missing';
    }
    const pair = exchange.line.data;
    if (!pair) return 'missing';
    if (this.needsEmail(pair)) {
      dialogs.open({ name: 'emailConfirmation', data: {} });
      return 'asked';
    }
    await this.begin(pair);
    return 'begun';
  }

  /** The e-mail dialog: keeps that this e-mail was confirmed here, then goes on (§4 ckm, D11). */
  async confirmEmail(email: string): Promise<SubmitOutcome> {
    const { delivery, platform, dialogs } = this.dependencies;
    delivery.setEmail(email);
    platform.storage.set(CONFIRMED_EMAIL, 'true');
    dialogs.close();
    return this.submit();
  }

  /** Create was refused because the rate is worse than the one shown (D4): asks, old → new. */
  rateChanged(consent: RateConsent): void {
    this.askedAt = this.dependencies.adoptRate(consent.now);
    this.consent = consent;
    this.dependencies.dialogs.open({ name: 'rateChanged', data: {} });
  }

  /** The customer takes the new rate, exactly as shown. */
  async acceptRate(): Promise<SubmitOutcome> {
    const { consent } = this;
    this.declineRate();
    if (!consent) return 'missing';
    await this.begin(consent.now);
    return 'begun';
  }

  declineRate(): void {
    this.consent = null;
    this.dependencies.dialogs.close();
  }

  /** The host refused a field at create: it is shown beside the field. */
  reject(field: string, message: MessageId): void {
    this.wasTried = true;
    this.rejected = { field, message };
    const { destination, refund } = this.dependencies.delivery;
    const code = message === 'address_reject_iotx' ? message : 'address_incorrect';
    if (field === 'destinationAddress') destination.reject(code);
    if (field === 'refundAddress') refund.reject(code);
  }

  private async begin(pair: PairData): Promise<void> {
    const { delivery, visit, hasFeature, begin } = this.dependencies;
    await begin({ payload: createPayload(pair, delivery, visit(), hasFeature('quote-id')), pair });
  }

  private needsEmail({ ckm }: PairData): boolean {
    if (this.dependencies.platform.storage.get(CONFIRMED_EMAIL) === 'true') return false;
    const isOwnReferral = this.dependencies.visit().referrerId === this.dependencies.brandAffiliateId;
    return ckm === 'A' || (ckm === 'B' && isOwnReferral);
  }

  private deviatesBy(percent: string): boolean {
    const { belowMarketPercent } = this.dependencies.exchange;
    return belowMarketPercent !== null && compare(belowMarketPercent, percent) >= 0;
  }
}
