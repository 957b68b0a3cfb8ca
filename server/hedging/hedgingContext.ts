import type { PaymentContext } from '../payments/paymentContext.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { LiquidityVenue } from '../ports/venue/liquidityVenue.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';
import type { Price } from '../pricing/priceBook.ts';
import type { HedgingLimits } from './hedgingSettings.ts';

/** The dependencies of hedging. Created once at start. */
export interface HedgingContext extends Pick<
  PaymentContext,
  'database' | 'catalogue' | 'gateways' | 'alarmSince' | 'noteSend' | 'now' | 'log'
> {
  readonly signer: DocumentSigner;
  readonly venue: LiquidityVenue;
  readonly limits: HedgingLimits;
  /** The largest order, of which the limits are made */
  readonly pricing: Pick<PricingConfiguration, 'maximumUsd'>;
  /** Returns the price of a coin in USD that passed every check of D41; null: there is none now. */
  readonly price: (coin: string) => Price | null;
}
