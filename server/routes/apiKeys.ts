import { apiKeyRoutes as calls } from '../../contract/api/apiKeys.ts';
import {
  ApiKeySchema,
  ApiKeysResponse,
  DeleteApiKeyBody,
  GenerateApiKeyResponse,
  GenerateApiKeyBody,
  UpdateApiKeyBody,
} from '../../contract/schemas/apiKeys.ts';
import { Empty } from '../../contract/schemas/common.ts';
import type { ApiKeyService } from '../accounts/apiKeys/apiKeyService.ts';
import type { Authentication } from '../accounts/authentication.ts';
import { requestOrigin } from './requestOrigin.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';

const tags = ['api-keys'];

/**
 * Specification §7, API keys of the signed-in customer (D49). Every change needs a fresh second factor (D60). Without a
 * `publicOrigin`, links in e-mails use the origin of the request.
 */
export const apiKeyRoutes =
  (apiKeys: ApiKeyService, authentication: Authentication, publicOrigin: string | null): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.get(calls['apiKeys.list'].path, { schema: { tags, response: answers(ApiKeysResponse) } }, async (request) => {
      const { userId } = await authentication.require(request);
      return await apiKeys.list(userId);
    });

    app.post(
      calls['apiKeys.generate'].path,
      { schema: { tags, body: GenerateApiKeyBody, response: answers(GenerateApiKeyResponse) } },
      async (request) => {
        const { userId } = await authentication.requireFreshFactor(request);
        return await apiKeys.generate(userId, request.body, publicOrigin ?? requestOrigin(request));
      },
    );

    app.post(
      calls['apiKeys.update'].path,
      { schema: { tags, body: UpdateApiKeyBody, response: answers(ApiKeySchema) } },
      async (request) => {
        const { userId } = await authentication.requireFreshFactor(request);
        return await apiKeys.update(userId, request.body);
      },
    );

    app.post(
      calls['apiKeys.delete'].path,
      { schema: { tags, body: DeleteApiKeyBody, response: answers(Empty) } },
      async (request) => {
        const { userId } = await authentication.requireFreshFactor(request);
        await apiKeys.remove(userId, request.body.apiId);
        return {};
      },
    );
  };
