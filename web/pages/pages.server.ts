import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { isOwnPath } from '../../contract/paths/ownPath.ts';
import { createRequestLimit } from '../../contract/requestLimit.ts';
import { withTimeout } from '../../contract/withTimeout.ts';
import { splitLocale } from '../../contract/paths/locales.ts';
import { isConsolePath } from '../../contract/paths/consolePath.ts';
import { messengerPath } from '../../contract/paths/messengerPath.ts';
import { refusesTracking } from '../../contract/limits.ts';
import { isBot } from '../http/bots.server.ts';
import { cleanUrl, type Target } from '../../contract/paths/cleanUrl.ts';
import { isAbsolute } from './fileRedirects.server.ts';
import { sendConsolePage } from './consolePage.server.ts';
import { createFinishedPages } from './finishedPages.server.ts';
import { sendMessengerPage } from './messengerPage.server.ts';
import { pageAssets } from './pageAssets.server.ts';
import { pageDocument } from './pageDocument.server.ts';
import { pageRedirect } from './pageRedirect.server.ts';
import { isPrivatePath } from './pagePattern.server.ts';
import type { PagesOptions } from './pagesOptions.server.ts';
import type { RenderInput, RenderOutput } from './renderPage.ts';
import { sessionCookieOf } from '../http/sessionCookie.server.ts';
import { createNonce, pageHeaders, privateHeaders } from '../http/securityHeaders.server.ts';
import { seoHead } from '../seo/seoHead.server.ts';
import { seoTexts } from '../seo/seoTexts.server.ts';
import { sendHtml } from './sendHtml.server.ts';
import { themeOf } from './themeOf.server.ts';
import { visitCookies } from './visitCookies.server.ts';

/** Time limit of a page in ms. Longer means that the API host does not answer. */
const PAGE_TIMEOUT_MS = 10_000;
/** The path of a page's data ends with it. */
export const PAYLOAD = '/_payload.json';
/** Headers of a page that depends on its caller. */
const NEVER_STORED = { 'cache-control': 'private, no-store' };
/** No other site may show a page of the website in a frame. */
const NOBODY: readonly string[] = [];
/** A missing file: no page has an extension, so no 404 page is rendered for it. */
const FILE_NAME = /\.[a-z0-9]{2,5}$/i;

type Options = PagesOptions & { finish: ReturnType<typeof createFinishedPages> };

/** Serves every page, and its data as `{path}/_payload.json` (§7). */
export function registerPages(app: FastifyInstance, given: PagesOptions): void {
  const options = { ...given, finish: createFinishedPages() };
  const limit = createRequestLimit(options.pagesPerMinute);
  app.get('/*', { onRequest: (request, _reply, done) => done(limit.take(request.ip)) }, async (request, reply) => {
    const target = cleanUrl(request.url);
    const inMessenger = messengerPath(target.path);
    if (target.path.endsWith(PAYLOAD) && inMessenger === null) return sendPayload(request, reply, target, options);
    if (FILE_NAME.test(target.path) && !isPrivatePath(target.path)) return sendNotFound(reply, target.path);
    if (inMessenger !== null) return sendMessengerPage(request, reply, { ...target, path: inMessenger }, options);
    return sendPage(request, reply, target, options);
  });
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, target: Target, options: Options): Promise<FastifyReply> {
  if (isConsolePath(target.path)) {
    const caller = { clientAddress: request.ip, isHttps: isHttps(request, options), cookies: request.cookies };
    // Everybody else gets the page of an unknown path.
    if (await options.api.isOperator(caller)) return sendConsolePage(request, reply, target, options);
  }
  const visitor = {
    isBot: isBot(request.headers['user-agent']),
    acceptLanguage: request.headers['accept-language'],
    cookies: request.cookies,
  };
  const redirect = await pageRedirect(target, visitor, options);
  setCookies(
    request,
    reply,
    redirect && isOwnPath(redirect.location) ? cleanUrl(redirect.location).path : target.path,
    target.search,
    options,
  );
  if (redirect) {
    return asPage(reply, target.path).header('vary', 'Accept-Language, Cookie').redirect(redirect.location, redirect.status);
  }
  const page = await withPageTimeout(options.render.render(renderInput(request, target, options)));
  const session = sessionCookieOf(request.cookies);
  if (page.isSessionOver && session) void reply.clearCookie(session.name, { path: '/', secure: isHttps(request, options) });
  if (page.redirectTo !== null)
    return asPage(reply, target.path).header('vary', 'Cookie').redirect(ownLocation(page.redirectTo), page.status);
  if (visitor.isBot && page.status >= 400) return sendBareStatus(reply, page.status, target);
  const isPrivate = page.isPrivate || isPrivatePath(target.path);
  return sendDocument(request, reply, page, isPrivate, options);
}

/** Returns the result of `work`. Throws ERR_SERVICE_UNAVAILABLE when it takes longer than `PAGE_TIMEOUT_MS`. */
async function withPageTimeout<Page>(work: Promise<Page>): Promise<Page> {
  return await withTimeout(work, PAGE_TIMEOUT_MS, () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'The page took too long'));
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderOutput,
  isPrivate: boolean,
  options: Options,
): Promise<FastifyReply> {
  const { brand, manifest, styles, messageHashes, hostTexts, originOf, finish } = options;
  const origin = originOf(request);
  const theme = themeOf(request);
  const build = async (nonce: string): Promise<string> => {
    const whole = { ...page, isPrivate };
    const texts = await seoTexts(whole, options, request.log);
    return pageDocument({
      ...whole,
      theme,
      nonce,
      brand,
      assets: pageAssets(manifest, page.locale, page.modules),
      styles,
      messageHashes,
      hostTexts: hostTexts[page.locale],
      head: seoHead({ ...whole, brand, texts, origin, isIndexed: page.status === 200 && !isPrivate, nonce }),
    });
  };
  const nonce = createNonce();
  const html = await finish(page, { origin, theme }, nonce, build);
  reply.status(page.status).headers({
    ...pageHeaders({ nonce, origin, framedBy: NOBODY, isPrivate }),
    ...(page.isCallersOwn && NEVER_STORED),
  });
  return await sendHtml(request, reply, html, ', Cookie');
}

/** `redirect` is an absolute URL when the browser must navigate itself. */
async function sendPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  target: Target,
  options: Options,
): Promise<FastifyReply> {
  const path = target.path.slice(0, -PAYLOAD.length) || '/';
  // The query of a payload is the build's hash followed by the page's query.
  const page = { path, search: target.search.replace(/^\?[0-9a-f]{1,64}(?:&|$)/, '?').replace(/^\?$/, '') };
  asPage(reply, path).header('vary', 'X-Payload').type('application/json; charset=utf-8');
  const redirect = await pageRedirect(page, null, options);
  if (redirect) return reply.send({ status: redirect.status, redirect: redirect.location, snapshot: null });
  // Our page only asks for a redirect and loads its data itself, so nothing is rendered.
  if (request.headers['x-payload'] === 'redirect') return reply.send({ status: 200, redirect: null, snapshot: null });
  const { status, redirectTo, snapshotJson, isPrivate, isCallersOwn } = await withPageTimeout(
    options.render.payload(renderInput(request, page, options)),
  );
  if (isCallersOwn) reply.headers(NEVER_STORED);
  if (isPrivate) reply.headers(privateHeaders);
  const location = redirectTo === null ? null : ownLocation(redirectTo);
  return reply.send(`{"status":${status},"redirect":${JSON.stringify(location)},"snapshot":${snapshotJson}}`);
}

function renderInput(request: FastifyRequest, { path, search }: Target, options: Options): RenderInput {
  const { apiUrl, build, signingKeys = [], now } = options;
  const cookies = Object.fromEntries(
    Object.entries(request.cookies).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return {
    url: path + search,
    theme: themeOf(request),
    cookies,
    apiUrl,
    clientAddress: request.ip,
    isHttps: isHttps(request, options),
    now: now(),
    buildId: build.id,
    signingKeys,
  };
}

const isHttps = (request: FastifyRequest, { originOf }: Options): boolean => originOf(request).startsWith('https:');

function setCookies(request: FastifyRequest, reply: FastifyReply, path: string, search: string, options: Options): void {
  const { locale } = splitLocale(path);
  const visit = {
    search,
    cookies: request.cookies,
    locale,
    isBot: isBot(request.headers['user-agent']),
    isTrackingRefused: refusesTracking(request.headers),
    now: options.now(),
  };
  for (const { name, value, maxAgeSeconds } of visitCookies(visit)) {
    void reply.setCookie(name, value, {
      path: '/',
      maxAge: maxAgeSeconds,
      sameSite: 'lax',
      secure: isHttps(request, options),
    });
  }
}

/** A public page may be cached and revalidated by its customer; a private page must not be stored (D39). */
const asPage = (reply: FastifyReply, path: string): FastifyReply =>
  isPrivatePath(path) ? reply.headers(privateHeaders) : reply.header('cache-control', 'private, no-cache');

/** A page may redirect only to pages of this site. Throws otherwise. */
function ownLocation(location: string): string {
  if (isAbsolute(location) || !isOwnPath(location)) throw new Error('A page redirected to another site');
  return location;
}

/** Bots get no error page (§2). */
const sendBareStatus = (reply: FastifyReply, status: number, { path, search }: Target): FastifyReply =>
  status === 404 ? sendNotFound(reply, path + search) : sendText(reply, status, `Status ${status}`);

const sendNotFound = (reply: FastifyReply, fullPath: string): FastifyReply => sendText(reply, 404, `Page Not Found: ${fullPath}`);

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
