import type * as schemas from '../schemas/apiKeys.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/apiKeys.ts';

const users = '/api/v1/users';

/** The calls of §7 for API keys. */
export const apiKeyRoutes = {
  'apiKeys.generate': post<schemas.GenerateApiKeyInput, schemas.GenerateApiKeyOutput>(`${users}/generate-api-key`),
  'apiKeys.update': post<schemas.UpdateApiKeyInput, schemas.ApiKey>(`${users}/update-api-key`),
  'apiKeys.delete': post<schemas.DeleteApiKeyInput, None>(`${users}/delete-api-key`),
  'apiKeys.list': get<None, schemas.ApiKeys>(`${users}/list-api-key`),
} as const;
