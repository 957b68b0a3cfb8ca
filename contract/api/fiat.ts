import type * as schemas from '../schemas/fiat.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/fiat.ts';

const mercuryo = '/api/v1/liquidity-providers/mercuryo';

/** The five calls of §7 for the provider of card purchases, and an additive one for its terms. All concern the signed-in customer. */
export const fiatRoutes = {
  'fiat.signUp': post<schemas.FiatSignUpInput, None>(`${mercuryo}/user/sign-up`),
  'fiat.signIn': post<schemas.FiatSignInInput, schemas.FiatSignInOutput>(`${mercuryo}/user/sign-in`),
  'fiat.contacts': get<None, schemas.FiatContacts>(`${mercuryo}/contacts`),
  'fiat.kycStatus': get<None, schemas.FiatKycStatus>(`${mercuryo}/kyc-status`),
  'fiat.kycAccessToken': get<schemas.FiatKycAccessTokenInput, schemas.FiatKycAccessToken>(`${mercuryo}/kyc/access-token`),
  /** Guests may read the terms too. */
  'fiat.terms': get<None, schemas.FiatTerms>(`${mercuryo}/terms`),
} as const;
