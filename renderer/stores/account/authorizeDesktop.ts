import { appNameOf } from '../../../contract/desktop/appName.ts';
import { signedInLink, type DesktopSignInRequest } from '../../../contract/desktop/signIn.ts';
import { ApiError } from '../../../contract/errors.ts';
import { brand } from '../../brand.ts';
import type { Platform } from '../../../contract/platform.ts';
import { isStepUpRequired } from '../StepUpStore.ts';

/** `code`: the app can use the link for a minute. `open`: the customer has cancelled the second factor. */
export type DesktopAuthorization = { kind: 'open' | 'failed' | 'tooMany' } | { kind: 'code'; link: string };

/** Gives the desktop app a code that signs it in, or confirms its call. Never rejects. */
export async function authorizeDesktop(platform: Platform, request: DesktopSignInRequest): Promise<DesktopAuthorization> {
  const { challenge: codeChallenge, purpose, state, port } = request;
  try {
    const { code } = await platform.transport.call('desktopSignIn.authorize', { codeChallenge, purpose });
    return { kind: 'code', link: signedInLink({ code, state }, port, appNameOf(brand.name)) };
  } catch (error) {
    if (isStepUpRequired(error)) return { kind: 'open' };
    return { kind: error instanceof ApiError && error.status === 429 ? 'tooMany' : 'failed' };
  }
}
