import { createHmac } from 'node:crypto';
import { equalInConstantTime, sha256 } from '../common/hashing.ts';

const PUBLIC_ID_LENGTH = 22;

/**
 * Returns the id of a session as customers see it, in lists and exports. It reveals nothing of the id that tokens begin with, so that
 * somebody with an export can't name the session in a call.
 */
export function publicSessionId(sessionId: string): string {
  return sha256(`public session ${sessionId}`).slice(0, PUBLIC_ID_LENGTH);
}

/** Returns a token: the id of its session, a secret and their signature under the host's key, separated by dots. */
export function signToken(key: Uint8Array, text: string): string {
  return `${text}.${signatureOf(key, text)}`;
}

/** Returns whether this host issued the token, now or at any time. */
export function isSignedToken(key: Uint8Array, token: string): boolean {
  const end = Math.max(token.lastIndexOf('.'), 0);
  return equalInConstantTime(token.slice(end + 1), signatureOf(key, token.slice(0, end)));
}

function signatureOf(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(`issued ${text}`).digest('base64url');
}
