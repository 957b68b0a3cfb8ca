import type { Decimal } from '../../../contract/money.ts';

/** What the host keeps about itself. */
export interface HostTables {
  health_probe: HealthProbeTable;
  market_prices: MarketPriceTable;
  trusted_prices: TrustedPriceTable;
  host_settings: HostSettingTable;
}

/** One row, written to see whether writing works (D26). */
export interface HealthProbeTable {
  id: number;
  written_at: number;
}

/** Prices that somebody set in the sandbox (D12): USD for 1. */
export interface MarketPriceTable {
  symbol: string;
  price: Decimal;
}

/** The last price of a symbol that was to be trusted (D41): USD for 1, and when its source said so. */
export interface TrustedPriceTable {
  symbol: string;
  price: Decimal;
  priced_at: number;
}

/**
 * What holds for the whole database. For ever: `networks` is "embedded", "real" or "mixed for tests" (D12), `seed` the
 * fingerprint of the seed. Until it is changed: `market mode`, how the embedded market is broken.
 */
export interface HostSettingTable {
  name: string;
  value: string;
}
