import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Host state: health probe, prices, settings, keys, blacklist, leases, counters, allowances, cursors and incidents. Times are in ms since 1970. */
export const hostTables = {
  /** One row, written to check that the database is writable (D26). */
  health_probe: table({
    id: integer().primaryKey(),
    written_at: bigint(),
  }),
  /** Prices set in the sandbox (D12): USD per 1. */
  market_prices: table({
    symbol: text().primaryKey(),
    price: amount(),
  }),
  /** What a transfer of an instrument cost in an hour (D67). */
  network_fee_samples: table({
    instrument: text(),
    /** Start of the hour, in ms since 1970 */
    hour: bigint(),
    /** In the native instrument of its network */
    amount: amount(),
  }).key('instrument', 'hour'),
  /** The last trusted price of a symbol (D41): USD per 1, and the time of its source. */
  trusted_prices: table({
    symbol: text().primaryKey(),
    price: amount(),
    priced_at: bigint(),
  }),
  /**
   * Settings of the whole database. Permanent: `networks` is "embedded", "real" or "mixed for tests" (D12), `seed` is the
   * fingerprint of the seed, `prices of 2026-12` are those with which a month began. Changeable: `market mode` is the simulated failure of the embedded market.
   */
  host_settings: table({
    name: text().primaryKey(),
    value: text(),
  }),
  idempotency_keys: table({
    /** SHA-256 of the key, hex */
    key_hash: text().primaryKey(),
    /** SHA-256 of the canonical body, hex (D4) */
    body_hash: text(),
    order_id: text(),
    created_at: bigint(),
  }),
  /** Blacklist (D51). `value` is in lower case. */
  blacklist: table({
    kind: text<'ADDRESS' | 'EMAIL' | 'CLIENT'>(),
    value: text(),
    reason: text().nullable(),
    created_at: bigint(),
  }).key('kind', 'value'),
  leases: table({
    name: text().primaryKey(),
    owner: text(),
    until: bigint(),
  }),
  counters: table({
    name: text().primaryKey(),
    value: integer(),
  })
    // Index 0 belongs to the treasury (D35), so order addresses start at 1.
    .rows({ name: 'deposit_index', value: 0 }),
  /** How often something limited was done in a window of time: e-mails, registrations, wrong passwords and codes. */
  allowances: table({
    /** What is counted and of whom ("register:…", "email:…"), and the window */
    name: text().primaryKey(),
    used: integer(),
    /** When the window ends */
    until: bigint(),
  }),
  network_cursors: table({
    network: text().primaryKey(),
    cursor: text(),
    updated_at: bigint(),
    /** Every deposit before this time is recorded. By the network's clock */
    read_until: bigint(),
  }),
  /** A time during which a component of the host did not work. One of a component is open at most, however many processes record it. */
  incidents: table({
    /** As in the status call, for example `network:tron` */
    component: text(),
    started_at: bigint(),
    /** null while it lasts */
    ended_at: bigint().nullable(),
    /** The worst state so far */
    state: text<'LIMITED' | 'DOWN'>(),
  })
    .key('component', 'started_at')
    .indexes({ name: 'incidents_open', columns: ['component'], isUnique: true, where: 'ended_at is null' }),
  /** How long a host watched its components on each day, so that a day without a host does not look like one without incidents. */
  watched_days: table({
    /** Its begin in UTC */
    day: bigint().primaryKey(),
    seconds: integer(),
  }),
  /** The schemas that the database had: one row for its creation and one for each upgrade. Every version of the host reads it. */
  schema_versions: table({
    /** How many changes of the schema between releases it includes */
    number: integer().primaryKey(),
    /** Of what creates all tables (`digestOf`) */
    digest: text(),
    /** The version of the host that created or upgraded it: "1.2.0" */
    release: text(),
    created_at: bigint(),
  }),
};

export type NetworkFeeSampleTable = RowOf<typeof hostTables.network_fee_samples>;
export type IncidentTable = RowOf<typeof hostTables.incidents>;
export type TrustedPriceTable = RowOf<typeof hostTables.trusted_prices>;
export type IdempotencyKeyTable = RowOf<typeof hostTables.idempotency_keys>;
export type BlacklistTable = RowOf<typeof hostTables.blacklist>;
