import { PAGES } from '../pages.ts';
import type { DesktopPurpose } from '../schemas/desktopSignIn.ts';

/** How long a code works. RFC 6749, section 4.1.2, allows 10 minutes, but the browser passes it to the app at once. */
export const DESKTOP_CODE_MS = 60_000;

/** The query of the page where a customer signs the desktop app in, or confirms a call for it. */
export interface DesktopSignInRequest {
  /** SHA-256 of the code verifier, base64url: 43 characters (RFC 7636, S256) */
  challenge: string;
  /** Random text by which the app recognises the answer to its own request (RFC 6749, section 10.12) */
  state: string;
  /** A query without it means `signIn`. */
  purpose: DesktopPurpose;
}

/** What the page answers to the app. The state is the one of the request. */
export interface DesktopSignInAnswer {
  state: string;
  /** Null if the customer declined */
  code: string | null;
}

/** Where the page sends the answer: the desktop app has registered the scheme with the system. */
const REDIRECT = 'causeway://signed-in';
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^[A-Za-z0-9_-]{22,128}$/;
const CODE = /^[A-Za-z0-9_.-]{20,512}$/;
const CONFIRM = /^confirm$/;
/** RFC 6749, section 4.1.2.1 */
const DECLINED = 'access_denied';

/** Returns the path and query of the page for a request of the app. */
export function desktopSignInPath({ challenge, state, purpose }: DesktopSignInRequest): string {
  const query = new URLSearchParams({ challenge, state, ...(purpose === 'confirm' && { purpose }) });
  return `${PAGES['desktop-sign-in'].path}?${query.toString()}`;
}

/** Parses the query of the page; null if a part is missing, repeated or malformed. */
export function readDesktopSignIn(search: string): DesktopSignInRequest | null {
  const query = new URLSearchParams(search);
  const challenge = onlyValue(query, 'challenge', CHALLENGE);
  const state = onlyValue(query, 'state', STATE);
  const isConfirmation = query.has('purpose');
  if (challenge === null || state === null || (isConfirmation && onlyValue(query, 'purpose', CONFIRM) === null)) return null;
  return { challenge, state, purpose: isConfirmation ? 'confirm' : 'signIn' };
}

/** Returns the link that opens the app with an answer. */
export function signedInLink({ code, state }: DesktopSignInAnswer): string {
  return `${REDIRECT}?${new URLSearchParams({ ...(code === null ? { error: DECLINED } : { code }), state }).toString()}`;
}

/** Returns whether a link that opened the app answers a sign-in. The link may be malformed. */
export function isSignedInLink(link: string): boolean {
  return new RegExp(`^${REDIRECT}(?=[/?#]|$)`, 'i').test(link);
}

/** Parses a link that opened the app; null if it is no {@link signedInLink}. Its values are untrusted: other programs can open such links. */
export function readSignedInLink(link: string): DesktopSignInAnswer | null {
  const [address, search, ...rest] = link.split('?');
  // Some systems add a slash after the host.
  if ((address !== REDIRECT && address !== `${REDIRECT}/`) || search === undefined || rest.length > 0) return null;
  const query = new URLSearchParams(search);
  const code = onlyValue(query, 'code', CODE);
  const state = onlyValue(query, 'state', STATE);
  const isDeclined = query.get('error') === DECLINED && !query.has('code');
  return state !== null && (code !== null || isDeclined) ? { code, state } : null;
}

function onlyValue(query: URLSearchParams, name: string, pattern: RegExp): string | null {
  const [value = '', ...others] = query.getAll(name);
  return others.length === 0 && pattern.test(value) ? value : null;
}
