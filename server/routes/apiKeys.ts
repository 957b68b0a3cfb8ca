import {
  ApiKeySchema,
  ApiKeysResponse,
  DeleteApiKeyBody,
  GenerateApiKeyResponse,
  GenerateApiKeyBody,
  UpdateApiKeyBody,
} from '../../contract/schemas/apiKeys.ts';
import type { ApiKeyService } from '../accounts/apiKeys/apiKeyService.ts';
import type { Authentication } from '../accounts/authentication.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';

/** Specification §7, API keys of the signed-in customer (D49). Every change needs a fresh proof (D60, D70). */
export const apiKeyRoutes =
  (apiKeys: ApiKeyService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(app, 'apiKeys.list', { output: ApiKeysResponse }, async (_input, request) => {
      const { userId } = await authentication.require(request);
      return await apiKeys.list(userId);
    });

    serve(app, 'apiKeys.generate', { input: GenerateApiKeyBody, output: GenerateApiKeyResponse }, async (input, request) => {
      const { userId } = await authentication.requireProof(request, 'apiKeys.generate');
      return await apiKeys.generate(userId, input, request.site.origin);
    });

    serve(app, 'apiKeys.update', { input: UpdateApiKeyBody, output: ApiKeySchema }, async (input, request) => {
      const { userId } = await authentication.requireProof(request, 'apiKeys.update');
      return await apiKeys.update(userId, input);
    });

    serve(app, 'apiKeys.delete', { input: DeleteApiKeyBody }, async ({ apiId }, request) => {
      const { userId } = await authentication.requireProof(request, 'apiKeys.delete');
      await apiKeys.remove(userId, apiId);
    });
  };
