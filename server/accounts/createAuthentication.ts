import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { findAccountSession, type RequestSession } from '../db/repositories/accounts/accountSession.ts';
import { findCustomerSession, setSessionUsed } from '../db/repositories/accounts/sessions.ts';
import { equalInConstantTime, sha256 } from '../common/hashing.ts';
import type { Account } from './accountData.ts';
import type { Authentication, Customer } from './authentication.ts';
import { endStolenSession } from './beginSession.ts';
import type { AccountContext } from './context.ts';
import { requireProof } from './secondFactor/freshFactor.ts';
import { presentedTokens, removeDeadCookies } from './sessionCookies.ts';
import { isUsed, sessionEnded, sessionIdOf, type SessionKind } from './sessions.ts';

const LAST_USED_STEP_MS = 60_000;

export interface SessionAuthentication extends Authentication {
  /** Returns the customer with all that account-data shows, in one query. Throws ERR_UNAUTHORIZED for a guest. */
  requireAccount(request: FastifyRequest): Promise<Account>;
}

/** `Authentication` on the sessions of the database: one query per request. */
export function createAuthentication(context: Pick<AccountContext, 'database' | 'now'>): SessionAuthentication {
  const { database, now } = context;

  /** Returns the session of a request, as `read` found it under its id; null for a guest. */
  const findSession = async <Session extends RequestSession>(
    request: FastifyRequest,
    read: (sessionId: string) => Promise<Session | undefined>,
  ): Promise<Session | null> => {
    const presented = presentedTokens(request);
    if (presented === null) return null;
    // Without an access token but with a refresh token, the client should refresh.
    const token = presented.accessToken ?? presented.refreshToken ?? '';
    const session = await read(sessionIdOf(token));
    if (session === undefined || !isAlive(session, presented.kind, now())) {
      if (presented.kind === 'COOKIE') removeDeadCookies(request);
      throw sessionEnded();
    }
    const hash = sha256(token);
    if (equalInConstantTime(hash, session.superseded_access_hash ?? '')) {
      const stolen = await findCustomerSession(database, session.id);
      if (stolen) await endStolenSession(context, stolen, request.site.origin);
      if (presented.kind === 'COOKIE') removeDeadCookies(request);
      throw sessionEnded();
    }
    const isCurrent = equalInConstantTime(hash, session.access_token_hash);
    if (!isCurrent || session.access_expires_at <= now()) {
      throw tokenExpired();
    }
    if (!isUsed(session) || now() - session.last_used_at >= LAST_USED_STEP_MS) {
      await setSessionUsed(database, session, Math.max(now(), session.rotated_at + 1));
    }
    return session;
  };
  const find = async (request: FastifyRequest): Promise<Customer | null> => {
    const session = await findSession(request, async (id) => await findCustomerSession(database, id));
    return session && customerOf(session);
  };
  const require = async (request: FastifyRequest): Promise<Customer> => {
    const customer = await find(request);
    if (!customer) throw signInFirst();
    return customer;
  };
  return {
    find,
    require,
    requireProof: async (request, call) => {
      const customer = await require(request);
      requireProof(customer, call, now());
      return customer;
    },
    requireAccount: async (request) => {
      const session = await findSession(request, async (id) => await findAccountSession(database, id, now()));
      if (!session) throw signInFirst();
      return {
        ...customerOf(session),
        createdAt: session.user_created_at,
        operatorScopes: session.operator_scopes,
        cashbackLevel: session.level,
        openOrders: Number(session.open_orders),
      };
    },
  };
}

function customerOf(session: RequestSession): Customer {
  return {
    userId: session.user_id,
    sessionId: session.id,
    email: session.email,
    isEmailConfirmed: session.email_confirmed_at !== null,
    hasSecondFactor: session.has_second_factor === 1,
    secondFactorAt: session.second_factor_at,
  };
}

function isAlive(session: RequestSession, kind: SessionKind, now: number): boolean {
  return session.kind === kind && session.ended_at === null && session.expires_at > now;
}

function tokenExpired(): ApiError {
  return new ApiError('ERR_IM_A_TEAPOT', 'The access token has expired. Refresh it.');
}

function signInFirst(): ApiError {
  return new ApiError('ERR_UNAUTHORIZED', 'Sign in first.');
}
