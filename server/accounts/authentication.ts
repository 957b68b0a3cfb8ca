import type { FastifyRequest } from 'fastify';
import type { ProofCall } from '../../contract/accounts/proofCalls.ts';

/** The signed-in customer of a request. */
export interface Customer {
  userId: number;
  sessionId: string;
  /** null: the customer came from the messenger and has added none (D74) */
  email: string | null;
  isEmailConfirmed: boolean;
  /** Whether the customer has turned a second factor on */
  hasSecondFactor: boolean;
  /** When this session last proved a second factor, in ms since 1970; null: never */
  secondFactorAt: number | null;
}

/**
 * Finds out who sends a request. Routes get it as a dependency.
 *
 * Every method throws ERR_IM_A_TEAPOT (418) when the access token has expired, so that the client refreshes it, and
 * ERR_UNAUTHORIZED (401) when the session has ended (§4, D19).
 */
export interface Authentication {
  /** Returns the customer; null for a guest, who sends no session. */
  find(request: FastifyRequest): Promise<Customer | null>;
  /** Returns the customer. Throws ERR_UNAUTHORIZED for a guest. */
  require(request: FastifyRequest): Promise<Customer>;
  /**
   * Returns the customer. Throws ERR_SECOND_FACTOR_REQUIRED if the call needs a fresh proof that the session lacks (D60, D70), and
   * ERR_NOT_ACCEPTABLE if it needs a confirmed e-mail (D82).
   */
  requireProof(request: FastifyRequest, call: ProofCall): Promise<Customer>;
}
