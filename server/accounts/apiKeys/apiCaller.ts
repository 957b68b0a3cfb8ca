import type { FastifyRequest } from 'fastify';
import { SIGNED_CALL_HEADERS } from '../../../contract/signedCall.ts';
import type { PartnerKeyRow } from '../../db/tables/apiKeys.ts';

/** Who signed a call with an API key. */
export interface ApiCaller {
  /** The customer whose key it is */
  userId: number;
  apiKeyId: string;
  /** The limits of a partner's key (D40); null: an ordinary key */
  partner: PartnerKeyRow | null;
  /** The IP address of the partner's customer that the call names; null: none */
  userAddress: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who signed the call, once `signedCalls.ts` has verified it; null for a call without a signature */
    apiCaller: ApiCaller | null;
  }
}

const HEADERS = Object.values(SIGNED_CALL_HEADERS);

/**
 * Returns whether the request has at least one header of a signed call. Such a request is never treated as one of a guest, even if
 * the other headers are missing.
 */
export function isSignedCall({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return HEADERS.some((name) => headers[name] !== undefined);
}

/** Returns the IP address of the client: the one that a partner names for its customer, or that of the connection (D40). */
export function clientAddressOf({ apiCaller, ip }: Pick<FastifyRequest, 'apiCaller' | 'ip'>): string {
  return apiCaller?.userAddress ?? ip;
}
