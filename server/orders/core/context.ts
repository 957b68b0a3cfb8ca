import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { DocumentSigner } from '../../guarantee/documentSigner.ts';
import type { Availability } from '../../instruments/availability.ts';
import type { PaymentContext } from '../../payments/paymentContext.ts';
import type { PricingDesk } from '../../pricing/desk.ts';
import type { SettingTexts } from '../../settings/settingTable.ts';

/** Limits on the part of a coin's free reserve that unpaid fixed-rate orders may hold (D54). In percent. */
export interface ReservationLimits {
  perClientPercent: Decimal;
  totalPercent: Decimal;
}

/** An order that ended, with the payout or refund that ended it. */
export interface OrderEnd {
  readonly order: OrderRow;
  readonly send: OutboxRow;
}

/** What orders ask of affiliates and cashback (D48), which are built on orders. */
export interface OrderReferrals {
  /** Whether a create call may name this referrer. */
  isKnown(referrerId: string): Promise<boolean>;
  /** Signs the owners of these orders, in the transaction that creates them or adds them to an account. */
  onOwned(transaction: Executor, orderIds: readonly string[]): Promise<void>;
}

/** The dependencies of the order domain. Created once at start. */
export interface OrderContext extends PaymentContext {
  readonly desk: PricingDesk;
  /** Which sides (send, receive) of an instrument are enabled now (D26, D12). */
  readonly availability: Pick<Availability, 'stateOf'>;
  /** Returns the instrument as API responses show it. */
  readonly presentInstrument: (slug: string) => Instrument;
  readonly reservationLimits: ReservationLimits;
  readonly referrals: OrderReferrals;
  /** Run one after another in the transaction that ends an order: earnings, sums of the day. */
  readonly onEnded: readonly ((transaction: Executor, end: OrderEnd) => Promise<void>)[];
  /** Signs guarantees and receipts (D42). */
  readonly signer: DocumentSigner;
  /** The settings among the process's environment variables (D72) */
  readonly environmentSettings: SettingTexts;
  /** The site that links of mails to operators open: "https://swap.example" */
  readonly siteOrigin: string;
}
