import type { Decimal } from '../../../contract/money.ts';

export type VenueSide = 'BUY' | 'SELL';

/** The market of a coin at a venue, against the venue's base coin. */
export interface VenueMarket {
  /** `marketSymbol` of the catalogue */
  coin: string;
  /** Every amount of an order is a multiple, in the coin. */
  amountStep: Decimal;
  /** Every price of an order is a multiple, in the base coin per 1 coin. */
  priceStep: Decimal;
  /** Smallest amount of an order, in the coin */
  minimumAmount: Decimal;
  /** Smallest amount × price of an order, in the base coin */
  minimumCost: Decimal;
  /** Fee of an order that is filled at once, in percent */
  takerPercent: Decimal;
}

/** An order that is filled at once as far as its limit allows. The rest is cancelled (IOC: immediate or cancel). */
export interface VenueOrder {
  /** Our id: a UUID, which every venue accepts. It does not prevent a repetition: venues compare it with open orders only. */
  id: string;
  coin: string;
  side: VenueSide;
  /** In the coin */
  amount: Decimal;
  /** The worst acceptable price, in the base coin per 1 coin */
  limit: Decimal;
  /** The venue executes nothing of it after this time, in ms since 1970 */
  deadline: number;
}

export type FoundOrder =
  /** The venue does not know it. That is final only after its deadline. */
  | { state: 'ABSENT' }
  /** It may still be filled. */
  | { state: 'OPEN' }
  /** Nothing more happens. `filled`: in the coin, at most the amount. `venueOrderId` is on each of its fills. */
  | { state: 'ENDED'; filled: Decimal; venueOrderId: string };

/** One trade of our account: also of an order that this host does not know. */
export interface VenueFill {
  /** Unique at the venue */
  id: string;
  venueOrderId: string;
  coin: string;
  side: VenueSide;
  /** In the coin */
  amount: Decimal;
  /** In the base coin */
  cost: Decimal;
  fee: Decimal;
  feeCoin: string;
  /** Milliseconds since 1970 */
  at: number;
}

/** A deposit to the venue or a withdrawal from it. */
export interface VenueTransfer {
  /** Unique at the venue */
  id: string;
  direction: 'IN' | 'OUT';
  coin: string;
  /** What was sent, without the fee */
  amount: Decimal;
  /** What the venue took from the balance besides, in the coin */
  fee: Decimal;
  /** null: the venue does not tell */
  txHash: string | null;
  /** The address that a withdrawal pays; null: a deposit, or the venue does not tell */
  address: string | null;
  /** DONE: the balance contains a deposit, a withdrawal has left. FAILED: the balance is as before. */
  state: 'PENDING' | 'DONE' | 'FAILED';
  at: number;
}

/**
 * An exchange on which the host trades with its own account (D71). Implementations: `embedded/` and `ccxt/`. No member withdraws: an
 * operator does that at the exchange. Each call throws VenueUnavailableError when the exchange can't be reached or its answer is
 * invalid.
 */
export interface LiquidityVenue {
  /** Lower-case name, such as "kraken". Part of the instruments `BTC@kraken`. */
  readonly name: string;
  /** The coin that markets are priced in: "USDT" */
  readonly baseCoin: string;
  /** Returns the markets that are open. */
  markets(): Promise<VenueMarket[]>;
  /** Returns coin → all that the account owns, without zeros. */
  balances(): Promise<ReadonlyMap<string, Decimal>>;
  /**
   * Sends an order. Call it once for an order: after any error but VenueRefusedError the order may or may not exist, and `find` tells.
   *
   * @throws VenueRefusedError when the order certainly does not exist
   */
  place(order: VenueOrder): Promise<void>;
  find(order: VenueOrder): Promise<FoundOrder>;
  /** Returns all fills of a coin since a time (ms since 1970), oldest first. */
  fills(coin: string, since: number): Promise<VenueFill[]>;
  /** Returns the address for deposits of a coin on a network, with a memo if it needs one. */
  depositAddress(coin: string, networkSlug: string): Promise<{ address: string; memo: string | null }>;
  /** Returns all transfers since a time (ms since 1970), oldest first. */
  transfers(since: number): Promise<VenueTransfer[]>;
}

/** A venue can't be reached, or its answer is invalid. The request may or may not have been carried out. */
export class VenueUnavailableError extends Error {
  override readonly name = 'VenueUnavailableError';
}
/** The venue does not accept the order: balance, steps, minimum, deadline. Nothing was traded. */
export class VenueRefusedError extends Error {
  override readonly name = 'VenueRefusedError';
}
