import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Database, Executor } from '../../db/database.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { SentWithdrawal } from '../../db/repositories/accounts/withdrawals.ts';
import type { DocumentSigner } from '../../guarantee/documentSigner.ts';
import type { Availability } from '../../instruments/availability.ts';
import type { Catalogue } from '../../instruments/catalogue.ts';
import type { Logger } from '../../common/log.ts';
import type { ChainGateways } from '../../ports/chain/chainGateway.ts';
import type { PricingDesk } from '../../pricing/desk.ts';
import type { UsdPrices } from '../../pricing/usdPrice.ts';

/** Payouts and refunds above these caps are held until an operator releases them (D41). In USD. */
export interface PayoutCaps {
  perOrderUsd: Decimal;
  /** Sum per instrument over the last hour */
  perHourUsd: Decimal;
  /** Sums of all instruments together over the last hour and day (D56) */
  perHourTotalUsd: Decimal;
  perDayTotalUsd: Decimal;
}

/** Limits on the part of a coin's free reserve that unpaid fixed-rate orders may hold (D54). In percent. */
export interface ReservationLimits {
  perClientPercent: Decimal;
  totalPercent: Decimal;
}

/** What orders ask of affiliates and cashback (D48), which are built on orders. */
export interface OrderReferrals {
  /** Whether a create call may name this referrer. */
  isKnown(referrerId: string): Promise<boolean>;
  /** Books what a completed order earns, in the transaction that completes it. */
  onCompleted(transaction: Executor, order: OrderRow): Promise<void>;
}

/** The dependencies of the order domain. Created once at start. */
export interface OrderContext extends Readonly<UsdPrices> {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly desk: PricingDesk;
  readonly gateways: ChainGateways;
  /** Which sides (send, receive) of an instrument are enabled now (D26, D12). */
  readonly availability: Pick<Availability, 'stateOf'>;
  /** Returns the instrument as API responses show it. */
  readonly presentInstrument: (slug: string) => Instrument;
  readonly caps: PayoutCaps;
  readonly reservationLimits: ReservationLimits;
  readonly referrals: OrderReferrals;
  /** Called in the transaction that confirms a withdrawal or returns it, with its send as it is then. */
  readonly onWithdrawalEnd?: (transaction: Executor, ended: SentWithdrawal) => Promise<void>;
  /** Signs guarantees and receipts (D42). */
  readonly signer: DocumentSigner;
  /** Milliseconds since 1970 */
  readonly now: () => number;
  readonly log: Logger;
}
