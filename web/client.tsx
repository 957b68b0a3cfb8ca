import { startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom';
import { createApp } from '../renderer/createApp.tsx';
import { splitLocale, type LocaleCode } from '../contract/paths/locales.ts';
import { createRoutes } from '../renderer/routes.tsx';
import { siteShell } from '../renderer/screens/shell/siteShell.ts';
import type { PageFailure, Snapshot } from '../renderer/stores/snapshot.ts';
import '../renderer/styles/index.css';
import { createBrowserPlatform } from './browser/browserPlatform.ts';
import { followTranslator } from './browser/followTranslator.ts';
import { findEarlyInput } from './browser/earlyInput.ts';
import { hydrationClock } from './browser/hydrationClock.ts';
import { loadMessages } from './browser/loadMessages.ts';
import { ROOT_ELEMENT_ID, SNAPSHOT_ELEMENT_ID } from './pages/renderPage.ts';

/**
 * Hydrates the server-rendered page with the same data and clock. `takePressed` returns the button that the customer pressed last before
 * the page's scripts, if it opens something.
 */
export async function start(takePressed: () => HTMLElement | null): Promise<void> {
  const root = document.getElementById(ROOT_ELEMENT_ID);
  const snapshot = readSnapshot();
  if (!root || !snapshot) throw new Error('The page has no root element or snapshot: it was not rendered by this host');
  followTranslator();
  const messages = await loadMessages(snapshot.locale);
  const { clock, settle } = hydrationClock(snapshot.renderedAt);
  const { getContext, stores, Providers } = createApp({
    platform: createBrowserPlatform({ buildId: snapshot.buildId }),
    clock,
    locale: snapshot.locale,
    messages,
    loadMessages,
    theme: snapshot.theme,
    buildId: snapshot.buildId,
    signingKeys: snapshot.signingKeys,
    snapshot,
  });
  const routes = createRoutes({ claimReload: stores.updates.claimReload, hydrated: stores, ...siteShell });
  const loaderData = await resolveLazyRoutes(routes);
  if (!loaderData) return location.reload();
  const hydrationData = snapshot.failure ? hydratedFailure(snapshot.failure, snapshot.locale) : { loaderData };
  const router = createBrowserRouter(routes, { getContext, hydrationData });
  let enterAgain = (): void => undefined;
  const findInput = (): void => {
    enterAgain = findEarlyInput(root);
  };
  /** A store that changes while React hydrates makes the page differ from the server's, and React discards the server's markup. */
  const takeOver = (): void => {
    settle();
    stores.start();
    const pressed = takePressed();
    enterAgain();
    pressed?.click();
    // The server rendered a skeleton, because only the browser renews an expired session (D64).
    if (stores.session.isUnsettled) void stores.session.refetch().then(() => router.revalidate());
  };
  // In a transition, React yields to painting and input.
  startTransition(() => {
    hydrateRoot(
      root,
      <Providers>
        <RouterProvider router={router} />
        <TakenOver onCommit={findInput} onDone={takeOver} />
      </Providers>,
    );
  });
}

/** Calls back in the commit that hydrates the page, and when hydration has finished: effects run after the first render. */
function TakenOver({ onCommit, onDone }: { onCommit: () => void; onDone: () => void }) {
  useLayoutEffect(onCommit, [onCommit]);
  useEffect(onDone, [onDone]);
  return null;
}

function readSnapshot(): Snapshot | null {
  const text = document.getElementById(SNAPSHOT_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as Snapshot) : null;
}

/**
 * Loads the code of the first screen. Its data is in the snapshot, so its loader does not run. Returns null when the code
 * failed to load and the page should be reloaded.
 */
async function resolveLazyRoutes(routes: RouteObject[]): Promise<Record<string, null> | null> {
  const matches = matchRoutes(routes, location.pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  if (matches.some(({ route }) => !route.element && !route.Component)) return null;
  const { locale } = splitLocale(location.pathname);
  return Object.fromEntries(matches.map(({ route }) => [route.id ?? locale, null]));
}

/** Returns the error that the server rendered, as a router error. */
function hydratedFailure({ routeId, status, data }: PageFailure, locale: LocaleCode) {
  const loaderData = routeId === locale ? {} : { [locale]: null };
  return { loaderData, errors: { [routeId]: { status, data, statusText: '', internal: false } } };
}
