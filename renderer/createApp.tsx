import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import type { RouterContextProvider } from 'react-router-dom';
import { intlOf } from './i18n/intlOf.ts';
import { contextOf } from './pageRoute.ts';
import type { StoreDependencies } from './stores/createAppStores.ts';
import { createAppStores, type AppStores } from './stores/createAppStores.ts';
import { StoresContext } from './StoresContext.tsx';

export interface App {
  stores: AppStores;
  /** Context for the loaders of `createRoutes`. */
  getContext: () => RouterContextProvider;
  /** Wraps the shell's router (browser, memory, static) in the providers of every screen. */
  Providers: (props: { children: ReactNode }) => ReactNode;
}

/** The composition root of the renderer: the same for browser, desktop and server rendering. */
export function createApp(dependencies: StoreDependencies): App {
  const stores = createAppStores(dependencies);
  const Providers = observer(({ children }: { children: ReactNode }) => {
    const { code, messages } = stores.locale;
    return (
      <StoresContext value={stores}>
        <RawIntlProvider value={intlOf(code, messages)}>{children}</RawIntlProvider>
      </StoresContext>
    );
  });
  return { stores, getContext: () => contextOf(stores), Providers };
}
