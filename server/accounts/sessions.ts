import { createHmac, randomBytes } from 'node:crypto';
import { clientGroup } from '../../contract/clientGroup.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Executor } from '../db/database.ts';
import { findCustomerSession, insertSession, listAllSessions, replaceTokens } from '../db/repositories/accounts/sessions.ts';
import { findUser } from '../db/repositories/accounts/users.ts';
import type { SessionRow } from '../db/tables/accounts.ts';
import { equalInConstantTime, randomId, sha256 } from '../common/hashing.ts';
import type { AccountContext, Client } from './context.ts';
import { deviceOf } from './device.ts';
import { makeRoom } from './sessionLimits.ts';
import { isSignedToken, signToken } from './sessionTokens.ts';

/** The times of D19, in ms. */
export const ACCESS_TOKEN_MS = 15 * 60_000;
export const REFRESH_TOKEN_MS = 30 * 24 * 3_600_000;
const REUSE_GRACE_MS = 30_000;

/** A first sign-in within this time in ms after the registration is not reported as a new device. */
const FIRST_SIGN_IN_MS = 24 * 3_600_000;

/** How the tokens of a session travel, for its whole life (D64) */
export type SessionKind = SessionRow['kind'];

/** The tokens of a session. Times are ms since 1970. A token is the id of its session, a secret and a signature. */
export interface IssuedTokens {
  sessionId: string;
  userId: number;
  kind: SessionKind;
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: number;
  refreshExpiresAt: number;
}

/** Returns the id of the session of a token; the token may be forged. */
export const sessionIdOf = (token: string): string => token.slice(0, Math.max(token.indexOf('.'), 0));

export interface NewSession {
  userId: number;
  kind: SessionKind;
  client: Client;
  browserFingerprint: string | null;
  /** When the second factor was verified in this sign-in; null: not at all */
  secondFactorAt: number | null;
}

/**
 * Starts a session under a new id, so that nobody can know it before the sign-in. Returns its tokens. May end an earlier session:
 * a customer has at most 50 (D70).
 */
export async function startSession(
  { tokenKey, now }: Pick<AccountContext, 'tokenKey' | 'now'>,
  executor: Executor,
  { userId, kind, client, browserFingerprint, secondFactorAt }: NewSession,
): Promise<IssuedTokens & { isNewDevice: boolean }> {
  const at = now();
  const sessionId = randomId();
  const tokens = withExpiry(
    {
      sessionId,
      userId,
      kind,
      accessToken: signToken(tokenKey, `${sessionId}.${randomSecret()}`),
      refreshToken: signToken(tokenKey, `${sessionId}.${randomSecret()}`),
    },
    at,
  );
  const device = deviceOf(client.userAgent);
  const earlier = await listAllSessions(executor, userId);
  // Old sessions are deleted, so a customer who returns after a long absence has none either.
  const isFirst = earlier.length === 0 && at - ((await findUser(executor, userId))?.created_at ?? at) <= FIRST_SIGN_IN_MS;
  const isNewDevice = !isFirst && !earlier.some((one) => isSameDevice(one, device, client));
  await makeRoom(executor, earlier, client, at);
  await insertSession(executor, {
    id: sessionId,
    user_id: userId,
    kind,
    access_token_hash: sha256(tokens.accessToken),
    access_expires_at: tokens.accessExpiresAt,
    refresh_token_hash: sha256(tokens.refreshToken),
    previous_refresh_hash: null,
    superseded_access_hash: null,
    rotated_at: at,
    expires_at: tokens.refreshExpiresAt,
    created_at: at,
    last_used_at: at,
    second_factor_at: secondFactorAt,
    ...device,
    client_address: client.address,
    browser_fingerprint: browserFingerprint,
    is_new_device: isNewDevice ? 1 : 0,
    ended_at: null,
    end_reason: null,
  });
  return { ...tokens, isNewDevice };
}

/**
 * Returns whether a customer has used the session's current access token. Until then the response that carried it may be lost: the host
 * stopped, or the connection broke.
 */
export function isUsed({ last_used_at, rotated_at }: Pick<SessionRow, 'last_used_at' | 'rotated_at'>): boolean {
  return last_used_at > rotated_at;
}

/**
 * Replaces the tokens of a session (D19). During the grace period, the former refresh tokens return the same new tokens, so that
 * requests at the same time all succeed. Later, a former token replaces new tokens that nobody has used, because the response with
 * them may have been lost: it gets different ones, and a grace period begins. Every other use means that a token was stolen:
 * `onReuse` ends the session, and ERR_UNAUTHORIZED is thrown. A token that the session never had only throws: who knows the id of a
 * session must not be able to end it.
 *
 * Several tabs of a browser can replace the tokens one after the other within the grace period. It starts with the first of these
 * rotations. `previous_refresh_hash` is the hash of the token that was current before it.
 */
export async function rotateSession(
  { database, now, tokenKey }: Pick<AccountContext, 'database' | 'now' | 'tokenKey'>,
  { refreshToken, browserFingerprint }: { refreshToken: string; browserFingerprint: string | null },
  kind: SessionKind,
  onReuse: (session: SessionRow) => Promise<void>,
): Promise<IssuedTokens> {
  const hash = sha256(refreshToken);
  // If the update changed no row, another request rotated the session: read it again.
  for (;;) {
    const session = await findCustomerSession(database, sessionIdOf(refreshToken));
    if (!session || session.kind !== kind || session.ended_at !== null || session.expires_at <= now()) throw sessionEnded();
    const isInGrace = session.previous_refresh_hash !== null && now() - session.rotated_at <= REUSE_GRACE_MS;
    const isCurrent = equalInConstantTime(hash, session.refresh_token_hash);
    const current = isCurrent ? null : findCurrent(tokenKey, session, refreshToken);
    if (current && isInGrace) {
      return { ...current, accessExpiresAt: session.access_expires_at, refreshExpiresAt: session.expires_at };
    }
    if (!isCurrent && (!current || isUsed(session))) {
      const wasIssued = current !== null || isPrevious(session, hash) || isSignedToken(tokenKey, refreshToken);
      if (wasIssued) await onReuse(session);
      throw sessionEnded();
    }
    const superseded = current ? session.access_token_hash : null;
    const tokens = withExpiry(successors(tokenKey, session, refreshToken, superseded), now());
    const grace = isInGrace ? session : { previous_refresh_hash: hash, superseded_access_hash: superseded, rotated_at: now() };
    const isReplaced = await replaceTokens(database, session, {
      access_token_hash: sha256(tokens.accessToken),
      access_expires_at: tokens.accessExpiresAt,
      refresh_token_hash: sha256(tokens.refreshToken),
      previous_refresh_hash: grace.previous_refresh_hash,
      superseded_access_hash: grace.superseded_access_hash,
      rotated_at: grace.rotated_at,
      expires_at: tokens.refreshExpiresAt,
      browser_fingerprint: browserFingerprint ?? session.browser_fingerprint,
    });
    if (isReplaced) return tokens;
  }
}

export function sessionEnded(): ApiError {
  return new ApiError('ERR_UNAUTHORIZED', 'Your session has ended. Sign in again.');
}

type TokenPair = Omit<IssuedTokens, 'accessExpiresAt' | 'refreshExpiresAt'>;

/** More rotations than the request limit of one address allows in a grace period. */
const MAX_ROTATIONS = 60;

/** Returns the current tokens if `refreshToken` was replaced since the last grace period began; null otherwise. */
function findCurrent(key: Uint8Array, session: SessionRow, refreshToken: string): TokenPair | null {
  const superseded = isPrevious(session, sha256(refreshToken)) ? session.superseded_access_hash : null;
  let tokens = successors(key, session, refreshToken, superseded);
  for (let rotations = 1; rotations <= MAX_ROTATIONS; rotations += 1) {
    const hash = sha256(tokens.refreshToken);
    if (equalInConstantTime(hash, session.refresh_token_hash)) return tokens;
    // The token is older than the grace period.
    if (isPrevious(session, hash)) return null;
    tokens = successors(key, session, tokens.refreshToken, null);
  }
  return null;
}

function isPrevious({ previous_refresh_hash }: SessionRow, hash: string): boolean {
  return equalInConstantTime(hash, previous_refresh_hash ?? '');
}

/**
 * A refresh token determines the next tokens, which only a holder of the key can compute. If its earlier successors were lost,
 * `superseded` (the hash of their access token) makes the next ones differ.
 */
function successors(key: Uint8Array, session: SessionRow, refreshToken: string, superseded: string | null): TokenPair {
  const text = superseded === null ? refreshToken : `${refreshToken} ${superseded}`;
  const tokenFor = (purpose: string): string =>
    signToken(key, `${session.id}.${createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')}`);
  return {
    sessionId: session.id,
    userId: session.user_id,
    kind: session.kind,
    accessToken: tokenFor('access'),
    refreshToken: tokenFor('refresh'),
  };
}

function withExpiry(pair: TokenPair, now: number): IssuedTokens {
  return { ...pair, accessExpiresAt: now + ACCESS_TOKEN_MS, refreshExpiresAt: now + REFRESH_TOKEN_MS };
}

/** Ignores the fingerprint (D19), because a site that steals passwords can compute it too. */
function isSameDevice(session: SessionRow, { browser, system }: ReturnType<typeof deviceOf>, { address }: Client): boolean {
  const isSameNetwork = session.client_address !== null && clientGroup(session.client_address) === clientGroup(address);
  return isSameNetwork && session.browser === browser && session.system === system;
}

const SECRET_BYTES = 32;
const randomSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
