import type * as schemas from '../schemas/secondFactor.ts';
import type { SignInOutput } from '../schemas/users.ts';
import { post, type None } from './route.ts';

export type * from '../schemas/secondFactor.ts';

const users = '/api/v1/users';

/** Additive calls for the second factor (D60). */
export const secondFactorRoutes = {
  /** Starts a fresh second factor (D60). Without a second factor of the customer, an e-mail with a code is sent (D3). */
  'users.startSecondFactor': post<None, schemas.SecondFactorChallengeOutput>(`${users}/second-factor/start`),
  'users.verifySecondFactor': post<schemas.VerifySecondFactorInput, SignInOutput>(`${users}/second-factor/verify`),
  /** Starts a sign-in with a passkey alone; `users.verifySecondFactor` ends it. */
  'users.startPasskeySignIn': post<None, schemas.SecondFactorChallengeOutput>(`${users}/passkeys/sign-in`),
  'users.startTotp': post<None, schemas.StartTotpOutput>(`${users}/totp/start`),
  'users.enableTotp': post<schemas.EnableTotpInput, schemas.RecoveryCodes>(`${users}/totp/enable`),
  'users.disableTotp': post<None, None>(`${users}/totp/disable`),
  'users.renewRecoveryCodes': post<None, schemas.RecoveryCodes>(`${users}/recovery-codes/renew`),
  'users.startPasskey': post<None, schemas.PasskeyOptionsOutput>(`${users}/passkeys/start`),
  'users.addPasskey': post<schemas.AddPasskeyInput, schemas.RecoveryCodes>(`${users}/passkeys/add`),
  'users.removePasskey': post<schemas.RemovePasskeyInput, None>(`${users}/passkeys/remove`),
} as const;
