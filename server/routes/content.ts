import { ApiError } from '../../contract/errors.ts';
import * as schemas from '../../contract/schemas/content.ts';
import { ContentQuery, ContentResponse } from '../../contract/schemas/service.ts';
import type { LoadContent } from '../content/loadContent.ts';
import { serve, type RoutePlugin } from './route.ts';

const DEFAULT_PER_PAGE = 10;

/** Texts of pages such as the terms (feature `content`), the docs and the blog (feature `docs`); additive. */
export const contentRoutes =
  (load: LoadContent): RoutePlugin =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=300');
    });

    serve(app, 'service.content', { input: ContentQuery, output: ContentResponse }, async ({ name, locale }) =>
      found((await load()).pages.page(name, locale)),
    );

    serve(
      app,
      'content.docs',
      { input: schemas.DocsQuery, output: schemas.DocsResponse },
      async ({ locale }) => await (await load()).docs.list(locale),
    );

    serve(app, 'content.doc', { input: schemas.DocQuery, output: schemas.DocResponse }, async ({ slug, locale }) =>
      found(await (await load()).docs.read(slug, locale)),
    );

    serve(
      app,
      'content.searchDocs',
      { input: schemas.DocSearchQuery, output: schemas.DocSearchResponse },
      async ({ query, locale }) => await (await load()).docs.search(query, locale),
    );

    serve(
      app,
      'content.posts',
      { input: schemas.PostsQuery, output: schemas.PostsResponse },
      async ({ locale, category, offset, per_page: perPage }) =>
        await (
          await load()
        ).blog.list(
          { category: category ?? null, offset: Number(offset ?? 0), perPage: Number(perPage ?? DEFAULT_PER_PAGE) },
          locale,
        ),
    );

    serve(app, 'content.post', { input: schemas.PostQuery, output: schemas.PostResponse }, async ({ slug, locale }) => {
      const { blog } = await load();
      const post = await blog.read(slug, locale);
      if (post) return post;
      const languages = await blog.languagesOf(slug);
      throw new ApiError('ERR_NOT_FOUND', 'There is no such text.', languages.length > 0 ? { languages } : undefined);
    });
  };

function found<Text>(text: Text | null): Text {
  if (text === null) throw new ApiError('ERR_NOT_FOUND', 'There is no such text.');
  return text;
}
