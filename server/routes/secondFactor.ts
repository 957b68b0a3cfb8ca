import type { FastifyRequest } from 'fastify';
import {
  AddPasskeyBody,
  EnableTotpBody,
  PasskeyOptionsResponse,
  RecoveryCodesResponse,
  RemovePasskeyBody,
  SecondFactorChallenge,
  StartTotpResponse,
  VerifySecondFactorBody,
} from '../../contract/schemas/secondFactor.ts';
import { SignInResponse } from '../../contract/schemas/users.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import type { SecondFactorService } from '../accounts/secondFactor/secondFactorService.ts';
import type { ChangeRequest } from '../accounts/secondFactor/changes.ts';
import type { StartSession } from '../accounts/secondFactor/verifyProof.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';
import { clientOf, presentTokens, requestedKind } from './users.ts';

/** The second factor (D60). The health call reports the feature as `second-factor`. */
export const secondFactorRoutes =
  (secondFactor: SecondFactorService, { service, authentication }: Pick<Accounts, 'service' | 'authentication'>): RoutePlugin =>
  async (app) => {
    const requestOf = async (request: FastifyRequest): Promise<ChangeRequest> => ({
      customer: await authentication.require(request),
      origin: request.site.origin,
    });
    keepPrivate(app);

    serve(
      app,
      'users.startSecondFactor',
      { output: SecondFactorChallenge },
      async (_input, request) => await secondFactor.startStepUp(await authentication.require(request), clientOf(request)),
    );

    serve(
      app,
      'users.verifySecondFactor',
      { input: VerifySecondFactorBody, output: SignInResponse },
      async (input, request, reply) => {
        const client = clientOf(request);
        const requireCustomer = async () => await authentication.require(request);
        const startSession: StartSession = async (transaction, userId) =>
          await service.completeSignIn(transaction, {
            userId,
            kind: requestedKind(request),
            client,
            browserFingerprint: input.browserFingerprint ?? null,
            secondFactorAt: Date.now(),
          });
        const { userId, tokens } = await secondFactor.verify({ input, client, requireCustomer, startSession });
        return tokens ? presentTokens(reply, tokens) : { userId };
      },
    );

    serve(
      app,
      'users.startPasskeySignIn',
      { output: SecondFactorChallenge },
      async (_input, request) => await secondFactor.startPasskeySignIn(clientOf(request)),
    );

    serve(
      app,
      'users.startTotp',
      { output: StartTotpResponse },
      async (_input, request) => await secondFactor.startTotp(await requestOf(request)),
    );

    serve(app, 'users.enableTotp', { input: EnableTotpBody, output: RecoveryCodesResponse }, async ({ code }, request) => ({
      recoveryCodes: await secondFactor.enableTotp(await requestOf(request), code),
    }));

    serve(app, 'users.disableTotp', {}, async (_input, request) => {
      await secondFactor.disableTotp(await requestOf(request));
    });

    serve(app, 'users.renewRecoveryCodes', { output: RecoveryCodesResponse }, async (_input, request) => ({
      recoveryCodes: await secondFactor.renewRecoveryCodes(await requestOf(request)),
    }));

    serve(
      app,
      'users.startPasskey',
      { output: PasskeyOptionsResponse },
      async (_input, request) => await secondFactor.startPasskey(await requestOf(request)),
    );

    serve(app, 'users.addPasskey', { input: AddPasskeyBody, output: RecoveryCodesResponse }, async (input, request) => ({
      recoveryCodes: await secondFactor.addPasskey(await requestOf(request), input),
    }));

    serve(app, 'users.removePasskey', { input: RemovePasskeyBody }, async ({ passkeyId }, request) => {
      await secondFactor.removePasskey(await requestOf(request), passkeyId);
    });
  };
