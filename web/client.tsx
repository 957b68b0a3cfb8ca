import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom';
import { createApp } from '../renderer/createApp.tsx';
import { splitLocale, type LocaleCode } from '../renderer/i18n/locales.ts';
import type { Messages } from '../renderer/i18n/messages.ts';
import { createRoutes } from '../renderer/routes.tsx';
import type { PageFailure, Snapshot } from '../renderer/stores/createStores.ts';
import '../renderer/styles/index.css';
import { createBrowserPlatform } from './browser/browserPlatform.ts';
import { hydrationClock } from './browser/hydrationClock.ts';
import { ROOT_ELEMENT_ID, SNAPSHOT_ELEMENT_ID } from './pages/renderPage.ts';

// Not awaited: screens import this file for what they share, and would wait for it as it waits for them.
start().catch(reportError);

/** Takes over the page that the server rendered: same data, same clock, so that nothing changes but that it lives. */
async function start(): Promise<void> {
  const root = document.getElementById(ROOT_ELEMENT_ID);
  const snapshot = readSnapshot();
  if (!root || !snapshot) throw new Error('This page was not rendered by our host');
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
  const routes = createRoutes(stores.updates.claimReload);
  const loaderData = await resolveLazyRoutes(routes);
  if (!loaderData) return location.reload();
  const hydrationData = snapshot.failure ? hydratedFailure(snapshot.failure, snapshot.locale) : { loaderData };
  const router = createBrowserRouter(routes, { getContext, hydrationData });
  // As a transition it is done in slices between which the browser can paint and listen.
  startTransition(() => {
    hydrateRoot(
      root,
      <Providers>
        <RouterProvider router={router} />
        <TakenOver onDone={settle} />
      </Providers>,
    );
  });
  stores.start();
}

/** Says when the page has been taken over: effects run after the first render, however long that took. */
function TakenOver({ onDone }: { onDone: () => void }) {
  useEffect(onDone, [onDone]);
  return null;
}

function readSnapshot(): Snapshot | null {
  const text = document.getElementById(SNAPSHOT_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as Snapshot) : null;
}

/** The address of the texts is in the document, hashed, so that browsers keep them. */
async function loadMessages(locale: LocaleCode): Promise<Messages> {
  const hash = document.documentElement.dataset[`messages${locale === 'en' ? 'En' : 'Ru'}`] ?? 'latest';
  const answer = await fetch(`/_i18n/${hash}/${locale}/messages.json`);
  if (!answer.ok) throw new Error(`Status ${answer.status}`);
  return (await answer.json()) as Messages;
}

/**
 * The first render must find its screen loaded; its data came with the page, so its loader is spared. Null when the code of
 * the screen did not come and the page may be loaded anew.
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

/** The failure that the server showed, in the form that the router keeps one in. */
function hydratedFailure({ routeId, status, data }: PageFailure, locale: LocaleCode) {
  const loaderData = routeId === locale ? {} : { [locale]: null };
  return { loaderData, errors: { [routeId]: { status, data, statusText: '', internal: false } } };
}
