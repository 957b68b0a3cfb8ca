import { appNameOf } from '../../../contract/desktop/appName.ts';
import type { ActionOutput } from '../../../contract/api/desktopSignIn.ts';
import { signedInLink, type DesktopSignInRequest } from '../../../contract/desktop/signIn.ts';
import { ApiError } from '../../../contract/errors.ts';
import { brand } from '../../brand.ts';
import type { Platform } from '../../../contract/platform.ts';
import { isStepUpRequired } from '../StepUpStore.ts';
import type { ProofAnswer } from './ProofStore.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';

/**
 * `code`: the app can use the link for a minute. `open`: the customer has cancelled the second factor. `wrong`: the answer to the app's
 * challenge was refused.
 */
export type DesktopAuthorization =
  | { kind: 'open' | 'failed' | 'tooMany' }
  | { kind: 'code'; link: string }
  | { kind: 'wrong'; problem: SignInProblem };

/** Gives the desktop app a code that signs it in, or confirms its call. `answer`: to the challenge of its action. Never rejects. */
export async function authorizeDesktop(
  platform: Platform,
  { challenge: codeChallenge, purpose, state, challengeId, port }: DesktopSignInRequest,
  answer: ProofAnswer = {},
): Promise<DesktopAuthorization> {
  const proof = challengeId !== undefined && { proof: { challengeId, ...answer } };
  try {
    const { code } = await platform.transport.call('desktopSignIn.authorize', { codeChallenge, purpose, ...proof });
    return { kind: 'code', link: signedInLink({ code, state }, port, appNameOf(brand.name)) };
  } catch (error) {
    if (isStepUpRequired(error)) return { kind: 'open' };
    if (!(error instanceof ApiError)) return { kind: 'failed' };
    if (proof && (error.code === 'ERR_VALIDATION' || error.status === 429))
      return { kind: 'wrong', problem: signInProblem(error) };
    return { kind: error.status === 429 ? 'tooMany' : 'failed' };
  }
}

/** Returns what the app asks to confirm; null if that is over or the host does not answer. Never rejects. */
export async function readDesktopAction({ transport }: Platform, challengeId: string): Promise<ActionOutput | null> {
  return await transport.call('desktopSignIn.action', { challengeId }).catch(() => null);
}
