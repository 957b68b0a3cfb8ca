import { HEALTH_CHECK } from '../limits.ts';
import type { SigningKeys } from '../schemas/guarantee.ts';
import type * as schemas from '../schemas/service.ts';
import type { Status } from '../schemas/status.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/service.ts';
export type * from '../schemas/status.ts';

export const serviceRoutes = {
  'service.health': get<None, schemas.Health>('/api/v1/health', HEALTH_CHECK.timeoutMs),
  'service.stats': get<None, schemas.Stats>('/api/v1/stats/public'),
  'service.status': get<None, Status>('/api/v1/status'),
  'service.fees': get<None, schemas.Fees>('/api/v1/fees'),
  'service.content': get<schemas.ContentInput, schemas.Content>('/api/v1/content'),
  'service.keys': get<None, SigningKeys>('/api/v1/keys'),
  'seo.page': post<{ page: string }, schemas.SeoMessages>('/dict/seo', { inputIn: 'query' }),
} as const;
