import type { LiquidityVenue } from '../../server/ports/venue/liquidityVenue.ts';

/** A venue whose market a test controls. One BTC costs about 60,000 of the base coin. */
export interface VenueUnderTest {
  venue: LiquidityVenue;
  /** By the clock that the venue compares with deadlines; ms since 1970 */
  now(): number;
  /** Sets a fault until the next call: `partial` leaves half of an order unfilled. */
  break(fault: 'down' | 'loseRequests' | 'loseAnswers' | 'partial'): Promise<void>;
  mend(): Promise<void>;
  /** Pays 0.25 BTC into the account. */
  deposit(txHash: string): Promise<void>;
  close(): Promise<void>;
}
