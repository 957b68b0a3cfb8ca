import type { Decimal } from '../../../contract/money.ts';

/** Host state: health probe, prices and settings. */
export interface HostTables {
  health_probe: HealthProbeTable;
  market_prices: MarketPriceTable;
  trusted_prices: TrustedPriceTable;
  host_settings: HostSettingTable;
}

/** One row, written to check that the database is writable (D26). */
export interface HealthProbeTable {
  id: number;
  written_at: number;
}

/** Prices set in the sandbox (D12): USD per 1. */
export interface MarketPriceTable {
  symbol: string;
  price: Decimal;
}

/** The last trusted price of a symbol (D41): USD per 1, and the time of its source. */
export interface TrustedPriceTable {
  symbol: string;
  price: Decimal;
  priced_at: number;
}

/**
 * Settings of the whole database. Permanent: `networks` is "embedded", "real" or "mixed for tests" (D12), `seed` is the
 * fingerprint of the seed. Changeable: `market mode` is the simulated failure of the embedded market.
 */
export interface HostSettingTable {
  name: string;
  value: string;
}
