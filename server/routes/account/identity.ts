import type { FastifyRequest } from 'fastify';
import {
  IdentityDraftResponse,
  IdentityStatusResponse,
  PhoneCodeResponse,
  PhoneDraftResponse,
  PhonePassBody,
  PhotoPartBody,
  PhotoPartResponse,
  RedeemPhoneBody,
  RedeemPhoneResponse,
  SaveIdentityDraftBody,
  StartPhotoUploadBody,
  StartPhotoUploadResponse,
  SubmitIdentityBody,
} from '../../../contract/schemas/identity.ts';
import type { ProofCall } from '../../../contract/accounts/proofCalls.ts';
import type { Authentication } from '../../accounts/authentication.ts';
import type { IdentityService, PhotoSender } from '../../identity/identityService.ts';
import { keepPrivate, serve, type RoutePlugin } from '../route.ts';
import { clientOf } from '../users.ts';

/** The identity verification of a customer (§7). A phone adds photos with a pass instead of a session. */
export const identityRoutes =
  (identity: IdentityService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    const customerOf = async (request: FastifyRequest): Promise<number> => (await authentication.require(request)).userId;
    const proven = (call: ProofCall) => async (request: FastifyRequest) =>
      (await authentication.requireProof(request, call)).userId;
    const senderOf = async (
      request: FastifyRequest,
      { pass }: { pass?: string },
      find: typeof customerOf,
    ): Promise<PhotoSender> => {
      const { address: client } = clientOf(request);
      return pass === undefined ? { userId: await find(request), client } : { pass, client };
    };
    keepPrivate(app);

    serve(
      app,
      'identity.status',
      { output: IdentityStatusResponse },
      async (_input, request) => await identity.status(await customerOf(request)),
    );

    serve(
      app,
      'identity.submit',
      {
        input: SubmitIdentityBody,
        output: IdentityStatusResponse,
        // Before the body is read: a guest can't make the host read 24 MB.
        onRequest: async (request) => void (await proven('identity.submit')(request)),
      },
      async (input, request) =>
        await identity.submit({ userId: await customerOf(request), client: clientOf(request).address }, input),
    );

    serve(
      app,
      'identity.draft',
      { output: IdentityDraftResponse },
      async (_input, request) => await identity.draft(await customerOf(request)),
    );

    serve(
      app,
      'identity.saveDraft',
      { input: SaveIdentityDraftBody, output: IdentityDraftResponse },
      async (input, request) => await identity.saveDraft(await customerOf(request), input),
    );

    serve(
      app,
      'identity.startUpload',
      { input: StartPhotoUploadBody, output: StartPhotoUploadResponse },
      async (input, request) => await identity.startUpload(await senderOf(request, input, proven('identity.startUpload')), input),
    );

    serve(
      app,
      'identity.uploadPart',
      { input: PhotoPartBody, output: PhotoPartResponse },
      async (input, request) => await identity.uploadPart(await senderOf(request, input, customerOf), input),
    );

    serve(
      app,
      'identity.createPhoneCode',
      { output: PhoneCodeResponse },
      async (_input, request) => await identity.createPhoneCode(await proven('identity.createPhoneCode')(request)),
    );

    serve(
      app,
      'identity.redeemPhone',
      { input: RedeemPhoneBody, output: RedeemPhoneResponse },
      async ({ token }) => await identity.redeemPhone(token),
    );

    serve(
      app,
      'identity.phoneDraft',
      { input: PhonePassBody, output: PhoneDraftResponse },
      async ({ pass }) => await identity.phoneDraft(pass),
    );
  };
