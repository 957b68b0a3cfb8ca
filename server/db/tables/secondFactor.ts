/** Authenticator apps, passkeys and recovery codes of customers (D60). Times are milliseconds since 1970. */
export interface SecondFactorTables {
  totp_secrets: TotpSecretTable;
  passkeys: PasskeyTable;
  recovery_codes: RecoveryCodeTable;
}

/** The authenticator app of a customer (RFC 6238). */
export interface TotpSecretTable {
  user_id: number;
  /** Base32, encrypted by `server/accounts/sealing.ts` */
  sealed_secret: string;
  created_at: number;
  /** null until the customer has entered the first code */
  enabled_at: number | null;
  /** The 30-second step of the last accepted code. Codes of it and of earlier steps are refused. */
  last_step: number;
}
export type TotpSecretRow = Readonly<TotpSecretTable>;

/** A WebAuthn credential. */
export interface PasskeyTable {
  /** The credential id, base64url */
  id: string;
  user_id: number;
  /** The host name of the site that it works for */
  relying_party: string;
  /** COSE, base64url */
  public_key: string;
  /** The signature counter at the last use; 0 for passkeys without one */
  counter: number;
  /** JSON list of how browsers reach it, such as "internal" */
  transports: string;
  /** Given by the customer */
  name: string;
  created_at: number;
  last_used_at: number | null;
}
export type PasskeyRow = Readonly<PasskeyTable>;

export interface RecoveryCodeTable {
  user_id: number;
  /** Keyed digest of `server/accounts/sealing.ts` */
  code_hash: string;
  used_at: number | null;
}
