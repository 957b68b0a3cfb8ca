import { DEFAULT_TIMEOUT_MS, HEALTH_CHECK } from '../limits.ts';
import type { SigningKeys } from '../schemas/guarantee.ts';
import type { Health, SeoMessages, Stats } from '../schemas/service.ts';
import { get, post } from './route.ts';

export type * from '../schemas/service.ts';

export const serviceRoutes = {
  'service.health': get<Record<string, never>, Health>('/api/v1/health', HEALTH_CHECK.timeoutMs),
  'service.stats': get<Record<string, never>, Stats>('/api/v1/stats/public', DEFAULT_TIMEOUT_MS),
  'service.keys': get<Record<string, never>, SigningKeys>('/api/v1/keys', DEFAULT_TIMEOUT_MS),
  'seo.page': post<{ page: string }, SeoMessages>('/dict/seo', DEFAULT_TIMEOUT_MS, { inputIn: 'query' }),
} as const;
