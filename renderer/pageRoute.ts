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
import type { Stores } from './stores/createStores.ts';

/** What a screen's module gives: its component and, where it needs data first, what fetches them into the stores. */
export interface ScreenModule {
  Screen: () => React.ReactNode;
  load?: (stores: Stores, request: LoaderFunctionArgs) => Promise<Response | null>;
}

/** Route handles say what the shells need to know of a page without rendering it. */
export interface RouteHandle {
  /** Source module of the screen, to be preloaded (a key of the build's manifest). */
  module: string;
  /** D39: never stored, indexed or named to other sites. */
  isPrivate?: boolean;
}

export interface Page {
  path: string;
  module: string;
  isPrivate?: boolean;
  import: () => Promise<ScreenModule>;
}

const storesContext = createContext<Stores>();

/** Where loaders find the stores of their app: one table of routes serves all the pages that a server renders. */
export function contextOf(stores: Stores): RouterContextProvider {
  return new RouterContextProvider(new Map([[storesContext, stores]]));
}

export function storesOf({ context }: LoaderFunctionArgs<Readonly<RouterContextProvider>>): Stores {
  return context.get(storesContext);
}

/** What the router needs of a page when it is first gone to. `claimReload`: whether a page that lacks its code may be loaded anew. */
export function lazyPage(claimReload: () => boolean, page: Page): () => Promise<Pick<RouteObject, 'Component' | 'loader'>> {
  return async () => {
    let screen: ScreenModule;
    try {
      screen = await page.import();
    } catch (error) {
      // After a deployment the code of older pages is gone: the navigation becomes a page load, once.
      if (!claimReload()) throw error;
      return { loader: ({ request }) => redirectDocument(pathOf(request)) };
    }
    return { Component: screen.Screen, loader: (request) => loadPage(storesOf(request), page, screen.load, request) };
  };
}

/** The screen's data and, at the same time, the host's word on whether the address leads elsewhere (§2). */
async function loadPage(
  stores: Stores,
  page: Page,
  load: ScreenModule['load'],
  args: LoaderFunctionArgs,
): Promise<Response | null> {
  const loading = load?.(stores, args) ?? Promise.resolve(null);
  // A redirect goes before a failure to load what is not there any more.
  loading.catch(() => undefined);
  const target = page.isPrivate ? null : await stores.redirects.find(new URL(args.request.url).pathname);
  if (target !== null) return redirect(target);
  try {
    return await loading;
  } catch (error) {
    if (error instanceof ApiError) throw data({ code: error.code, requestId: error.requestId }, { status: error.status });
    throw error;
  }
}

function pathOf(request: Request): string {
  const { pathname, search, hash } = new URL(request.url);
  return pathname + search + hash;
}
