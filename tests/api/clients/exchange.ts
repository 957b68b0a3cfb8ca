/** What a client did on a host, for the test. */
export interface Exchange {
  orderId: string;
  /** The order that the same call with the same Idempotency-Key returned */
  repeatedOrderId: string;
  finalStatus: string | undefined;
  /** The code of the response about an order that does not exist */
  errorCode: string;
}

export interface ApiKey {
  apiId: string;
  secret: string;
}

/** Exchanges coins on a sandbox host: asks for a rate, creates an order, pays it and reads it until it is completed. */
export type ExchangeWith = (baseUrl: string) => Promise<Exchange>;

export const PAIR = {
  instrumentFromSlug: 'btc',
  instrumentToSlug: 'usdttrc20',
  rateMode: 'FLOATING',
  claimedDepositAmount: '0.05',
} as const;
export const DESTINATION = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
export const UNKNOWN_ORDER_ID = 'A'.repeat(22);
export const POLL_MS = 250;
