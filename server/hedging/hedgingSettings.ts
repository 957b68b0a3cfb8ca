import type { Decimal } from '../../contract/money.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { requireRising } from '../settings/requireRising.ts';
import { decimalSetting } from '../settings/settingTable.ts';
import { oneOf, type Variables } from '../settings/variables.ts';

/** Limits of trading on an exchange (D71). Operators change them while the host runs (D72). Amounts in USD. */
export interface HedgingLimits {
  /** A coin is traded at once when as much is open, and after ten minutes when the exchange's minimum is. */
  tradeAtUsd: Decimal;
  perOrderUsd: Decimal;
}

/** Throws a ConfigurationError. */
export function readHedgingLimits(variables: Variables): HedgingLimits {
  const limits: HedgingLimits = {
    tradeAtUsd: decimalSetting(variables, 'HEDGE_FROM_USD'),
    perOrderUsd: decimalSetting(variables, 'HEDGE_CAP_PER_ORDER_USD'),
  };
  requireRising(
    [
      ['HEDGE_FROM_USD', limits.tradeAtUsd],
      ['HEDGE_CAP_PER_ORDER_USD', limits.perOrderUsd],
    ],
    'otherwise less would be traded than is left open',
  );
  return limits;
}

/** The limits of a host without any variable */
export const DEFAULT_LIMITS = readHedgingLimits({});

/** Where this host trades: nowhere, on the embedded venue, or on the exchange that a file names */
export type HedgingVenue = { kind: 'none' } | { kind: 'embedded' } | { kind: 'file'; path: string };

/** Throws a ConfigurationError. */
export function readHedgingVenue(variables: Variables, isEmbedded: boolean): HedgingVenue {
  const path = variables['VENUES_FILE'];
  if (path && isEmbedded) {
    throw new ConfigurationError(
      'VENUES_FILE needs real networks: with embedded ones the host would buy real coins for sandbox orders.',
    );
  }
  if (path) return { kind: 'file', path };
  const venue = oneOf(variables, 'HEDGING_VENUE', ['none', 'embedded'], 'none');
  if (venue === 'embedded' && !isEmbedded) {
    throw new ConfigurationError(
      'HEDGING_VENUE=embedded needs embedded networks: it would only simulate the trades of real orders.',
    );
  }
  return { kind: venue };
}
