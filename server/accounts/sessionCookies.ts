import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIES } from '../../contract/api/users.ts';
import { ApiError } from '../../contract/errors.ts';
import { REFRESH_TOKEN_MS, sessionEnded, type IssuedTokens, type SessionKind } from './sessions.ts';

/** On http, the refresh token is sent only to the calls that need it. On https, the name of its cookie requires the path `/`. */
const PATHS = { http: '/api/v1/users/authentication', https: '/' } as const;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

type Scheme = keyof typeof SESSION_COOKIES;
type TokenPair = Pick<IssuedTokens, 'accessToken' | 'refreshToken'>;

export interface PresentedTokens {
  kind: SessionKind;
  accessToken: string | null;
  refreshToken: string | null;
}

/** Requests whose cookies belong to a session that has ended. */
const withDeadCookies = new WeakSet<FastifyRequest>();

/** Makes the response remove the cookies of the request, because their session has ended. */
export function removeDeadCookies(request: FastifyRequest): void {
  withDeadCookies.add(request);
}

/** Leaves the cookies of the request as they are. */
export function keepCookies(request: FastifyRequest): void {
  withDeadCookies.delete(request);
}

/**
 * Guards every route against other sites (D19): a call that changes something and carries a session cookie needs our own Origin.
 * Removes the cookies of an ended session.
 */
export function guardSessions(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isSafe = READS.has(request.method) || cookiesOf(request, schemeOf(request)) === null || isOwnOrigin(request);
    done(isSafe ? undefined : foreignOrigin());
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (withDeadCookies.has(request)) clearSessionCookies(reply);
    done();
  });
}

/**
 * Returns the unverified tokens that a request presents; null for a guest. An Authorization header makes its cookies irrelevant
 * (D64). Throws ERR_UNAUTHORIZED for a malformed Authorization header.
 */
export function presentedTokens(request: FastifyRequest): PresentedTokens | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return cookiesOf(request, schemeOf(request));
  const accessToken = /^Bearer ([A-Za-z0-9_.-]{20,512})$/.exec(authorization)?.[1];
  if (accessToken === undefined) throw sessionEnded();
  return { kind: 'HEADER', accessToken, refreshToken: null };
}

const schemeOf = ({ site }: FastifyRequest): Scheme => (site.isHttps ? 'https' : 'http');

/** Returns the tokens in the session cookies of a request without an Authorization header; null if it has none. */
function cookiesOf({ headers }: FastifyRequest, scheme: Scheme): PresentedTokens | null {
  if (headers.cookie === undefined || headers.authorization !== undefined) return null;
  const cookies = new Map(headers.cookie.split(';').map((cookie) => splitCookie(cookie.trim())));
  const { access, refresh } = SESSION_COOKIES[scheme];
  const [accessToken, refreshToken] = [cookies.get(access) || null, cookies.get(refresh) || null];
  return accessToken === null && refreshToken === null ? null : { kind: 'COOKIE', accessToken, refreshToken };
}

function splitCookie(cookie: string): [string, string] {
  const [name = '', value = ''] = cookie.split('=', 2);
  return [name, value];
}

/** Returns whether the browser says that our own page makes the request. */
function isOwnOrigin({ headers: { origin }, site }: FastifyRequest): boolean {
  return origin !== undefined && site.hasPage(origin);
}

function foreignOrigin(): ApiError {
  return new ApiError('ERR_FORBIDDEN', 'A call with a session cookie must come from our own site.');
}

/** Sets the cookies of a session (D19). Throws ERR_FORBIDDEN for a page of another site. */
export function setSessionCookies(reply: FastifyReply, tokens: TokenPair): void {
  const { request } = reply;
  if (request.headers.origin !== undefined && !isOwnOrigin(request)) throw foreignOrigin();
  addCookies(reply, tokens, REFRESH_TOKEN_MS / 1_000);
}

export function clearSessionCookies(reply: FastifyReply): void {
  addCookies(reply, NO_TOKENS, 0);
}

const NO_TOKENS: TokenPair = { accessToken: '', refreshToken: '' };

function addCookies(reply: FastifyReply, { accessToken, refreshToken }: TokenPair, seconds: number): void {
  const scheme = schemeOf(reply.request);
  // A token consists of characters that a cookie allows.
  const attributes = `Max-Age=${seconds}; HttpOnly; SameSite=Lax${scheme === 'https' ? '; Secure' : ''}`;
  const { access, refresh } = SESSION_COOKIES[scheme];
  const cookies = [
    `${access}=${accessToken}; Path=/; ${attributes}`,
    `${refresh}=${refreshToken}; Path=${PATHS[scheme]}; ${attributes}`,
  ];
  reply.header('set-cookie', cookies);
}
