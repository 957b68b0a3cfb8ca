import type { Decimal } from '../../../contract/money.ts';

/** A coin on a network, as the catalogue names them: "BTC", "bitcoin" */
export interface ProviderCoin {
  currencyTitle: string;
  networkSlug: string;
}

/** What a customer wants to buy: `amount` is what the card is charged, in `currency` ("EUR"), everything included. */
export interface ProviderRequest {
  currency: string;
  coin: ProviderCoin;
  amount: Decimal;
}

export interface ProviderRate {
  amount: Decimal;
  /** What arrives, in the coin */
  amountToGet: Decimal;
  /** Of 1 coin, in the currency, before fees */
  rate: Decimal;
  /** All fees together, in the currency */
  fee: Decimal;
}

/** The bounds of what a card may be charged, in the currency */
export interface ProviderLimits {
  least: Decimal;
  most: Decimal;
}

/** What the provider sells, and where */
export interface ProviderOffer {
  currencies: readonly string[];
  coins: readonly ProviderCoin[];
  /** ISO 3166-1 alpha-3; empty: unknown */
  countries: readonly string[];
}

/** Who the provider deals with: its token for the customer, and the customer's own IP address */
export interface ProviderCustomer {
  token: string;
  address: string;
}

export interface ProviderVerification {
  feature: string;
  status: string;
}

/**
 * What the provider said about a purchase at some time, in a callback or when it was asked. Two with equal `externalId`, `type`, `status`
 * and `updatedAt` are the same report.
 */
export interface ProviderReport {
  /** The provider's number of the transaction */
  externalId: string;
  /** `buy` or `withdraw`; a newer provider may have others */
  type: string;
  status: string;
  /** Seconds since 1970, as the provider gives it */
  updatedAt: number;
  /** Our id of the purchase; null: the provider named none */
  purchaseId: string | null;
  /** The hash of the delivery; null: there is none yet */
  txHash: string | null;
  cardEnding: string | null;
  /** The coins that are delivered; null: the report names none */
  amount: Decimal | null;
  /** What else the report says about the purchase, such as "BTC", "EUR" and what the card is charged; null: it does not say */
  coin: string | null;
  fiatCurrency: string | null;
  fiatAmount: Decimal | null;
  address: string | null;
}

/** The provider does not answer, or nothing that this version understands. Nothing is known about what it did. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

export type RefusalKind = 'ALREADY_REGISTERED' | 'UNKNOWN_CUSTOMER' | 'TOKEN_ENDED' | 'VERIFICATION_NEEDED' | 'AMOUNT' | 'OTHER';

/** The provider refuses. `message` is its own, in English. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * A seller of coins for money, who takes the payment and delivers to the customer's address. This host holds neither (D62). Every call
 * throws a {@link ProviderUnavailableError} or a {@link ProviderRefusal}.
 */
export interface FiatProvider {
  offer(): Promise<ProviderOffer>;
  limits(request: Omit<ProviderRequest, 'amount'>): Promise<ProviderLimits>;
  /** The rate that guests see. Nothing is promised. */
  rate(request: ProviderRequest): Promise<ProviderRate>;
  /** Registers an e-mail whose owner has accepted the provider's terms. Returns the customer's token. Refuses with ALREADY_REGISTERED. */
  signUp(email: string, address: string): Promise<string>;
  /** Returns the customer's token. Refuses with UNKNOWN_CUSTOMER. */
  signIn(email: string, address: string): Promise<string>;
  verifications(customer: ProviderCustomer): Promise<ProviderVerification[]>;
  verificationAccess(customer: ProviderCustomer, feature: string): Promise<{ accessToken: string; applicantId: string }>;
  /** The page on which the provider verifies the holder of an access token. */
  verificationPage(accessToken: string, options: { returnUrl: string; locale: string }): string;
  /** Freezes a rate for the customer. `freezeToken` buys at it. */
  freeze(customer: ProviderCustomer, request: ProviderRequest): Promise<ProviderRate & { freezeToken: string }>;
  /** Starts a purchase, and returns the page on which the customer pays. Not idempotent: see `find`. */
  buy(
    customer: ProviderCustomer,
    purchase: { freezeToken: string; destinationAddress: string; purchaseId: string },
  ): Promise<{ redirectUrl: string }>;
  /** Looks a purchase up by our id. null: the provider has none. `redirectUrl` is null where the provider does not repeat it. */
  find(customer: ProviderCustomer, purchaseId: string): Promise<{ reports: ProviderReport[]; redirectUrl: string | null } | null>;
  /** Reads a callback. Returns null if its signature is not the provider's. Throws a ProviderUnavailableError if it can't be read. */
  readCallback(body: Buffer, signature: string): ProviderReport | null;
  /** Reads the text of a callback that was accepted before. */
  parse(body: string): ProviderReport;
}
