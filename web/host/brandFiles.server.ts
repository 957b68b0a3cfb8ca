import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Brand } from '../../contract/brand.ts';
import { SITE_PICTURES } from '../../contract/sitePictures.ts';

const HOUR = 'public, max-age=3600';
const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that an abandoned site's contact becomes invalid. */
const SECURITY_VALID_MS = 180 * 24 * 60 * 60 * 1_000;

interface BrandFileOptions {
  brand: Brand;
  originOf: (request: FastifyRequest) => string;
  now: () => number;
}

/** Serves `favicon.ico`, the web manifest and `security.txt` from the brand configuration. */
export function registerBrandFiles(app: FastifyInstance, { brand, originOf, now }: BrandFileOptions): void {
  const { name, logoMark, frameColour } = brand;
  app.get('/favicon.ico', (_request, reply) => reply.header('cache-control', HOUR).redirect(logoMark, 302));
  app.get('/site.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', HOUR)
      .send(
        JSON.stringify({
          name,
          short_name: name,
          id: '/',
          start_url: '/',
          scope: '/',
          // With the address bar: customers check where they are.
          display: 'minimal-ui',
          background_color: frameColour.light,
          theme_color: frameColour.light,
          icons: [
            { src: logoMark, type: 'image/svg+xml', sizes: 'any' },
            iconEntry(SITE_PICTURES.icon),
            iconEntry(SITE_PICTURES.largeIcon),
            { ...iconEntry(SITE_PICTURES.maskable), purpose: 'maskable' },
          ],
        }),
      ),
  );
  app.get(SECURITY_PATH, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', HOUR)
      .send(securityText(brand.securityEmail, originOf(request), new Date(now() + SECURITY_VALID_MS))),
  );
}

const iconEntry = ({ path, width, height }: { path: string; width: number; height: number }) => ({
  src: path,
  type: 'image/png',
  sizes: `${width}x${height}`,
});

/** Returns `security.txt` (RFC 9116). Its canonical address must be https, so a site without TLS names none. */
function securityText(email: string, origin: string, expires: Date): string {
  const lines = [`Contact: mailto:${email}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en, ru'];
  return [...lines, ...(origin.startsWith('https:') ? [`Canonical: ${origin}${SECURITY_PATH}`] : []), ''].join('\n');
}
