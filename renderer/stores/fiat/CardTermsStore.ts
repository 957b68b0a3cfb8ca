import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FiatTerms } from '../../../contract/api/fiat.ts';
import { amount, type Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';

type CardCurrency = FiatTerms['currencies'][number];

/** The provider of card purchases: its terms, limits and pages. */
export class CardTermsStore {
  terms: FiatTerms | null;
  /** The last request failed. Older terms remain. */
  hasFailed = false;
  readonly #platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: FiatTerms | null }) {
    this.#platform = platform;
    this.terms = snapshot;
    makeAutoObservable(this, { terms: observableRef }, { autoBind: true });
  }

  /** Loads the terms, with what the signed-in customer has bought so far. Never rejects: `hasFailed` tells. */
  async load(): Promise<void> {
    try {
      const terms = await this.#platform.transport.call('fiat.terms', {});
      runInAction(() => {
        this.terms = terms;
        this.hasFailed = false;
      });
    } catch {
      runInAction(() => (this.hasFailed = true));
    }
  }

  currencyOf(slug: string): CardCurrency | null {
    return this.terms?.currencies.find((currency) => currency.slug === slug) ?? null;
  }

  /** Returns whether a purchase needs a verified identity (§4): the threshold counts all purchases of the customer together. The provider asks nobody twice. */
  needsVerification(slug: string, toPay: Decimal): boolean {
    const currency = this.currencyOf(slug);
    if (!currency || this.terms?.isVerified === true) return false;
    const { noKycThreshold, used } = currency;
    return (
      noKycThreshold === null ||
      amount(toPay)
        .plus(amount(used ?? '0'))
        .gt(amount(noKycThreshold))
    );
  }

  /** Returns whether a URL leads to a page of the provider. No other one is opened. */
  isProvidersPage(url: string): boolean {
    return URL.canParse(url) && this.terms?.origins.includes(new URL(url).origin) === true;
  }

  snapshot(): FiatTerms | null {
    return this.terms;
  }
}
