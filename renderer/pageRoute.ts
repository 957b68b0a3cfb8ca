import {
  createContext,
  data,
  redirect,
  redirectDocument,
  RouterContextProvider,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router-dom';
import { ApiError } from '../contract/errors.ts';
import { isAccountPath, textsAt, type Page as PageEntry } from '../contract/pages.ts';
import { splitLocale } from '../contract/paths/locales.ts';
import { guardAccount } from './guardAccount.ts';
import { notFound } from './screens/notFound.ts';
import type { AppStores } from './stores/createAppStores.ts';

/** Exports of a screen's module: its component and an optional loader that fills the stores. */
export interface ScreenModule {
  Screen: () => React.ReactNode;
  /**
   * On an account page (`/profile/…`) it runs for a signed-in customer only. The server skips it when the access token has
   * expired (D64): the page then shows its loading state, and the browser runs it.
   */
  load?: (stores: AppStores, request: LoaderFunctionArgs) => Promise<Response | null>;
  /** Loads the code that the first view of a server-rendered page needs besides the screen. Its data is in the stores. */
  prepare?: (stores: AppStores) => Promise<void>;
}

/** Facts about a page that shells need without rendering it. */
export interface RouteHandle {
  /** Source module of the screen (a key of the build's manifest), whose files a server names in the page. False in a browser. */
  module: string | false;
  /** D39: never cached, indexed or sent to other sites as referrer. */
  isPrivate?: boolean;
}

/** The code of a page */
export interface ScreenSource {
  module: RouteHandle['module'];
  import: () => Promise<ScreenModule>;
}

export interface Page extends Pick<PageEntry, 'path' | 'isPrivate'>, ScreenSource {}

/** Describes a screen. `module` is its path below `renderer/screens`. Only a server needs it, so it is false in browser builds. */
export const screen = (module: string | false, load: ScreenSource['import']): ScreenSource => ({
  module: module && `renderer/screens/${module}`,
  import: load,
});

const storesContext = createContext<AppStores>();

/** Context key of an app's stores. One route table serves all pages that a server renders. */
export function contextOf(stores: AppStores): RouterContextProvider {
  return new RouterContextProvider(new Map([[storesContext, stores]]));
}

export function storesOf({ context }: LoaderFunctionArgs<Readonly<RouterContextProvider>>): AppStores {
  return context.get(storesContext);
}

/**
 * Returns the lazy part of a route. `claimReload` returns whether a page with missing code may reload. `hydrated` are the stores
 * of a server-rendered page.
 */
export function lazyPage(
  claimReload: () => boolean,
  page: Page,
  hydrated: AppStores | null = null,
): () => Promise<Pick<RouteObject, 'Component' | 'loader'>> {
  return async () => {
    let screen: ScreenModule;
    try {
      screen = await page.import();
      if (hydrated) {
        for (const part of textsAt(page.path)) await hydrated.locale.use(hydrated.locale.code, part);
        await screen.prepare?.(hydrated);
      }
    } catch (error) {
      // A deployment removes the code of older builds: the navigation becomes a page load, once.
      if (!claimReload()) throw error;
      return { loader: ({ request }) => redirectDocument(pathOf(request)) };
    }
    return { Component: screen.Screen, loader: (request) => loadPage(storesOf(request), page, screen, request) };
  };
}

/** Loads the screen's data and, concurrently, the host's redirect for the path (§2). */
async function loadPage(
  stores: AppStores,
  page: Page,
  { load }: ScreenModule,
  args: LoaderFunctionArgs,
): Promise<Response | null> {
  const { locale } = splitLocale(new URL(args.request.url).pathname);
  for (const part of textsAt(page.path)) await stores.locale.use(locale, part);
  if (isAccountPath(page.path)) {
    const guarded = await guardAccount(stores, args.request).catch((error: unknown) => toRouterError(error, args.request));
    if (guarded !== 'signedIn') return guarded;
  }
  const loading = load?.(stores, args) ?? Promise.resolve(null);
  // A redirect has precedence over a failed load.
  loading.catch(() => undefined);
  // A list of redirects names no order, so the id of one is sent nowhere.
  const hasSecret = page.isPrivate && page.path.includes(':');
  const target = hasSecret ? null : await stores.redirects.find(new URL(args.request.url).pathname);
  if (target !== null) return redirect(target);
  return await loading.catch((error: unknown) => toRouterError(error, args.request));
}

/**
 * Throws an ApiError as the router's error, with its status and without its message; what the host does not know as the fatal error of an
 * unknown path (§2). Throws other errors unchanged.
 */
function toRouterError(error: unknown, request: Request): never {
  if (error instanceof ApiError && error.code === 'ERR_NOT_FOUND') throw notFound(request);
  if (error instanceof ApiError) throw data({ code: error.code, requestId: error.requestId }, { status: error.status });
  throw error;
}

function pathOf(request: Request): string {
  const { pathname, search, hash } = new URL(request.url);
  return pathname + search + hash;
}
