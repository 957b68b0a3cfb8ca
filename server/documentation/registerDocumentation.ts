import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { loadOnce } from '../common/loadOnce.ts';

const HIDDEN = { schema: { hide: true } } as const;

/**
 * Serves the OpenAPI document of all routes that are registered afterwards, pages that show it, and the AsyncAPI document. What makes
 * them is loaded with the first request.
 */
export function registerDocumentation(app: FastifyInstance, publicOrigin: string | null): void {
  const routes: RouteOptions[] = [];
  const load = loadOnce(async () => {
    const { createDocumentationPages } = await import('./documentationPages.ts');
    return await createDocumentationPages(routes, publicOrigin);
  });
  const answer = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const { statusCode, headers: given, rawPayload } = await (await load()).inject({ url, headers });
    // A path that leads out of the pages' folder (403) is as unknown here as one that leads nowhere in it.
    if (statusCode >= 400 && statusCode < 500) return reply.callNotFound();
    const { connection: _connection, date: _date, ...own } = given;
    return reply.code(statusCode).headers(own).send(rawPayload);
  };

  app.get('/api/docs', HIDDEN, answer);
  app.get('/api/docs/*', HIDDEN, answer);
  app.get('/api/openapi.json', HIDDEN, async () => (await load()).swagger());
  app.get('/api/asyncapi.json', HIDDEN, async ({ site }) => {
    const [{ describeSocket }, { loadExamples }] = await Promise.all([import('./asyncapi.ts'), import('./examples.ts')]);
    return describeSocket(site.origin, loadExamples());
  });
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
}
