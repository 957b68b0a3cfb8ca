import { ApiError } from '../../contract/errors.ts';
import { serviceRoutes as calls } from '../../contract/api/service.ts';
import { SeoResponse, SeoBody, SeoQuery } from '../../contract/schemas/service.ts';
import type { SeoDictionary } from '../seo/seoDictionary.ts';
import { answers, tagsOf, type RoutePlugin } from './route.ts';

/** `POST {base}/dict/seo` (specification §7): `page` as a query parameter, or in the body (D52). */
export const seoRoutes =
  (dictionary: SeoDictionary): RoutePlugin =>
  async (app) => {
    app.post(
      calls['seo.page'].path,
      {
        // The body of a POST without one is undefined, but the schema expects null.
        preValidation: async (request) => {
          request.body ??= null;
        },
        schema: { tags: tagsOf('seo.page'), querystring: SeoQuery, body: SeoBody, response: answers(SeoResponse) },
      },
      async ({ query, body }, reply) => {
        const page = query.page ?? body?.page ?? body?.params?.page;
        if (page === undefined) throw new ApiError('ERR_VALIDATION', 'page is missing.', { field: 'page' });
        reply.header('cache-control', 'public, max-age=300');
        return await dictionary.messages(page);
      },
    );
  };
