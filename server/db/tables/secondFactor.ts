import { bigint, integer, table, text, type RowOf } from '../table.ts';

/** Authenticator apps, passkeys and recovery codes of customers (D60). Times are milliseconds since 1970. */
export const secondFactorTables = {
  /** The authenticator app of a customer (RFC 6238). */
  totp_secrets: table({
    user_id: integer().primaryKey().references('users'),
    /** Base32, encrypted by `server/accounts/sealing.ts` */
    sealed_secret: text(),
    created_at: bigint(),
    /** null until the customer has entered the first code */
    enabled_at: bigint().nullable(),
    /** The 30-second step of the last accepted code. Codes of it and of earlier steps are refused. */
    last_step: bigint(),
  }),
  /** A WebAuthn credential. */
  passkeys: table({
    /** The credential id, base64url */
    id: text().primaryKey(),
    user_id: integer().references('users'),
    /** The host name of the site that it works for */
    relying_party: text(),
    /** COSE, base64url */
    public_key: text(),
    /** The signature counter at the last use; 0 for passkeys without one */
    counter: bigint(),
    /** JSON list of how browsers reach it, such as "internal" */
    transports: text(),
    /** Given by the customer */
    name: text(),
    created_at: bigint(),
    last_used_at: bigint().nullable(),
  }).indexes(['user_id']),
  recovery_codes: table({
    user_id: integer().references('users'),
    /** Keyed digest of `server/accounts/sealing.ts` */
    code_hash: text(),
    used_at: bigint().nullable(),
  }).key('user_id', 'code_hash'),
};

export type TotpSecretRow = RowOf<typeof secondFactorTables.totp_secrets>;
export type PasskeyRow = RowOf<typeof secondFactorTables.passkeys>;
