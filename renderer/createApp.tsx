import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { createIntl, RawIntlProvider, type IntlCache } from 'react-intl';
import type { RouteObject } from 'react-router-dom';
import { LOCALES } from './i18n/locales.ts';
import { createRoutes } from './routes.tsx';
import { createStores, type StoreDependencies, type Stores } from './stores/createStores.ts';
import { StoresContext } from './StoresContext.tsx';

export interface App {
  stores: Stores;
  routes: RouteObject[];
  /** Wraps the router of the shell (browser, memory, static) in what every screen needs. */
  Providers: (props: { children: ReactNode }) => ReactNode;
}

export interface AppDependencies extends StoreDependencies {
  /** Formatters that were made before: for a process that renders many pages, as each costs more than a page's elements. */
  intlCache?: IntlCache;
}

/** A text that is missing is a fault of the build, and tests compare the languages; a customer reads the id and goes on. */
const keepShowing = () => undefined;

/** The composition root of the renderer: the same for browser, desktop and server rendering. */
export function createApp({ intlCache, ...dependencies }: AppDependencies): App {
  const stores = createStores(dependencies);
  const Providers = observer(({ children }: { children: ReactNode }) => {
    const { code, messages } = stores.locale;
    const intl = useMemo(
      () => createIntl({ locale: LOCALES[code].language, messages, onError: keepShowing }, intlCache),
      [code, messages],
    );
    return (
      <StoresContext value={stores}>
        <RawIntlProvider value={intl}>{children}</RawIntlProvider>
      </StoresContext>
    );
  });
  return { stores, routes: createRoutes(stores), Providers };
}
