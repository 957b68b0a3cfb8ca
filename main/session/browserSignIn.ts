import { createHash, randomBytes } from 'node:crypto';
import type { DesktopPurpose, ExchangeCodeInput } from '../../contract/api/desktopSignIn.ts';
import {
  desktopSignInPath,
  isSignedInLink,
  readSignedInLink,
  type DesktopSignInAnswer,
  type DesktopSignInRequest,
} from '../../contract/desktop/signIn.ts';
import { ApiError } from '../../contract/errors.ts';
import type { IpcOutput } from '../../contract/ipc.ts';
import { localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import { LINK_SCHEME } from '../instance/requests.ts';
import type { openLoopback } from './loopback.ts';

/** How long the customer may take in the browser, in ms. */
export const BROWSER_SIGN_IN_MS = 5 * 60_000;
/** RFC 7636, section 4.1, and RFC 6749, section 10.10, ask for 256 and 128 random bits. */
const VERIFIER_BYTES = 32;
const STATE_BYTES = 16;

type Outcome = IpcOutput<'session.signInByBrowser'>;

interface BrowserSignInOptions {
  /** Absent: the page answers with a link that the system hands to the app. */
  listen?: typeof openLoopback;
  /** Called when the browser has answered, to show the app. */
  onAnswer?: () => void;
  /** "https://exchange.example.org" */
  siteUrl: string;
  /** The language of the page */
  locale(): LocaleCode;
  /** Opens a page in the browser of the system. Resolves to false if there is none. */
  openExternal(url: string): Promise<boolean>;
  /**
   * Sends a code to the host. `signIn` calls `desktopSignIn.exchange` and keeps the tokens, `confirm` calls `desktopSignIn.confirm`. Both
   * reject with the ApiError of the host, or after an abort: then `signIn` has kept no tokens.
   */
  redeem: Record<DesktopPurpose, (input: ExchangeCodeInput, options?: { signal: AbortSignal }) => Promise<unknown>>;
}

/** Asks the customer in the browser of the system, where passkeys work: authorization code with PKCE (RFC 7636, RFC 8252). */
export interface BrowserSignIn {
  /**
   * Opens the page of the website that asks the customer. Resolves to
   * - `done` when the app is signed in, its session is confirmed, or the action of the challenge is,
   * - `declined` when the customer cancelled on the page,
   * - `cancelled` when another start replaced this one or `cancel` ended it,
   * - `otherAccount` when the browser confirmed for another account than the app's,
   * - `failed` when there is no browser, no answer within {@link BROWSER_SIGN_IN_MS} or a refused code.
   */
  start(input: Pick<DesktopSignInRequest, 'purpose' | 'challengeId'>): Promise<Outcome>;
  /** Deletes the verifier, so that a code that arrives afterwards is useless. Stops an exchange of a code. */
  cancel(): void;
  /**
   * Handles a link that opened the app. Returns whether it answers a sign-in; such a link opens no page. Ignores an answer to a
   * request of another app, because any program or website can open such a link.
   */
  handleLink(link: string): boolean;
}

/** A request that waits for the browser, then for the host. */
interface Pending {
  purpose: DesktopPurpose;
  verifier: string;
  state: string;
  /** A second link with the same state has no effect: using the code twice would end the session. */
  isAnswered: boolean;
  /** Aborts when the request ends. */
  signal: AbortSignal;
  end(outcome: Outcome): void;
}

export function createBrowserSignIn({
  siteUrl,
  locale,
  openExternal,
  redeem,
  listen,
  onAnswer,
}: BrowserSignInOptions): BrowserSignIn {
  let pending: Pending | null = null;

  return {
    start: async ({ purpose, challengeId }) => {
      pending?.end('cancelled');
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const timer = setTimeout(() => own.end('failed'), BROWSER_SIGN_IN_MS);
      const controller = new AbortController();
      const own: Pending = {
        purpose,
        verifier: randomText(VERIFIER_BYTES),
        state: randomText(STATE_BYTES),
        isAnswered: false,
        signal: controller.signal,
        end: (outcome) => {
          clearTimeout(timer);
          if (pending === own) pending = null;
          controller.abort();
          resolve(outcome);
        },
      };
      pending = own;
      let port: number | null = null;
      if (listen) {
        const loopback = await listen({ locale: locale(), take });
        if (own.signal.aborted) loopback?.close();
        else own.signal.addEventListener('abort', () => loopback?.close());
        port = loopback?.port ?? null;
      }
      if (own.signal.aborted) return await promise;
      const path = desktopSignInPath({
        challenge: challengeOf(own.verifier),
        state: own.state,
        purpose,
        port,
        ...(challengeId !== undefined && { challengeId }),
      });
      if (!(await openExternal(siteUrl + localizePath(locale(), path)))) own.end('failed');
      return await promise;
    },

    cancel: () => pending?.end('cancelled'),

    handleLink: (link) => {
      const answer = readSignedInLink(link, LINK_SCHEME);
      if (answer) take(answer);
      return isSignedInLink(link, LINK_SCHEME);
    },
  };

  /** Returns whether the answer is one to the request that waits. */
  function take(answer: DesktopSignInAnswer): boolean {
    if (!pending || answer.state !== pending.state || pending.isAnswered) return false;
    onAnswer?.();
    if (answer.code === null) pending.end('declined');
    else void complete(pending, answer.code);
    return true;
  }

  async function complete(own: Pending, code: string): Promise<void> {
    own.isAnswered = true;
    try {
      await redeem[own.purpose]({ code, codeVerifier: own.verifier }, { signal: own.signal });
      own.end('done');
    } catch (error) {
      if (own.signal.aborted && own.purpose === 'signIn') void endSessionOf(code);
      const isOther = own.purpose === 'confirm' && error instanceof ApiError && error.code === 'ERR_FORBIDDEN';
      own.end(isOther ? 'otherAccount' : 'failed');
    }
  }

  /**
   * Ends the session that the host may have started for a code before the abort reached it. A second use of a code ends that session,
   * and a wrong verifier starts none.
   */
  async function endSessionOf(code: string): Promise<void> {
    try {
      await redeem.signIn({ code, codeVerifier: randomText(VERIFIER_BYTES) });
    } catch {
      // The host refuses this use in any case. Without an answer, the customer finds the session in the list of sessions.
    }
  }
}

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Method S256 of RFC 7636. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier, 'ascii').digest('base64url');
