import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { LocaleCode } from './i18n/locales.ts';
import { lazyPage, storesOf, type Page, type RouteHandle } from './pageRoute.ts';
import { createPreloader } from './preloadPages.ts';
import type { Stores } from './stores/createStores.ts';
import { ErrorScreen } from './screens/error/ErrorScreen.tsx';

/** How long a page waits for the first health answer, in ms. */
const HEALTH_TIMEOUT_MS = 2_000;

/** The route table (§2) for browser, desktop and server rendering. Each page exists under / and under /ru. */
const PAGES: readonly Page[] = [
  { path: '/', module: 'renderer/screens/home/HomeScreen.tsx', import: () => import('./screens/home/HomeScreen.tsx') },
  {
    path: '/popular-exchanges',
    module: 'renderer/screens/popular/PopularScreen.tsx',
    import: () => import('./screens/popular/PopularScreen.tsx'),
  },
  {
    path: '/support',
    module: 'renderer/screens/support/SupportScreen.tsx',
    import: () => import('./screens/support/SupportScreen.tsx'),
  },
  {
    path: '/verify',
    module: 'renderer/screens/verify/VerifyScreen.tsx',
    import: () => import('./screens/verify/VerifyScreen.tsx'),
  },
  {
    path: '/fees',
    module: 'renderer/screens/fees/FeesScreen.tsx',
    import: () => import('./screens/fees/FeesScreen.tsx'),
  },
  {
    path: '/status',
    module: 'renderer/screens/status/StatusScreen.tsx',
    import: () => import('./screens/status/StatusScreen.tsx'),
  },
  {
    path: '/privacy',
    module: 'renderer/screens/privacy/PrivacyScreen.tsx',
    import: () => import('./screens/privacy/PrivacyScreen.tsx'),
  },
  {
    path: '/sandbox',
    module: 'renderer/screens/sandbox/SandboxScreen.tsx',
    import: () => import('./screens/sandbox/SandboxScreen.tsx'),
  },
  {
    path: '/order/pending',
    module: 'renderer/screens/order/pending/PendingOrderScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/order/pending/PendingOrderScreen.tsx'),
  },
  {
    path: '/order',
    module: 'renderer/screens/order/OpenOrderScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/order/OpenOrderScreen.tsx'),
  },
  {
    path: '/history',
    module: 'renderer/screens/history/HistoryScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/history/HistoryScreen.tsx'),
  },
  {
    path: '/order/:orderId',
    module: 'renderer/screens/order/OrderScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/order/OrderScreen.tsx'),
  },
  {
    path: '/unsubscribe',
    module: 'renderer/screens/unsubscribe/UnsubscribeScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/unsubscribe/UnsubscribeScreen.tsx'),
  },
  {
    path: '/profile/info',
    module: 'renderer/screens/account/info/InfoScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/info/InfoScreen.tsx'),
  },
  {
    path: '/confirm-email',
    module: 'renderer/screens/signIn/ConfirmEmailScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/signIn/ConfirmEmailScreen.tsx'),
  },
  {
    path: '/desktop-sign-in',
    module: 'renderer/screens/signIn/DesktopSignInScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/signIn/DesktopSignInScreen.tsx'),
  },
  {
    path: '/profile/keys',
    module: 'renderer/screens/account/keys/KeysScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/keys/KeysScreen.tsx'),
  },
  {
    path: '/lk',
    module: 'renderer/screens/account/AccountEntry.ts',
    isPrivate: true,
    import: () => import('./screens/account/AccountEntry.ts'),
  },
  {
    path: '/profile/history',
    module: 'renderer/screens/account/history/ProfileHistoryScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/history/ProfileHistoryScreen.tsx'),
  },
  {
    path: '/profile/affiliate-program',
    module: 'renderer/screens/account/affiliate/AffiliateScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/affiliate/AffiliateScreen.tsx'),
  },
  {
    path: '/profile/cashback',
    module: 'renderer/screens/account/cashback/CashbackScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/cashback/CashbackScreen.tsx'),
  },
  {
    path: '/profile/wallet',
    module: 'renderer/screens/account/wallet/WalletScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/wallet/WalletScreen.tsx'),
  },
  {
    path: '/profile/withdraw',
    module: 'renderer/screens/account/withdraw/WithdrawScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/account/withdraw/WithdrawScreen.tsx'),
  },
  {
    path: '/cancel-withdrawal',
    module: 'renderer/screens/cancelWithdrawal/CancelWithdrawalScreen.tsx',
    isPrivate: true,
    import: () => import('./screens/cancelWithdrawal/CancelWithdrawalScreen.tsx'),
  },
  // "/exchange-{pair}": the router has no partial segments, so the screen's loader rejects other paths as not found.
  {
    path: '/:exchangePair',
    module: 'renderer/screens/exchange/ExchangeScreen.tsx',
    import: () => import('./screens/exchange/ExchangeScreen.tsx'),
  },
];

const NOT_FOUND: Page = {
  path: '*',
  module: 'renderer/screens/notFound/NotFoundScreen.tsx',
  import: () => import('./screens/notFound/NotFoundScreen.tsx'),
};

export interface RouteOptions {
  /** See {@link lazyPage}. */
  claimReload: () => boolean;
  /** The stores of a server-rendered page. */
  hydrated?: Stores | null;
  /** The frame around every page. `preload` fetches the code of the page at a path. */
  Layout: ComponentType<{ preload: (href: string) => void }>;
  /** Screens that replace those of {@link PAGES}, by path. */
  screens?: Readonly<Record<string, Page['import']>>;
}

/** Creates the routes. Loaders get the stores from `contextOf`. */
export function createRoutes({ claimReload, hydrated = null, Layout, screens = {} }: RouteOptions): RouteObject[] {
  const pages = PAGES.map((page) => ({ ...page, import: screens[page.path] ?? page.import }));
  const preload = createPreloader(pages);
  return (['en', 'ru'] as const).map((locale) => ({
    id: locale,
    path: locale === 'en' ? '/' : '/ru',
    element: <Layout preload={preload} />,
    errorElement: <ErrorScreen />,
    loader: async (request) => {
      const stores = storesOf(request);
      // The page does not wait for a slow host. It shows the last known state.
      const health = stores.health.state === 'unknown' && stores.health.check(AbortSignal.timeout(HEALTH_TIMEOUT_MS));
      // Without an answer the page is shown as to a guest whose session may exist.
      const session = stores.session.settle().catch(() => undefined);
      await Promise.all([stores.locale.use(locale), health, session]);
      return null;
    },
    shouldRevalidate: () => false,
    children: [...pages, NOT_FOUND].map((page) => pageRoute({ claimReload, hydrated, locale, page })),
  }));
}

interface PageRoute {
  claimReload: () => boolean;
  hydrated: Stores | null;
  locale: LocaleCode;
  page: Page;
}

function pageRoute({ claimReload, hydrated, locale, page }: PageRoute): RouteObject {
  const handle: RouteHandle = { module: page.module, ...(page.isPrivate && { isPrivate: true }) };
  return {
    id: `${locale}:${page.path}`,
    ...(page.path === '/' ? { index: true } : { path: page.path.replace(/^\//, '') }),
    handle,
    // Inside the layout, so that header and footer remain.
    errorElement: <ErrorScreen />,
    lazy: lazyPage(claimReload, page, hydrated),
    // The page itself handles a fragment (it reads and removes an order pass), so no loader has to run.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && (currentUrl.hash === nextUrl.hash || withoutHash(currentUrl) !== withoutHash(nextUrl)),
  };
}

const withoutHash = ({ pathname, search }: URL): string => pathname + search;
