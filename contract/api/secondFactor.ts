import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  AddPasskeyInput,
  EnableTotpInput,
  PasskeyOptionsOutput,
  RecoveryCodes,
  RemovePasskeyInput,
  SecondFactorChallengeOutput,
  StartTotpOutput,
  VerifySecondFactorInput,
} from '../schemas/secondFactor.ts';
import type { SignInOutput } from '../schemas/users.ts';
import { post } from './route.ts';

export type * from '../schemas/secondFactor.ts';

type None = Record<string, never>;
const users = '/api/v1/users';

/** Additive calls for the second factor (D60). */
export const secondFactorRoutes = {
  /** Starts a fresh second factor (D60). Without a second factor of the customer, an e-mail with a code is sent (D3). */
  'users.startSecondFactor': post<None, SecondFactorChallengeOutput>(`${users}/second-factor/start`, DEFAULT_TIMEOUT_MS),
  'users.verifySecondFactor': post<VerifySecondFactorInput, SignInOutput>(`${users}/second-factor/verify`, DEFAULT_TIMEOUT_MS),
  /** Starts a sign-in with a passkey alone; `users.verifySecondFactor` ends it. */
  'users.startPasskeySignIn': post<None, SecondFactorChallengeOutput>(`${users}/passkeys/sign-in`, DEFAULT_TIMEOUT_MS),
  'users.startTotp': post<None, StartTotpOutput>(`${users}/totp/start`, DEFAULT_TIMEOUT_MS),
  'users.enableTotp': post<EnableTotpInput, RecoveryCodes>(`${users}/totp/enable`, DEFAULT_TIMEOUT_MS),
  'users.disableTotp': post<None, None>(`${users}/totp/disable`, DEFAULT_TIMEOUT_MS),
  'users.renewRecoveryCodes': post<None, RecoveryCodes>(`${users}/recovery-codes/renew`, DEFAULT_TIMEOUT_MS),
  'users.startPasskey': post<None, PasskeyOptionsOutput>(`${users}/passkeys/start`, DEFAULT_TIMEOUT_MS),
  'users.addPasskey': post<AddPasskeyInput, RecoveryCodes>(`${users}/passkeys/add`, DEFAULT_TIMEOUT_MS),
  'users.removePasskey': post<RemovePasskeyInput, None>(`${users}/passkeys/remove`, DEFAULT_TIMEOUT_MS),
} as const;
