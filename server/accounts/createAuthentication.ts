import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { findCustomerSession, setSessionUsed, type CustomerSession } from '../db/repositories/accounts/sessions.ts';
import { equalInConstantTime, sha256 } from '../orders/core/hashing.ts';
import type { Authentication, Customer } from './authentication.ts';
import type { AccountContext } from './context.ts';
import { isFactorFresh } from './secondFactor/freshFactor.ts';
import { presentedTokens, removeDeadCookies } from './sessionCookies.ts';
import { isUsed, sessionEnded, sessionIdOf, type SessionKind } from './sessions.ts';

const LAST_USED_STEP_MS = 60_000;

/** A customer with what account-data returns of its row, so that this call does not read it again. */
export interface SignedInCustomer extends Customer {
  /** When the customer registered, in ms since 1970 */
  createdAt: number;
  /** JSON list, as stored */
  operatorScopes: string;
}

export interface SessionAuthentication extends Authentication {
  require(request: FastifyRequest): Promise<SignedInCustomer>;
}

/** `Authentication` on the sessions of the database: one query per request. */
export function createAuthentication(context: Pick<AccountContext, 'database' | 'now'>): SessionAuthentication {
  const { database, now } = context;

  const find = async (request: FastifyRequest): Promise<SignedInCustomer | null> => {
    const presented = presentedTokens(request);
    if (presented === null) return null;
    // Without an access token but with a refresh token, the client should refresh.
    const token = presented.accessToken ?? presented.refreshToken ?? '';
    const session = await findCustomerSession(database, sessionIdOf(token));
    if (!isAlive(session, presented.kind, now())) {
      if (presented.kind === 'COOKIE') removeDeadCookies(request);
      throw sessionEnded();
    }
    const isCurrent = equalInConstantTime(sha256(token), session.access_token_hash);
    if (!isCurrent || session.access_expires_at <= now()) {
      throw new ApiError('ERR_IM_A_TEAPOT', 'The access token has expired. Refresh it.');
    }
    if (!isUsed(session) || now() - session.last_used_at >= LAST_USED_STEP_MS) {
      await setSessionUsed(database, session.id, Math.max(now(), session.rotated_at + 1));
    }
    return {
      userId: session.user_id,
      sessionId: session.id,
      email: session.email ?? '',
      isEmailConfirmed: session.email_confirmed_at !== null,
      hasSecondFactor: session.has_second_factor === 1,
      secondFactorAt: session.second_factor_at,
      createdAt: session.user_created_at,
      operatorScopes: session.operator_scopes,
    };
  };
  const require = async (request: FastifyRequest): Promise<SignedInCustomer> => {
    const customer = await find(request);
    if (!customer) throw new ApiError('ERR_UNAUTHORIZED', 'Sign in first.');
    return customer;
  };
  return {
    find,
    require,
    requireFreshFactor: async (request) => {
      const customer = await require(request);
      if (customer.hasSecondFactor && !isFactorFresh(customer, now())) {
        throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm this with your second factor.');
      }
      return customer;
    },
  };
}

function isAlive(session: CustomerSession | undefined, kind: SessionKind, now: number): session is CustomerSession {
  return session !== undefined && session.kind === kind && session.ended_at === null && session.expires_at > now;
}
