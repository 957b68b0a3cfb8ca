import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageAt } from '../../contract/pages.ts';
import { inMessenger } from '../../contract/paths/messengerPath.ts';
import type { Target } from '../../contract/paths/cleanUrl.ts';
import { splitLocale } from '../../contract/paths/locales.ts';
import { isOwnPath } from '../../contract/paths/ownPath.ts';
import { escapeJson } from '../http/html.server.ts';
import { createNonce, pageHeaders } from '../http/securityHeaders.server.ts';
import type { MessengerStart } from '../messenger/messengerStart.ts';
import { seoHead } from '../seo/seoHead.server.ts';
import { pageAssets } from './pageAssets.server.ts';
import { pageDocument } from './pageDocument.server.ts';
import { LOADING_HTML, LOADING_STYLES, themeScript } from './messengerLoading.server.ts';
import { isPrivatePath } from './pagePattern.server.ts';
import { pageRedirect } from './pageRedirect.server.ts';
import type { PagesOptions } from './pagesOptions.server.ts';
import { sendHtml } from './sendHtml.server.ts';

/**
 * Sends a page of the mini-app, which nobody finds by searching. `target` is its address on the site. It has no cookies, neither sent
 * nor read, and only a placeholder as content: what it shows depends on the messenger and on a session that only the page has.
 */
export async function sendMessengerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  target: Target,
  options: PagesOptions,
): Promise<FastifyReply> {
  const { brand, messenger, messageHashes, hostTexts, originOf, build, signingKeys = [] } = options;
  const redirect = await pageRedirect(target, null, options);
  if (redirect) {
    const location = isOwnPath(redirect.location) ? inMessenger(redirect.location) : redirect.location;
    return reply.redirect(location, redirect.status);
  }
  const { locale, path } = splitLocale(target.path);
  const origin = originOf(request);
  const nonce = createNonce();
  const isPrivate = isPrivatePath(target.path);
  const start: MessengerStart = { buildId: build.id, origins: options.messengerOrigins, signingKeys };
  const html = pageDocument({
    locale,
    page: path,
    theme: null,
    nonce,
    brand,
    assets: pageAssets(messenger.manifest, locale, [], 'web/messenger.tsx'),
    styles: messenger.styles + LOADING_STYLES,
    messageHashes,
    hostTexts: hostTexts[locale],
    head: seoHead({ locale, brand, texts: {}, title: null, page: path, origin, isIndexed: false, nonce }) + themeScript(nonce),
    appHtml: LOADING_HTML,
    snapshotJson: escapeJson(JSON.stringify(start)),
  });
  reply
    .status(pageAt(path) === undefined ? 404 : 200)
    .headers(pageHeaders({ nonce, origin, framedBy: options.messengerOrigins, isPrivate }))
    .header('x-robots-tag', 'noindex, nofollow');
  return await sendHtml(request, reply, html);
}
