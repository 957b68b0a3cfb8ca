import { data, redirect, redirectDocument, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
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

/** What the router needs of a page when it is first gone to. */
export function lazyPage(stores: Stores, page: Page): () => Promise<Pick<RouteObject, 'Component' | 'loader'>> {
  return async () => {
    let screen: ScreenModule;
    try {
      screen = await page.import();
    } catch (error) {
      // After a deployment the code of older pages is gone: the navigation becomes a page load, once.
      if (!stores.updates.claimReload()) throw error;
      return { loader: ({ request }) => redirectDocument(pathOf(request)) };
    }
    return { Component: screen.Screen, loader: (request) => loadPage(stores, page, screen.load, request) };
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
