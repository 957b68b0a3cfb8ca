import type {
  AddPasskeyInput,
  PasskeyOptionsOutput,
  SecondFactorChallengeOutput,
  StartTotpOutput,
  VerifySecondFactorInput,
} from '../../../contract/schemas/secondFactor.ts';
import type { Security } from '../../../contract/schemas/users.ts';
import type { Customer } from '../authentication.ts';
import { startPasskeySignIn, startSignIn, startStepUp } from './challenges.ts';
import {
  addPasskey,
  describeSecondFactor,
  disableTotp,
  enableTotp,
  removePasskey,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
  type ChangeRequest,
} from './changes.ts';
import type { SecondFactorClient, SecondFactorContext } from './context.ts';
import { verifySecondFactor, type StartSession, type Verified } from './verifyProof.ts';

/** Authenticator apps, passkeys and recovery codes (D60). The functions that it binds document their errors. */
export interface SecondFactorService {
  startSignIn(user: { id: number }, client: Pick<SecondFactorClient, 'origin'>): Promise<SecondFactorChallengeOutput>;
  startPasskeySignIn(client: Pick<SecondFactorClient, 'origin'>): Promise<SecondFactorChallengeOutput>;
  startStepUp(customer: Customer, client: SecondFactorClient): Promise<SecondFactorChallengeOutput>;
  verify(
    input: VerifySecondFactorInput,
    client: Pick<SecondFactorClient, 'origin'>,
    requireCustomer: () => Promise<Customer>,
    startSession: StartSession,
  ): Promise<Verified>;
  describe(userId: number): Promise<Pick<Security, 'totpSince' | 'recoveryCodesLeft' | 'passkeys'>>;
  startTotp(request: ChangeRequest): Promise<StartTotpOutput>;
  enableTotp(request: ChangeRequest, code: string): Promise<string[]>;
  disableTotp(request: ChangeRequest): Promise<void>;
  renewRecoveryCodes(request: ChangeRequest): Promise<string[]>;
  startPasskey(request: ChangeRequest): Promise<PasskeyOptionsOutput>;
  addPasskey(request: ChangeRequest, input: AddPasskeyInput): Promise<string[]>;
  removePasskey(request: ChangeRequest, passkeyId: string): Promise<void>;
}

export function createSecondFactorService(context: SecondFactorContext): SecondFactorService {
  return {
    startSignIn: async (user, client) => await startSignIn(context, user, client),
    startPasskeySignIn: async (client) => await startPasskeySignIn(context, client),
    startStepUp: async (customer, client) => await startStepUp(context, customer, client),
    verify: async (input, client, requireCustomer, startSession) =>
      await verifySecondFactor(context, { input, client, requireCustomer, startSession }),
    describe: async (userId) => await describeSecondFactor(context, userId),
    startTotp: async (request) => await startTotp(context, request),
    enableTotp: async (request, code) => await enableTotp(context, request, code),
    disableTotp: async (request) => await disableTotp(context, request),
    renewRecoveryCodes: async (request) => await renewRecoveryCodes(context, request),
    startPasskey: async (request) => await startPasskey(context, request),
    addPasskey: async (request, input) => await addPasskey(context, request, input),
    removePasskey: async (request, passkeyId) => await removePasskey(context, request, passkeyId),
  };
}
