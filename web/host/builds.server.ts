import type { FastifyInstance } from 'fastify';

/** Serves `builds/latest.json`, which pages poll, and `builds/meta/{buildId}.json` (§7). */
export function registerBuilds(app: FastifyInstance, { id, timestamp }: { id: string; timestamp: number }): void {
  app.get('/builds/latest.json', (_request, reply) => reply.header('cache-control', 'no-cache').send({ id, timestamp }));
  app.get<{ Params: { buildId: string } }>('/builds/meta/:buildId.json', (request, reply) => {
    if (request.params.buildId !== id) {
      reply.callNotFound();
      return reply;
    }
    // No page is prerendered and every page may redirect, so the client requests each payload.
    const body = { id, timestamp, matcher: { static: {}, wildcard: { '/': { ssr: true } }, dynamic: {} }, prerendered: [] };
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send(body);
  });
}
