import type { FastifyInstance } from 'fastify';
import type { Brand } from '../../contract/brand.ts';

const HOUR = 'public, max-age=3600';

/** Serves `favicon.ico` and the web manifest from the brand configuration. */
export function registerBrandFiles(app: FastifyInstance, { name, logoMark, frameColour }: Brand): void {
  app.get('/favicon.ico', (_request, reply) => reply.header('cache-control', HOUR).redirect(logoMark, 302));
  app.get('/site.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', HOUR)
      .send(
        JSON.stringify({
          name,
          short_name: name,
          start_url: '/',
          display: 'minimal-ui',
          background_color: frameColour.light,
          theme_color: frameColour.light,
          icons: [{ src: logoMark, type: 'image/svg+xml', sizes: 'any' }],
        }),
      ),
  );
}
