import { ApiError } from '../../contract/errors.ts';
import { ContentQuery, ContentResponse } from '../../contract/schemas/service.ts';
import type { ContentPages } from '../content/contentPages.ts';
import { serve, type RoutePlugin } from './route.ts';

/** Texts of pages such as the terms; additive (feature `content`). */
export const contentRoutes =
  (pages: ContentPages): RoutePlugin =>
  async (app) => {
    serve(app, 'service.content', { input: ContentQuery, output: ContentResponse }, async ({ name, locale }, _request, reply) => {
      const page = pages.page(name, locale);
      if (!page) throw new ApiError('ERR_NOT_FOUND', 'This host has no such page.');
      reply.header('cache-control', 'public, max-age=300');
      return page;
    });
  };
