import { ApiError } from '../../../contract/errors.ts';
import type { AppStores } from '../createAppStores.ts';

/** `invalid`: the link was used, replaced or has expired. `failed`: no answer. */
export type EmailConfirmation = { kind: 'invalid' | 'failed' } | { kind: 'done'; email: string };

/** Confirms an e-mail address with the token of a link. Never rejects. */
export async function confirmEmail({ platform, session }: AppStores, token: string): Promise<EmailConfirmation> {
  try {
    const { email } = await platform.transport.call('users.confirmEmail', { token });
    if (session.exists) await session.refetch();
    return { kind: 'done', email };
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    return { kind: isInvalid ? 'invalid' : 'failed' };
  }
}
