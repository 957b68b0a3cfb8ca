import type { Decimal } from '../../contract/money.ts';
import type { Logger } from '../common/log.ts';
import type { Database, Executor } from '../db/database.ts';
import type { OutboxKind } from '../db/tables/payments.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { ChainGateways, SendFence } from '../ports/chain/chainGateway.ts';
import type { LiquidityVenue } from '../ports/venue/liquidityVenue.ts';
import type { UsdPrices } from '../pricing/usdPrice.ts';
import type { PaymentOwners } from './owners.ts';

/** Payments to customers above these caps are held until an operator releases them (D41). In USD. */
export interface PayoutCaps {
  perOrderUsd: Decimal;
  /** Sum per instrument over the last hour */
  perHourUsd: Decimal;
  /** Sums of all instruments together over the last hour and day (D56) */
  perHourTotalUsd: Decimal;
  perDayTotalUsd: Decimal;
  /** The payout of a larger deposit leaves after its collection, where the token's issuer can block addresses */
  collectFirstAboveUsd: Decimal;
}

/** What a network charged for a send, as the ledger books it. Negative: a fee that was not charged after all. */
export interface BookedFee {
  kind: OutboxKind;
  instrument: string;
  amount: Decimal;
  /** When it was booked, in ms since 1970 */
  at: number;
}

/** The networks of which this process has not seen yet, since it started, that its books know all that left their treasury. */
export interface UnreadTreasuries {
  /** Slugs of connected networks */
  networks: ReadonlySet<string>;
  /** When the process started, in ms since 1970 */
  since: number;
}

/** The dependencies of payments. Created once at start. */
export interface PaymentContext extends Readonly<UsdPrices> {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly gateways: ChainGateways;
  /** The exchange on which the host trades (D71); without one, it does not hedge. */
  readonly venue?: LiquidityVenue;
  /** Its keys verify what operators did (D79) */
  readonly signer: Pick<DocumentSigner, 'publicKeys'>;
  readonly caps: PayoutCaps;
  readonly owners: PaymentOwners;
  /**
   * Returns when the earliest open alarm of reconciliation appeared that concerns everything or one of `parts`: slugs of networks,
   * EARNINGS or VENUE. In ms since 1970; null: there is none.
   */
  readonly alarmSince: (parts: readonly string[]) => number | null;
  /** Runs in the transaction that stores a payment, after every other check (D73). */
  readonly noteSend: SendFence;
  readonly unreadTreasuries: () => UnreadTreasuries;
  /** Runs in the transaction that books what a network charged for a send. */
  readonly onNetworkFee: (transaction: Executor, fee: BookedFee) => Promise<void>;
  /** Milliseconds since 1970 */
  readonly now: () => number;
  readonly log: Logger;
}
