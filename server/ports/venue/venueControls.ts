import type { Decimal } from '../../../contract/money.ts';
import { SANDBOX_VENUE_MODES } from '../../../contract/schemas/sandbox.ts';

/**
 * Faults of the embedded venue:
 * - `down`: nothing answers
 * - `slow`: every answer takes seconds
 * - `loseRequests`: orders are lost on their way
 * - `loseAnswers`: orders are executed, but their answers are lost
 * - `partial`: half of an order is filled
 * - `refuse`: reading works, every order is refused
 * - `late`: the answer of an order is lost, and it is executed seconds later
 * - `understate`: balances are 1 % too low
 */
export const VENUE_BREAK_MODES = SANDBOX_VENUE_MODES;
export type VenueBreakMode = (typeof VENUE_BREAK_MODES)[number];
export type VenueMode = 'up' | VenueBreakMode;

/** Controls of the embedded venue, shared by all processes on the database. A real exchange has none. */
export interface VenueControls {
  readonly name: string;
  mode(): Promise<VenueMode>;
  setMode(mode: VenueMode): Promise<void>;
  /** Adds coins to the account, as a deposit does. */
  deposit(coin: string, amount: Decimal, txHash: string): Promise<void>;
  /** Takes coins and a fee from the account, as a withdrawal to an address does. */
  withdraw(coin: string, amount: Decimal, withdrawal: { fee: Decimal; address: string; txHash: string }): Promise<void>;
}
