import type {
  FiatContacts,
  FiatKycAccessToken,
  FiatKycAccessTokenInput,
  FiatKycStatus,
  FiatSignInInput,
  FiatSignInOutput,
  FiatSignUpInput,
  FiatTerms,
} from '../../contract/schemas/fiat.ts';
import type { Customer } from '../accounts/authentication.ts';

/** Who asks, and from where: the provider gets the address of the customer, not that of this host. */
export interface FiatClient {
  customer: Customer;
  address: string;
  /** The site that the customer uses: "https://swap.example" */
  siteOrigin: string;
}

/**
 * What customers do at the provider of card purchases before they buy (§4 fiat flow). Every method throws ERR_SERVICE_UNAVAILABLE when
 * the provider does not answer, and all but `contacts` and `terms` throw ERR_NOT_ACCEPTABLE without a confirmed e-mail.
 */
export interface FiatService {
  /** Throws ERR_USER_ALREADY_REGISTERED "Email already registered", after which the client signs in (§8). */
  signUp(input: FiatSignUpInput, client: FiatClient): Promise<void>;
  signIn(input: FiatSignInInput, client: FiatClient): Promise<FiatSignInOutput>;
  contacts(customer: Customer): FiatContacts;
  kycStatus(client: FiatClient): Promise<FiatKycStatus>;
  kycAccessToken(input: FiatKycAccessTokenInput, client: FiatClient): Promise<FiatKycAccessToken>;
  /** `customer` is null for a guest. */
  terms(customer: Customer | null): Promise<FiatTerms>;
}
