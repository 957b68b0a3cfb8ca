import { transaction } from 'mobx';
import { enableStaticRendering } from 'mobx-react-lite';
import { renderToString } from 'react-dom/server';
import { createIntlCache, type IntlCache } from 'react-intl';
import { createStaticHandler, createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router-dom';
import { createApp } from '../renderer/createApp.tsx';
import { splitLocale, type LocaleCode } from '../renderer/i18n/locales.ts';
import type { Messages } from '../renderer/i18n/messages.ts';
import { describeError } from '../renderer/screens/error/describeError.ts';
import type { RouteHandle } from '../renderer/pageRoute.ts';
import { takeSnapshot, type PageFailure } from '../renderer/stores/createStores.ts';
import type { RenderBundle, RenderInput, RenderOutput } from './renderPage.ts';
import { createServerPlatform } from './serverPlatform.server.ts';
import { createSharedAnswers } from './sharedAnswers.server.ts';

enableStaticRendering(true);

/** The origin is never shown: the router needs a whole address to parse. */
const ORIGIN = 'http://render.invalid';

/** What renders have in common. */
interface Shared {
  messages: Record<LocaleCode, Messages>;
  /** Holds formatters by their patterns: nothing of any customer. */
  intlCache: IntlCache;
  share: ReturnType<typeof createSharedAnswers>;
}

/** Makes the render half of the web host. `messages` are the compiled texts of each locale. */
export function createRenderBundle(messages: Record<LocaleCode, Messages>): RenderBundle {
  const shared: Shared = { messages, intlCache: createIntlCache(), share: createSharedAnswers() };
  return {
    render: async (input) => {
      const page = await prepare(input, shared);
      if (page.redirectTo !== null) return { ...page.common, redirectTo: page.redirectTo, appHtml: '', snapshotJson: '{}' };
      const { app, handler, context } = page;
      const router = createStaticRouter(handler.dataRoutes, context);
      // Inside of a transaction computed values are remembered; outside, nobody observes them here, and each look computes.
      const appHtml = transaction(() =>
        renderToString(
          <app.Providers>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </app.Providers>,
        ),
      );
      return { ...page.common, appHtml, snapshotJson: page.snapshotJson() };
    },
    payload: async (input) => {
      const page = await prepare(input, shared);
      const { status, redirectTo, isPrivate } = page.common;
      return { status, redirectTo, isPrivate, snapshotJson: page.redirectTo === null ? page.snapshotJson() : '{}' };
    },
  };
}

async function prepare(input: RenderInput, { messages, intlCache, share }: Shared) {
  const { pathname } = new URL(input.url, ORIGIN);
  const { locale, path } = splitLocale(pathname);
  let isCallersOwn = false;
  const app = createApp({
    platform: createServerPlatform({ ...input, share, onOwnRefusal: () => (isCallersOwn = true) }),
    clock: { now: () => input.now },
    locale,
    messages: messages[locale],
    intlCache,
    loadMessages: (code) => Promise.resolve(messages[code]),
    theme: input.theme,
    buildId: input.buildId,
    signingKeys: input.signingKeys,
    snapshot: null,
  });
  const handler = createStaticHandler(app.routes);
  const result = await handler.query(new Request(new URL(input.url, ORIGIN)));
  const base = { locale, page: path, redirectTo: null, title: null, isCallersOwn } as const;
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
    modules: handles.map(({ module }) => module),
    isPrivate: handles.some(({ isPrivate }) => isPrivate),
    title: app.stores.page.title,
  };
  const snapshotJson = () => escapeForScript(JSON.stringify({ ...takeSnapshot(app.stores), failure: failureOf(result) }));
  return { redirectTo: null, common, app, handler, context: result, snapshotJson };
}

/** What the browser's first render needs to show the same failure. */
function failureOf({ errors, statusCode }: StaticHandlerContext): PageFailure | null {
  const [entry] = Object.entries(errors ?? {});
  if (!entry) return null;
  const [routeId, error] = entry;
  const { detail, requestId } = describeError(error);
  return { routeId, status: statusCode, data: detail ?? { requestId } };
}

/** JSON inside of a script element: nothing in it may close the element or open a comment. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
