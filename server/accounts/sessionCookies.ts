import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REFRESH_COOKIE, SESSION_COOKIE } from '../../contract/api/users.ts';
import { ApiError } from '../../contract/errors.ts';
import { REFRESH_TOKEN_MS, sessionEnded, type IssuedTokens, type SessionKind } from './sessions.ts';

/** The refresh token is sent only to the calls that need it. */
const REFRESH_PATH = '/api/v1/users/authentication';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

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

/**
 * Guards every route against other sites (D19): a call that changes something and carries a session cookie needs our own Origin.
 * Removes the cookies of an ended session.
 */
export function guardSessions(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isSafe = READS.has(request.method) || cookiesOf(request) === null || isOwnOrigin(request);
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
  if (authorization !== undefined) {
    const accessToken = /^Bearer ([A-Za-z0-9_.-]{20,512})$/.exec(authorization)?.[1];
    if (accessToken === undefined) throw sessionEnded();
    return { kind: 'HEADER', accessToken, refreshToken: null };
  }
  const cookies = cookiesOf(request);
  if (!cookies) return null;
  return {
    kind: 'COOKIE',
    accessToken: cookies[SESSION_COOKIE] ?? null,
    refreshToken: cookies[REFRESH_COOKIE] ?? null,
  };
}

/** Returns the session cookies of a request without an Authorization header; null if it has none. */
function cookiesOf({ headers }: FastifyRequest): Record<string, string> | null {
  if (headers.cookie === undefined || headers.authorization !== undefined) return null;
  const cookies = headers.cookie.split(';').flatMap((cookie): [string, string][] => {
    const [name = '', value = ''] = cookie.trim().split('=', 2);
    return (name === SESSION_COOKIE || name === REFRESH_COOKIE) && value !== '' ? [[name, value]] : [];
  });
  return cookies.length > 0 ? Object.fromEntries(cookies) : null;
}

/** Returns whether the browser says that our own page makes the request. */
function isOwnOrigin({ headers: { origin }, site }: FastifyRequest): boolean {
  return origin !== undefined && site.hasPage(origin);
}

function foreignOrigin(): ApiError {
  return new ApiError('ERR_FORBIDDEN', 'A call with a session cookie must come from our own site.');
}

/** Sets the cookies of a session (D19). Throws ERR_FORBIDDEN for a page of another site. */
export function setSessionCookies(reply: FastifyReply, tokens: Pick<IssuedTokens, 'accessToken' | 'refreshToken'>): void {
  const { request } = reply;
  if (request.headers.origin !== undefined && !isOwnOrigin(request)) throw foreignOrigin();
  addCookies(reply, tokens, REFRESH_TOKEN_MS / 1_000);
}

export function clearSessionCookies(reply: FastifyReply): void {
  addCookies(reply, { accessToken: '', refreshToken: '' }, 0);
}

function addCookies(
  reply: FastifyReply,
  { accessToken, refreshToken }: Pick<IssuedTokens, 'accessToken' | 'refreshToken'>,
  seconds: number,
): void {
  // A token consists of characters that a cookie allows.
  const attributes = `Max-Age=${seconds}; HttpOnly; SameSite=Lax${reply.request.site.isHttps ? '; Secure' : ''}`;
  reply.header('set-cookie', [
    `${SESSION_COOKIE}=${accessToken}; Path=/; ${attributes}`,
    `${REFRESH_COOKIE}=${refreshToken}; Path=${REFRESH_PATH}; ${attributes}`,
  ]);
}
