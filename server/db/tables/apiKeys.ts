import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** API keys and the nonces of their calls (D49). Times are milliseconds since 1970. */
export const apiKeyTables = {
  api_keys: table({
    /** Public: "cw_" and 120 random bits, base64url */
    id: text().primaryKey(),
    user_id: integer().references('users'),
    name: text(),
    /** Encrypted under a key of the host (`server/accounts/sealing.ts`) */
    sealed_secret: text(),
    /** JSON list of addresses and CIDR ranges; an empty one accepts any address */
    white_list: text(),
    is_active: integer(),
    created_at: bigint(),
    /** Up to a minute late */
    last_used_at: bigint().nullable(),
  }).indexes(['user_id', 'created_at']),
  /** A nonce that a key has used. A second call with it is refused. */
  api_nonces: table({
    api_key_id: text(),
    nonce: text(),
    until: bigint(),
  })
    .key('api_key_id', 'nonce')
    .indexes(['until']),
  /** The limits of a key that an operator has marked as a partner's (D40). They count the key alone, without its owner's other keys. */
  partner_keys: table({
    api_key_id: text().primaryKey().deletedWith('api_keys'),
    requests_per_minute: integer(),
    /** Created within an hour */
    unpaid_orders: integer(),
    /** Share of a coin's free reserve that unpaid fixed-rate orders may reserve together */
    reserve_percent: amount(),
  }),
};

export type ApiKeyRow = RowOf<typeof apiKeyTables.api_keys>;
export type PartnerKeyRow = RowOf<typeof apiKeyTables.partner_keys>;
export type ApiNonceTable = RowOf<typeof apiKeyTables.api_nonces>;
