import type * as schemas from '../schemas/content.ts';
import { get } from './route.ts';

export type * from '../schemas/content.ts';

export const contentRoutes = {
  'content.docs': get<schemas.DocsInput, schemas.Docs>('/api/v1/content/docs'),
  'content.doc': get<schemas.DocInput, schemas.Doc>('/api/v1/content/doc'),
  'content.searchDocs': get<schemas.DocSearchInput, schemas.FoundDocs>('/api/v1/content/docs/search'),
  'content.posts': get<schemas.PostsInput, schemas.Posts>('/api/v1/content/posts'),
  'content.post': get<schemas.PostInput, schemas.Post>('/api/v1/content/post'),
} as const;
