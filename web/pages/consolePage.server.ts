import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Target } from '../../contract/paths/cleanUrl.ts';
import { splitLocale } from '../../contract/paths/locales.ts';
import type { ConsoleStart } from '../console/consoleStart.ts';
import { escapeJson } from '../http/html.server.ts';
import { createNonce, pageHeaders } from '../http/securityHeaders.server.ts';
import { seoHead } from '../seo/seoHead.server.ts';
import { pageAssets } from './pageAssets.server.ts';
import { pageDocument } from './pageDocument.server.ts';
import type { PagesOptions } from './pagesOptions.server.ts';
import { sendHtml } from './sendHtml.server.ts';
import { themeOf } from './themeOf.server.ts';

/** Sends the page of the operators' console, the same at every address. The browser renders it. Call it for operators only (D61). */
export async function sendConsolePage(
  request: FastifyRequest,
  reply: FastifyReply,
  target: Target,
  options: PagesOptions,
): Promise<FastifyReply> {
  const { brand, console, messageHashes, originOf, build, hostTexts } = options;
  const { locale, path } = splitLocale(target.path);
  const origin = originOf(request);
  const nonce = createNonce();
  const start: ConsoleStart = { buildId: build.id, texts: console.texts };
  const title = hostTexts[locale]['host.console'];
  const html = pageDocument({
    locale,
    page: path,
    theme: themeOf(request),
    nonce,
    brand,
    assets: pageAssets(console.manifest, locale, [], 'web/console.tsx'),
    styles: console.styles,
    messageHashes,
    hostTexts: hostTexts[locale],
    head: seoHead({ locale, brand, texts: {}, title, page: path, origin, isIndexed: false, nonce }),
    appHtml: '',
    snapshotJson: escapeJson(JSON.stringify(start)),
  });
  reply.headers(pageHeaders({ nonce, origin, framedBy: [], isPrivate: true }));
  return await sendHtml(request, reply, html, ', Cookie');
}
