import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isOnWhiteList } from '../../accounts/apiKeys/whiteList.ts';
import type { Authentication } from '../../accounts/authentication.ts';
import { keepCookies } from '../../accounts/sessionCookies.ts';
import { answerNotFound } from '../../common/errors.ts';
import type { ConsoleContext, Operator } from '../../console/context.ts';
import { findOperator } from '../../console/findOperator.ts';

/** The console reads for so long after the session proved its second factor (D61). */
export const READ_MS = 12 * 3_600_000;

export interface ConsoleAccess {
  authentication: Pick<Authentication, 'find'>;
  /** IP addresses and ranges that the console opens for; empty: all */
  addresses: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook of the console's routes */
    operator?: Operator;
  }
}

/**
 * Lets only operators in: customers with a scope that is in effect, in a session with cookies (D61). Everybody else gets the answer of a
 * route that does not exist, before anything of the request is read. An operator whose access token has expired is asked to refresh it.
 */
export function letOperatorsIn(context: Pick<ConsoleContext, 'database'>, { authentication, addresses }: ConsoleAccess) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const operator = isOnWhiteList(addresses, request.ip) ? await findOperator(context, authentication, request) : null;
    if (operator === null) {
      // An unknown route removes no cookies of a dead session.
      keepCookies(request);
      answerNotFound(request, reply);
      return;
    }
    request.operator = operator;
  };
}

/** Returns the operator of a request. Throws ERR_SECOND_FACTOR_REQUIRED without a proof of the last 12 hours, ERR_NOT_ENOUGH_PERMISSIONS without the scope. */
export function requireReader(request: FastifyRequest, scope: OperatorScope | null, now: number): Operator {
  const operator = operatorOf(request);
  const { secondFactorAt } = operator.customer;
  if (secondFactorAt === null || now - secondFactorAt > READ_MS) {
    throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');
  }
  if (scope !== null && !operator.scopes.includes(scope))
    throw new ApiError('ERR_NOT_ENOUGH_PERMISSIONS', `This needs the scope ${scope}.`);
  return operator;
}

export function operatorOf({ operator }: FastifyRequest): Operator {
  if (!operator) throw new Error('The hook of the console did not run');
  return operator;
}
