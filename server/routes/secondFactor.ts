import type { FastifyRequest } from 'fastify';
import { secondFactorRoutes as calls } from '../../contract/api/secondFactor.ts';
import { Empty } from '../../contract/schemas/common.ts';
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
import { answers, keepPrivate, type RoutePlugin } from './route.ts';
import { clientOf, presentSignIn, requestedKind } from './users.ts';

const tags = ['users'];

/** The second factor (D60). The health call reports the feature as `second-factor`. */
export const secondFactorRoutes =
  (
    secondFactor: SecondFactorService,
    { service, authentication }: Pick<Accounts, 'service' | 'authentication'>,
    publicOrigin: string | null,
  ): RoutePlugin =>
  async (app) => {
    const requestOf = async (request: FastifyRequest): Promise<ChangeRequest> => ({
      customer: await authentication.require(request),
      origin: clientOf(request, publicOrigin).origin,
    });
    keepPrivate(app);

    app.post(
      calls['users.startSecondFactor'].path,
      { schema: { tags, body: Empty, response: answers(SecondFactorChallenge) } },
      async (request) => await secondFactor.startStepUp(await authentication.require(request), clientOf(request, publicOrigin)),
    );

    app.post(
      calls['users.verifySecondFactor'].path,
      { schema: { tags, body: VerifySecondFactorBody, response: answers(SignInResponse) } },
      async (request, reply) => {
        const client = clientOf(request, publicOrigin);
        const requireCustomer = async () => await authentication.require(request);
        const startSession: StartSession = async (transaction, userId) =>
          await service.completeSignIn(transaction, {
            userId,
            kind: requestedKind(request),
            client,
            browserFingerprint: request.body.browserFingerprint ?? null,
            secondFactorAt: Date.now(),
          });
        const { userId, tokens } = await secondFactor.verify(request.body, client, requireCustomer, startSession);
        return tokens ? presentSignIn(request, reply, publicOrigin, { tokens }) : { userId };
      },
    );

    app.post(
      calls['users.startPasskeySignIn'].path,
      { schema: { tags, body: Empty, response: answers(SecondFactorChallenge) } },
      async (request) => await secondFactor.startPasskeySignIn(clientOf(request, publicOrigin)),
    );

    app.post(
      calls['users.startTotp'].path,
      { schema: { tags, body: Empty, response: answers(StartTotpResponse) } },
      async (request) => await secondFactor.startTotp(await requestOf(request)),
    );

    app.post(
      calls['users.enableTotp'].path,
      { schema: { tags, body: EnableTotpBody, response: answers(RecoveryCodesResponse) } },
      async (request) => ({ recoveryCodes: await secondFactor.enableTotp(await requestOf(request), request.body.code) }),
    );

    app.post(calls['users.disableTotp'].path, { schema: { tags, body: Empty, response: answers(Empty) } }, async (request) => {
      await secondFactor.disableTotp(await requestOf(request));
      return {};
    });

    app.post(
      calls['users.renewRecoveryCodes'].path,
      { schema: { tags, body: Empty, response: answers(RecoveryCodesResponse) } },
      async (request) => ({ recoveryCodes: await secondFactor.renewRecoveryCodes(await requestOf(request)) }),
    );

    app.post(
      calls['users.startPasskey'].path,
      { schema: { tags, body: Empty, response: answers(PasskeyOptionsResponse) } },
      async (request) => await secondFactor.startPasskey(await requestOf(request)),
    );

    app.post(
      calls['users.addPasskey'].path,
      { schema: { tags, body: AddPasskeyBody, response: answers(RecoveryCodesResponse) } },
      async (request) => ({ recoveryCodes: await secondFactor.addPasskey(await requestOf(request), request.body) }),
    );

    app.post(
      calls['users.removePasskey'].path,
      { schema: { tags, body: RemovePasskeyBody, response: answers(Empty) } },
      async (request) => {
        await secondFactor.removePasskey(await requestOf(request), request.body.passkeyId);
        return {};
      },
    );
  };
