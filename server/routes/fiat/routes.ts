import type { FastifyRequest } from 'fastify';
import {
  FiatContactsResponse,
  FiatKycAccessTokenQuery,
  FiatKycAccessTokenResponse,
  FiatKycStatusResponse,
  FiatSignInBody,
  FiatSignInResponse,
  FiatSignUpBody,
  FiatTermsResponse,
} from '../../../contract/schemas/fiat.ts';
import type { Authentication } from '../../accounts/authentication.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { CardPurchases } from '../../fiat/createCardPurchases.ts';
import type { FiatClient } from '../../fiat/fiatService.ts';
import { CALLBACK_PATH } from '../../ports/fiat/fiatSettings.ts';
import { keepPrivate, serve, type RoutePlugin } from '../route.ts';

/** The fiat provider's calls of §7, and where the provider sends what it reports. */
export const fiatRoutes =
  ({ service, worker }: Pick<CardPurchases, 'service' | 'worker'>, authentication: Authentication): RoutePlugin =>
  async (app) => {
    const clientOf = async (request: FastifyRequest): Promise<FiatClient> => ({
      customer: await authentication.require(request),
      address: request.ip,
      siteOrigin: request.site.origin,
    });
    keepPrivate(app);

    serve(
      app,
      'fiat.signUp',
      { input: FiatSignUpBody },
      async (input, request) => await service.signUp(input, await clientOf(request)),
    );

    serve(
      app,
      'fiat.signIn',
      { input: FiatSignInBody, output: FiatSignInResponse },
      async (input, request) => await service.signIn(input, await clientOf(request)),
    );

    serve(app, 'fiat.contacts', { output: FiatContactsResponse }, async (_input, request) =>
      service.contacts(await authentication.require(request)),
    );

    serve(
      app,
      'fiat.kycStatus',
      { output: FiatKycStatusResponse },
      async (_input, request) => await service.kycStatus(await clientOf(request)),
    );

    serve(
      app,
      'fiat.kycAccessToken',
      { input: FiatKycAccessTokenQuery, output: FiatKycAccessTokenResponse },
      async (input, request) => await service.kycAccessToken(input, await clientOf(request)),
    );

    serve(
      app,
      'fiat.terms',
      { output: FiatTermsResponse },
      async (_input, request) => await service.terms(await authentication.find(request)),
    );

    await app.register(async (callbacks) => {
      // The signature is that of the bytes, so the body is never parsed here.
      callbacks.removeAllContentTypeParsers();
      callbacks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      callbacks.post(CALLBACK_PATH, { schema: { hide: true } }, async ({ body, headers }, reply) => {
        const signature = headers['x-signature'];
        const isTaken = Buffer.isBuffer(body) && typeof signature === 'string' && (await worker.receive(body, signature));
        if (!isTaken) throw new ApiError('ERR_FORBIDDEN', 'Only the card provider may send callbacks.');
        return await reply.send({});
      });
    });
  };
