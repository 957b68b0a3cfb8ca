/** The headers of a call that is signed with an API key (D49). */
export const SIGNED_CALL_HEADERS = {
  apiId: 'x-api-key',
  timestamp: 'x-api-timestamp',
  nonce: 'x-api-nonce',
  signature: 'x-api-signature',
} as const;

/** The parameter of the query of a signed call in which a partner names the IP address of its customer (D40). */
export const USER_ADDRESS_PARAMETER = 'userAddress';

/** How far the timestamp of a signed call may be from the clock of the host, in seconds. */
export const TIMESTAMP_TOLERANCE_SECONDS = 60;
/** How long a nonce can't be used again, in ms. Longer than a timestamp is accepted, before and after. */
export const NONCE_LIFETIME_MS = 300_000;

/** What the signature covers. */
export interface SignedText {
  method: string;
  /** Path and query as they are sent, such as `/api/v2/rates/public/one?rateMode=FIXED` */
  url: string;
  /** SHA-256 of the body as it is sent, in lower-case hex; of no bytes for a call without a body */
  bodyHash: string;
  /** Seconds since 1970 */
  timestamp: string;
  nonce: string;
}

/**
 * Returns the text that HMAC-SHA256 signs: method, path, query, body hash, timestamp and nonce, a line each. The parts of the query
 * are sorted as bytes and stay encoded as they are sent.
 */
export function textToSign({ method, url, bodyHash, timestamp, nonce }: SignedText): string {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const query = question < 0 ? '' : url.slice(question + 1);
  return [method, path, query.split('&').toSorted(byCodeUnits).join('&'), bodyHash, timestamp, nonce].join('\n');
}

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** `details.reason` when a signed call is refused. */
export type SignedCallRefusal =
  /** A header is missing or malformed. */
  | 'HEADERS'
  /** The timestamp is too far from the clock of the host, which is in `details.serverTime`. */
  | 'TIMESTAMP'
  /** There is no such key, or its secret did not sign this call. */
  | 'SIGNATURE'
  /** The nonce was used before. */
  | 'NONCE'
  /** The query names a parameter twice. */
  | 'QUERY'
  /** The key is switched off. */
  | 'INACTIVE'
  /** `details.address` is not on the white list of the key. */
  | 'ADDRESS'
  /** An API key can't make this call. */
  | 'CALL'
  /** The call names the address of a customer, but the key is no partner's. */
  | 'USER_ADDRESS';
