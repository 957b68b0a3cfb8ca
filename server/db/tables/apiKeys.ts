import type { Decimal } from '../../../contract/money.ts';

/** API keys and the nonces of their calls (D49). Times are milliseconds since 1970. */
export interface ApiKeyTables {
  api_keys: ApiKeyTable;
  api_nonces: ApiNonceTable;
  partner_keys: PartnerKeyTable;
}

export interface ApiKeyTable {
  /** Public: "cw_" and 120 random bits, base64url */
  id: string;
  user_id: number;
  name: string;
  /** Encrypted under a key of the host (`server/accounts/sealing.ts`) */
  sealed_secret: string;
  /** JSON list of addresses and CIDR ranges; an empty one accepts any address */
  white_list: string;
  is_active: number;
  created_at: number;
  /** Up to a minute late */
  last_used_at: number | null;
}
export type ApiKeyRow = Readonly<ApiKeyTable>;

/** The limits of a key that an operator has marked as a partner's (D40). They count the key alone, without its owner's other keys. */
export interface PartnerKeyTable {
  api_key_id: string;
  requests_per_minute: number;
  /** Created within an hour */
  unpaid_orders: number;
  /** Share of a coin's free reserve that unpaid fixed-rate orders may reserve together */
  reserve_percent: Decimal;
}
export type PartnerKeyRow = Readonly<PartnerKeyTable>;

/** A nonce that a key has used. A second call with it is refused. */
export interface ApiNonceTable {
  api_key_id: string;
  nonce: string;
  until: number;
}
