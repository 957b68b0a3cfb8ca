import type { Decimal } from '../../../contract/money.ts';

/** Host state: health probe, prices, settings, keys, blacklist, leases, counters, allowances, cursors and incidents. Times are in ms since 1970. */
export interface HostTables {
  health_probe: HealthProbeTable;
  market_prices: MarketPriceTable;
  network_fee_samples: NetworkFeeSampleTable;
  trusted_prices: TrustedPriceTable;
  host_settings: HostSettingTable;
  idempotency_keys: IdempotencyKeyTable;
  blacklist: BlacklistTable;
  leases: LeaseTable;
  counters: CounterTable;
  allowances: AllowanceTable;
  network_cursors: NetworkCursorTable;
  incidents: IncidentTable;
}

/** What a transfer of an instrument cost in an hour (D67). */
export interface NetworkFeeSampleTable {
  instrument: string;
  /** Start of the hour, in ms since 1970 */
  hour: number;
  /** In the native instrument of its network */
  amount: Decimal;
}

/** How often something limited was done in a window of time: e-mails, registrations, wrong passwords and codes. */
export interface AllowanceTable {
  /** What is counted and of whom ("register:…", "email:…"), and the window */
  name: string;
  used: number;
  /** When the window ends */
  until: number;
}

/** A time during which a component of the host did not work. One of a component is open at most. */
export interface IncidentTable {
  /** As in the status call, for example `network:tron` */
  component: string;
  started_at: number;
  /** null while it lasts */
  ended_at: number | null;
  /** The worst state so far */
  state: 'LIMITED' | 'DOWN';
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
 * fingerprint of the seed, `prices of 2026-12` are those with which a month began. Changeable: `market mode` is the simulated failure of the embedded market.
 */
export interface HostSettingTable {
  name: string;
  value: string;
}

export interface IdempotencyKeyTable {
  /** SHA-256 of the key, hex */
  key_hash: string;
  /** SHA-256 of the canonical body, hex (D4) */
  body_hash: string;
  order_id: string;
  created_at: number;
}

/** Blacklist (D51). `value` is in lower case. */
export interface BlacklistTable {
  kind: 'ADDRESS' | 'EMAIL' | 'CLIENT';
  value: string;
  reason: string | null;
  created_at: number;
}

export interface LeaseTable {
  name: string;
  owner: string;
  until: number;
}

export interface CounterTable {
  name: string;
  value: number;
}

export interface NetworkCursorTable {
  network: string;
  cursor: string;
  updated_at: number;
  /** Every deposit before this time is recorded. By the network's clock */
  read_until: number;
}
