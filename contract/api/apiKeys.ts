import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  ApiKey,
  ApiKeys,
  DeleteApiKeyInput,
  GenerateApiKeyInput,
  GenerateApiKeyOutput,
  UpdateApiKeyInput,
} from '../schemas/apiKeys.ts';
import { get, post } from './route.ts';

export type * from '../schemas/apiKeys.ts';

const users = '/api/v1/users';

/** The calls of §7 for API keys. */
export const apiKeyRoutes = {
  'apiKeys.generate': post<GenerateApiKeyInput, GenerateApiKeyOutput>(`${users}/generate-api-key`, DEFAULT_TIMEOUT_MS),
  'apiKeys.update': post<UpdateApiKeyInput, ApiKey>(`${users}/update-api-key`, DEFAULT_TIMEOUT_MS),
  'apiKeys.delete': post<DeleteApiKeyInput, Record<string, never>>(`${users}/delete-api-key`, DEFAULT_TIMEOUT_MS),
  'apiKeys.list': get<Record<string, never>, ApiKeys>(`${users}/list-api-key`, DEFAULT_TIMEOUT_MS),
} as const;
