import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { SendRequest } from '../contract/client/httpTransport.ts';
import { createApp, type App } from '../renderer/createApp.tsx';
import { splitLocale, type LocaleCode } from '../contract/paths/locales.ts';
import type { Messages } from '../renderer/i18n/messages.ts';
import { createRoutes } from '../renderer/routes.tsx';
import { CUSTOMER_MENU } from '../renderer/screens/shell/shellParts.ts';
import { siteShell } from '../renderer/screens/shell/siteShell.ts';
import { describeError } from '../renderer/screens/error/describeError.ts';
import type { RouteHandle } from '../renderer/pageRoute.ts';
import { takeSnapshot } from '../renderer/stores/createAppStores.ts';
import type { HostAnnouncement } from '../renderer/stores/HealthStore.ts';
import type { PageFailure } from '../renderer/stores/snapshot.ts';
import { createHostRequests } from './http/hostRequests.server.ts';
import { sessionCookieOf } from './http/sessionCookie.server.ts';
import { rememberGetters } from './pages/plainStores.server.ts';
import type { RenderBundle, RenderInput, RenderOutput } from './pages/renderPage.ts';
import { createServerPlatform } from './pages/serverPlatform.server.ts';
import { createSharedAnswers } from './pages/sharedAnswers.server.ts';

/** A placeholder: the router needs an absolute URL. */
const ORIGIN = 'http://render.invalid';

/** Only a browser can reload a page. */
const neverReload = () => false;

/** State that renders share. */
interface Shared {
  messages: Record<LocaleCode, Messages>;
  share: ReturnType<typeof createSharedAnswers>;
  handler: StaticHandler;
  sendTo: (apiUrl: string) => SendRequest;
  /** API host → its last announcement. A page without it would move when the strip of the sandbox comes later. */
  knownHosts: Map<string, HostAnnouncement>;
}

/** Creates the renderer of the web host. `messages` are the compiled texts of each locale. */
export function createRenderBundle(messages: Record<LocaleCode, Messages>): RenderBundle {
  const shared = createShared(messages);
  return {
    render: async (input) => {
      const page = await prepare(input, shared);
      if (page.redirectTo !== null) return { ...page.common, redirectTo: page.redirectTo, appHtml: '', snapshotJson: '{}' };
      return { ...page.common, appHtml: renderHtml(page, shared), snapshotJson: page.snapshotJson() };
    },
    payload: async (input) => {
      const page = await prepare(input, shared);
      const { status, redirectTo, isPrivate, isCallersOwn } = page.common;
      return { status, redirectTo, isPrivate, isCallersOwn, snapshotJson: page.redirectTo === null ? page.snapshotJson() : '{}' };
    },
  };
}

/**
 * Prepares a page with all answers and returns a function that only renders its component tree: the baseline of
 * `npm run bench`. Throws if the page redirects.
 */
export async function createBareRender(messages: Record<LocaleCode, Messages>, input: RenderInput): Promise<() => string> {
  const shared = createShared(messages);
  const page = await prepare(input, shared);
  if (page.redirectTo !== null) throw new Error(`${input.url} redirects to ${page.redirectTo}`);
  return () => renderHtml(page, shared);
}

function createShared(messages: Record<LocaleCode, Messages>): Shared {
  return {
    messages,
    share: createSharedAnswers(),
    handler: createStaticHandler(createRoutes({ claimReload: neverReload, ...siteShell })),
    sendTo: createSenders(),
    knownHosts: new Map(),
  };
}

function renderHtml({ app, context }: { app: App; context: StaticHandlerContext }, { handler }: Shared): string {
  const { dataRoutes, _internalRouteBranches: branches } = handler;
  const router = createStaticRouter(dataRoutes, context, { branches });
  return rememberGetters(() =>
    renderToString(
      <app.Providers>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </app.Providers>,
    ),
  );
}

/** Returns the request function of an API host. */
function createSenders(): Shared['sendTo'] {
  const known = new Map<string, SendRequest>();
  return (apiUrl) => {
    const send = known.get(apiUrl) ?? createHostRequests(apiUrl);
    known.set(apiUrl, send);
    return send;
  };
}

async function prepare(input: RenderInput, { messages, share, handler, sendTo, knownHosts }: Shared) {
  await CUSTOMER_MENU.load();
  const { pathname } = new URL(input.url, ORIGIN);
  const { locale, path } = splitLocale(pathname);
  let isCallersOwn = sessionCookieOf(input.cookies) !== null;
  const app = createApp({
    platform: createServerPlatform({ ...input, send: sendTo(input.apiUrl), share, onOwnRefusal: () => (isCallersOwn = true) }),
    clock: { now: () => input.now },
    locale,
    messages: messages[locale],
    loadMessages: (code) => Promise.resolve(messages[code]),
    theme: input.theme,
    buildId: input.buildId,
    signingKeys: input.signingKeys,
    snapshot: null,
    knownHost: knownHosts.get(input.apiUrl) ?? null,
  });
  const result = await handler.query(new Request(new URL(input.url, ORIGIN)), { requestContext: app.getContext() });
  const { state, host } = app.stores.health;
  if (state !== 'unknown' && state !== 'unreachable') knownHosts.set(input.apiUrl, host);
  const isSessionOver = sessionCookieOf(input.cookies) !== null && !app.stores.session.exists;
  const base = { locale, page: path, redirectTo: null, title: null, isCallersOwn, isSessionOver } as const;
  if (result instanceof Response) {
    const location = result.headers.get('location');
    const redirectTo = location?.startsWith(ORIGIN) ? location.slice(ORIGIN.length) : location;
    const common = { ...base, status: result.status, redirectTo: redirectTo ?? '/', modules: [], isPrivate: false };
    return { redirectTo: common.redirectTo, common };
  }
  const handles = result.matches.flatMap(({ route }) => (route.handle ? [route.handle as RouteHandle] : []));
  const common: Omit<RenderOutput, 'appHtml' | 'snapshotJson'> = {
    ...base,
    status: result.statusCode,
    modules: [...handles.flatMap(({ module }) => module || []), ...app.stores.page.parts],
    isPrivate: handles.some(({ isPrivate }) => isPrivate),
    title: app.stores.page.title,
  };
  const snapshotJson = () => escapeForScript(JSON.stringify({ ...takeSnapshot(app.stores), failure: failureOf(result) }));
  return { redirectTo: null, common, app, context: result, snapshotJson };
}

/** Returns the error for the snapshot, so that the browser's first render shows the same. */
function failureOf({ errors, statusCode }: StaticHandlerContext): PageFailure | null {
  const [entry] = Object.entries(errors ?? {});
  if (!entry) return null;
  const [routeId, error] = entry;
  const { detail, requestId } = describeError(error);
  return { routeId, status: statusCode, data: detail ?? { requestId } };
}

/** Escapes JSON for a script element, so that it can't close the element or open a comment. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
