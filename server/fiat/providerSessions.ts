import { ApiError } from '../../contract/errors.ts';
import { emailNotConfirmed } from '../accounts/emailKey.ts';
import { randomId } from '../common/hashing.ts';
import { lockUser } from '../db/repositories/accounts/users.ts';
import {
  findConfirmedEmail,
  findProviderAccount,
  storeProviderAccount,
  storeVerdict,
} from '../db/repositories/fiat/providerAccounts.ts';
import { ProviderRefusal, type ProviderCustomer, type ProviderVerification } from '../ports/fiat/fiatProvider.ts';
import type { FiatContext } from './fiatContext.ts';

/** What the provider needs to have verified for a purchase */
export const KYC_FEATURE = 'crypto';
/** The provider's tokens last 24 hours. */
const TOKEN_MS = 23 * 3_600_000;

export interface Consent {
  termsVersion: string;
  at: number;
}

/** The customers' sessions at the provider. Its tokens never leave the host; the database has them sealed. */
export type ProviderSessions = ReturnType<typeof createProviderSessions>;

export function createProviderSessions({ database, provider, sealing, now }: FiatContext) {
  const store = async (userId: number, email: string, token: string, consent: Consent | null): Promise<string> => {
    const handle = randomId();
    const account = {
      user_id: userId,
      email,
      handle,
      sealed_token: sealing.seal(token, ownerOf(userId)),
      token_ends_at: now() + TOKEN_MS,
      terms_version: consent?.termsVersion ?? null,
      consented_at: consent?.at ?? null,
      verified_at: null,
    };
    await database.transaction().execute(async (transaction) => {
      // Of an account that is closed meanwhile, no token may stay.
      if (!(await lockUser(transaction, userId))) throw new ApiError('ERR_UNAUTHORIZED', 'This account was closed.');
      await storeProviderAccount(transaction, account);
    });
    return handle;
  };
  const signUp = async (userId: number, address: string, consent: Consent): Promise<void> => {
    const email = await confirmedEmail(userId);
    await store(userId, email, await provider.signUp(email, address), consent);
  };
  /** Returns the handle that clients get. */
  const signIn = async (userId: number, address: string): Promise<string> => {
    const email = await confirmedEmail(userId);
    return await store(userId, email, await provider.signIn(email, address), null);
  };
  /**
   * Returns the e-mail under which the provider knows the customer: the account's own, confirmed by us. The provider asks for nothing
   * else, so that an e-mail of a request would open a stranger's account. Throws ERR_NOT_ACCEPTABLE without one.
   */
  const confirmedEmail = async (userId: number): Promise<string> => {
    const email = await findConfirmedEmail(database, userId);
    if (email !== null) return email;
    throw emailNotConfirmed('Buying with a card');
  };
  const stored = async (userId: number): Promise<string | null> => {
    const account = await findProviderAccount(database, userId);
    const isUsable = account && account.token_ends_at > now() && account.email === (await confirmedEmail(userId));
    return isUsable ? sealing.open(account.sealed_token, ownerOf(userId)) : null;
  };

  /** Returns the provider's verdicts about a customer, and records whether it has verified the customer for purchases. */
  const verifications = async (userId: number, customer: ProviderCustomer): Promise<ProviderVerification[]> => {
    const found = await provider.verifications(customer);
    const isVerified = found.some(({ feature, status }) => feature === KYC_FEATURE && status === 'complete');
    await storeVerdict(database, userId, isVerified ? now() : null);
    return found;
  };

  return {
    verifications,
    /** Whether the provider had verified the customer when it was last asked. It is not asked. */
    wasVerified: async (userId: number): Promise<boolean> => {
      const account = await findProviderAccount(database, userId);
      return (
        account !== undefined && account.verified_at !== null && account.email === (await findConfirmedEmail(database, userId))
      );
    },
    confirmedEmail,
    signUp,
    signIn,
    /**
     * Calls the provider as the customer. Signs in where there is no token, or the provider has ended it; with a consent it also signs up
     * a customer whom the provider does not know.
     */
    as: async <Result>(
      { userId, address, consent }: { userId: number; address: string; consent: Consent | null },
      work: (customer: ProviderCustomer) => Promise<Result>,
    ): Promise<Result> => {
      const renew = async (): Promise<string> => {
        try {
          await signIn(userId, address);
        } catch (error) {
          if (consent === null || !(error instanceof ProviderRefusal) || error.kind !== 'UNKNOWN_CUSTOMER') throw error;
          await signUp(userId, address, consent);
        }
        return (await stored(userId)) ?? '';
      };
      const token = await stored(userId);
      try {
        return await work({ token: token ?? (await renew()), address });
      } catch (error) {
        if (token === null || !(error instanceof ProviderRefusal) || error.kind !== 'TOKEN_ENDED') throw error;
        return await work({ token: await renew(), address });
      }
    },
  };
}

const ownerOf = (userId: number): string => `provider:${userId}`;
