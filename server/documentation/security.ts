import { SESSION_COOKIES } from '../../contract/api/users.ts';
import type { CallDescription } from './call.ts';
import type { JsonObject } from './components.ts';
import { signatureSchemes } from './signedCalls.ts';

type Requirement = Record<string, readonly string[]>;

const BEARER: Requirement = { session: [] };
const COOKIE: Requirement = { sessionCookie: [] };
/** One call needs all headers of a signature. */
const SIGNATURE: Requirement = Object.fromEntries(Object.keys(signatureSchemes).map((name) => [name, []]));
const NOTHING: Requirement = {};

/** Returns the security schemes of all calls by name, for a site on https or on http. */
export function securitySchemes(isHttps: boolean): JsonObject {
  return {
    session: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The access token of a session that was started with `X-Session-Kind: header`. It works for 15 minutes; then call `refreshSession`.',
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: SESSION_COOKIES[isHttps ? 'https' : 'http'].access,
      description: 'The session of a browser. A call that changes something then also needs the Origin of the site.',
    },
    ...signatureSchemes,
  };
}

/** Returns what a call accepts as its authentication, any one of the list; an empty list for a call that needs and reads none. */
export function securityOf({ session }: Pick<CallDescription, 'session'>, isSigned: boolean): Requirement[] {
  const sessions = session === undefined ? [] : session === 'COOKIE' ? [COOKIE] : [BEARER, COOKIE];
  const isOptional = session === undefined ? isSigned : session === 'OPTIONAL';
  return [...(isOptional ? [NOTHING] : []), ...(isSigned ? [SIGNATURE] : []), ...sessions];
}
