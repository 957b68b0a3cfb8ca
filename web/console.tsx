import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createConsoleRoutes } from '../console/consoleRoutes.tsx';
import { consoleGroup } from '../console/stores/consoleGroup.ts';
import { CONSOLE_BASE } from '../contract/paths/consolePath.ts';
import { localizePath, splitLocale, type LocaleCode } from '../contract/paths/locales.ts';
import { createApp } from '../renderer/createApp.tsx';
import type { LoadMessages, Messages } from '../renderer/i18n/messages.ts';
import '../renderer/styles/index.css';
import { followTranslator } from './browser/followTranslator.ts';
import { loadMessages } from './browser/loadMessages.ts';
import { createConsolePlatform } from './console/consolePlatform.ts';
import type { ConsoleStart } from './console/consoleStart.ts';
import { ROOT_ELEMENT_ID, SNAPSHOT_ELEMENT_ID } from './pages/renderPage.ts';

/** Starts the operators' console. No server renders it. Another language is another page load. */
export async function start(): Promise<void> {
  const root = document.getElementById(ROOT_ELEMENT_ID);
  const text = document.getElementById(SNAPSHOT_ELEMENT_ID)?.textContent;
  if (!root || !text) throw new Error('The page has no root element or data: it was not sent by this host');
  followTranslator();
  const { buildId, texts } = JSON.parse(text) as ConsoleStart;
  const { locale } = splitLocale(location.pathname);
  const loadAll = withOwnTexts(texts);
  const { theme } = document.documentElement.dataset;
  const { stores, Providers } = createApp({
    platform: createConsolePlatform({ buildId }),
    clock: { now: () => Date.now() },
    locale,
    messages: await loadAll(locale, ['account']),
    loadMessages: loadAll,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    buildId,
    snapshot: null,
  });
  const router = createBrowserRouter(createConsoleRoutes(), { basename: localizePath(locale, CONSOLE_BASE) });
  createRoot(root).render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  stores.start();
  consoleGroup(stores).watch.start();
}

/** Returns the loader of texts that adds the console's own to those of customers' pages. */
function withOwnTexts(paths: Readonly<Record<LocaleCode, string>>): LoadMessages {
  return async (locale, parts) => {
    const own = fetch(paths[locale]).then(async (answer) => {
      if (!answer.ok) throw new Error(`Status ${answer.status}`);
      return (await answer.json()) as Messages;
    });
    const [shared, added] = await Promise.all([loadMessages(locale, parts), own]);
    return { ...shared, ...added };
  };
}
