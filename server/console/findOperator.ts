import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Authentication, Customer } from '../accounts/authentication.ts';
import { presentedTokens } from '../accounts/sessionCookies.ts';
import { sessionIdOf } from '../accounts/sessions.ts';
import { findCustomerSession } from '../db/repositories/accounts/sessions.ts';
import { readScopes } from '../operator/acts/runAct.ts';
import type { ConsoleContext, Operator } from './context.ts';

/**
 * Returns the operator who makes a request in a session with cookies; null for everybody else. Throws ERR_IM_A_TEAPOT for an operator whose
 * access token has expired.
 */
export async function findOperator(
  { database }: Pick<ConsoleContext, 'database'>,
  authentication: Pick<Authentication, 'find'>,
  request: FastifyRequest,
): Promise<Operator | null> {
  if (request.apiCaller || !hasCookies(request)) return null;
  const customer = await findCustomer({ database }, authentication, request);
  if (customer === null) return null;
  const scopes = await readScopes(database, customer.userId);
  const client = { origin: request.site.origin, address: request.ip };
  return scopes.length === 0 ? null : { customer, scopes, client };
}

/** A request with an Authorization header, even an invalid one, does not use the session of its cookies. */
function hasCookies(request: FastifyRequest): boolean {
  return request.headers.authorization === undefined && presentedTokens(request) !== null;
}

/** Throws ERR_IM_A_TEAPOT for an operator only: to all others an expired session says nothing about the console. */
async function findCustomer(
  { database }: Pick<ConsoleContext, 'database'>,
  authentication: Pick<Authentication, 'find'>,
  request: FastifyRequest,
): Promise<Customer | null> {
  try {
    return await authentication.find(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.code !== 'ERR_IM_A_TEAPOT') return null;
    const tokens = presentedTokens(request);
    const session = await findCustomerSession(database, sessionIdOf(tokens?.accessToken ?? tokens?.refreshToken ?? ''));
    if (session && (await readScopes(database, session.user_id)).length > 0) throw error;
    return null;
  }
}
