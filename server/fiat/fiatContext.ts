import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Sealing } from '../accounts/sealing.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import type { FiatProvider } from '../ports/fiat/fiatProvider.ts';
import type { FiatSettings } from '../ports/fiat/fiatSettings.ts';

/** The dependencies of card purchases. Of payments they use only the checks of addresses and the clock: no money moves through the host. */
export interface FiatContext extends PaymentContext {
  readonly provider: FiatProvider;
  readonly settings: FiatSettings;
  /** Where customers may be sent, of the provider that runs */
  readonly origins: readonly string[];
  readonly sealing: Sealing;
  presentInstrument(slug: string): Instrument;
  /** The last trusted price in USD of 1 unit of an instrument; null: there is none */
  trustedPrice(slug: string): string | null;
}

export const PROVIDER = { code: 'mercuryo', name: 'Mercuryo' } as const;
