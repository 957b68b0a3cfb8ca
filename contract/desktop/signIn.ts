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
  /** Where the app listens on this computer (RFC 8252, section 7.3); null if it has to be opened by a link. */
  port: number | null;
  /** With `confirm`: the challenge of the action that the app asks to confirm; undefined: it asks for a fresh proof. */
  challengeId?: string;
}

/** What the page answers to the app. The state is the one of the request. */
export interface DesktopSignInAnswer {
  state: string;
  /** Null if the customer declined */
  code: string | null;
}

/** Where the page sends the answer if the app does not listen: an installed app has registered the scheme with the system. */
const redirectOf = (scheme: string): string => `${scheme}://signed-in`;
/** The path at the app that listens. */
export const LOOPBACK_PATH = '/signed-in';
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^[A-Za-z0-9_-]{22,128}$/;
/** A secret of the host */
const TOKEN = /^[A-Za-z0-9_.-]{20,512}$/;
const CONFIRM = /^confirm$/;
/** 1024 to 65535 */
const PORT = /^(?:102[4-9]|10[3-9]\d|1[1-9]\d\d|[2-9]\d{3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/;
/** RFC 6749, section 4.1.2.1 */
const DECLINED = 'access_denied';

/** Returns the path and query of the page for a request of the app. */
export function desktopSignInPath({ challenge, state, purpose, challengeId, port }: DesktopSignInRequest): string {
  const query = new URLSearchParams({
    challenge,
    state,
    ...(purpose === 'confirm' && { purpose, ...(challengeId !== undefined && { action: challengeId }) }),
    ...(port !== null && { port: String(port) }),
  });
  return `${PAGES['desktop-sign-in'].path}?${query.toString()}`;
}

/** Parses the query of the page; null if a part is missing, repeated or malformed. */
export function readDesktopSignIn(search: string): DesktopSignInRequest | null {
  const query = new URLSearchParams(search);
  const challenge = onlyValue(query, 'challenge', CHALLENGE);
  const state = onlyValue(query, 'state', STATE);
  const isConfirmation = query.has('purpose');
  const port = query.has('port') ? onlyValue(query, 'port', PORT) : null;
  if (query.has('port') && port === null) return null;
  if (challenge === null || state === null || (isConfirmation && onlyValue(query, 'purpose', CONFIRM) === null)) return null;
  const request = { challenge, state, port: port === null ? null : Number(port) };
  if (!query.has('action')) return { ...request, purpose: isConfirmation ? 'confirm' : 'signIn' };
  const challengeId = onlyValue(query, 'action', TOKEN);
  return challengeId === null || !isConfirmation ? null : { ...request, purpose: 'confirm', challengeId };
}

/** Returns the link that brings the app an answer: at the port of its request, otherwise with the scheme of the brand's app. */
export function signedInLink({ code, state }: DesktopSignInAnswer, port: number | null, scheme: string): string {
  const address = port === null ? redirectOf(scheme) : `http://127.0.0.1:${port}${LOOPBACK_PATH}`;
  return `${address}?${new URLSearchParams({ ...(code === null ? { error: DECLINED } : { code }), state }).toString()}`;
}

/** Returns whether a link that opened the app answers a sign-in. The link may be malformed. */
export function isSignedInLink(link: string, scheme: string): boolean {
  return new RegExp(`^${redirectOf(scheme)}(?=[/?#]|$)`, 'i').test(link);
}

/** Parses a link that opened the app; null if it is no {@link signedInLink}. Its values are untrusted: other programs can open such links. */
export function readSignedInLink(link: string, scheme: string): DesktopSignInAnswer | null {
  const redirect = redirectOf(scheme);
  const [address, search, ...rest] = link.split('?');
  // Some systems add a slash after the host.
  if ((address !== redirect && address !== `${redirect}/`) || search === undefined || rest.length > 0) return null;
  return readSignedInQuery(search);
}

/** Parses the query of such a link, or of a request at {@link LOOPBACK_PATH}. Untrusted as well. */
export function readSignedInQuery(search: string): DesktopSignInAnswer | null {
  const query = new URLSearchParams(search);
  const code = onlyValue(query, 'code', TOKEN);
  const state = onlyValue(query, 'state', STATE);
  const isDeclined = query.get('error') === DECLINED && !query.has('code');
  return state !== null && (code !== null || isDeclined) ? { code, state } : null;
}

function onlyValue(query: URLSearchParams, name: string, pattern: RegExp): string | null {
  const [value = '', ...others] = query.getAll(name);
  return others.length === 0 && pattern.test(value) ? value : null;
}
