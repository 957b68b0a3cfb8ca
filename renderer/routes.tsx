import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { LOCALE_CODES, localizePath, type LocaleCode } from '../contract/paths/locales.ts';
import { lazyPage, page, storesOf, type Page, type RouteHandle } from './pageRoute.ts';
import { createPreloader } from './preloadPages.ts';
import type { Stores } from './stores/createStores.ts';
import { ErrorScreen } from './screens/error/ErrorScreen.tsx';

/** How long a page waits for the first health answer, in ms. */
const HEALTH_TIMEOUT_MS = 2_000;

/** See {@link page}. */
const SSR = import.meta.env.SSR;

const privatePage = (...of: Parameters<typeof page>): Page => ({ ...page(...of), isPrivate: true });

/** The pages of every shell (§2). Each exists in all languages. */
const PAGES: readonly Page[] = [
  page('/popular-exchanges', SSR && 'popular/PopularScreen.tsx', () => import('./screens/popular/PopularScreen.tsx')),
  page('/support', SSR && 'support/SupportScreen.tsx', () => import('./screens/support/SupportScreen.tsx')),
  page('/verify', SSR && 'verify/VerifyScreen.tsx', () => import('./screens/verify/VerifyScreen.tsx')),
  page('/fees', SSR && 'fees/FeesScreen.tsx', () => import('./screens/fees/FeesScreen.tsx')),
  page('/status', SSR && 'status/StatusScreen.tsx', () => import('./screens/status/StatusScreen.tsx')),
  page('/privacy', SSR && 'privacy/PrivacyScreen.tsx', () => import('./screens/privacy/PrivacyScreen.tsx')),
  page('/sandbox', SSR && 'sandbox/SandboxScreen.tsx', () => import('./screens/sandbox/SandboxScreen.tsx')),
  privatePage(
    '/order/pending',
    SSR && 'order/pending/PendingOrderScreen.tsx',
    () => import('./screens/order/pending/PendingOrderScreen.tsx'),
  ),
  privatePage('/order', SSR && 'order/OpenOrderScreen.tsx', () => import('./screens/order/OpenOrderScreen.tsx')),
  privatePage('/history', SSR && 'history/HistoryScreen.tsx', () => import('./screens/history/HistoryScreen.tsx')),
  privatePage('/order/:orderId', SSR && 'order/OrderScreen.tsx', () => import('./screens/order/OrderScreen.tsx')),
  privatePage(
    '/unsubscribe',
    SSR && 'unsubscribe/UnsubscribeScreen.tsx',
    () => import('./screens/unsubscribe/UnsubscribeScreen.tsx'),
  ),
  privatePage('/profile/info', SSR && 'account/info/InfoScreen.tsx', () => import('./screens/account/info/InfoScreen.tsx')),
  privatePage('/confirm-email', SSR && 'signIn/ConfirmEmailScreen.tsx', () => import('./screens/signIn/ConfirmEmailScreen.tsx')),
  privatePage(
    '/desktop-sign-in',
    SSR && 'signIn/DesktopSignInScreen.tsx',
    () => import('./screens/signIn/DesktopSignInScreen.tsx'),
  ),
  privatePage('/profile/keys', SSR && 'account/keys/KeysScreen.tsx', () => import('./screens/account/keys/KeysScreen.tsx')),
  privatePage('/lk', SSR && 'account/AccountEntry.ts', () => import('./screens/account/AccountEntry.ts')),
  privatePage(
    '/profile/history',
    SSR && 'account/history/ProfileHistoryScreen.tsx',
    () => import('./screens/account/history/ProfileHistoryScreen.tsx'),
  ),
  privatePage(
    '/profile/affiliate-program',
    SSR && 'account/affiliate/AffiliateScreen.tsx',
    () => import('./screens/account/affiliate/AffiliateScreen.tsx'),
  ),
  privatePage(
    '/profile/cashback',
    SSR && 'account/cashback/CashbackScreen.tsx',
    () => import('./screens/account/cashback/CashbackScreen.tsx'),
  ),
  privatePage(
    '/profile/wallet',
    SSR && 'account/wallet/WalletScreen.tsx',
    () => import('./screens/account/wallet/WalletScreen.tsx'),
  ),
  privatePage(
    '/profile/withdraw',
    SSR && 'account/withdraw/WithdrawScreen.tsx',
    () => import('./screens/account/withdraw/WithdrawScreen.tsx'),
  ),
  privatePage(
    '/cancel-withdrawal',
    SSR && 'cancelWithdrawal/CancelWithdrawalScreen.tsx',
    () => import('./screens/cancelWithdrawal/CancelWithdrawalScreen.tsx'),
  ),
];

const NOT_FOUND = page('*', SSR && 'notFound/NotFoundScreen.tsx', () => import('./screens/notFound/NotFoundScreen.tsx'));

/** The parts that differ between the shells. */
export interface Shell {
  /** The frame around every page. `preload` fetches the code of the page at a path. */
  Layout: ComponentType<{ preload: (href: string) => void }>;
  /** The pages with the exchange form. */
  exchangePages: readonly Page[];
}

interface RouteOptions extends Shell {
  /** See {@link lazyPage}. */
  claimReload: () => boolean;
  /** The stores of a server-rendered page. */
  hydrated?: Stores | null;
}

/** Creates the routes. Loaders get the stores from `contextOf`. */
export function createRoutes({ claimReload, hydrated = null, Layout, exchangePages }: RouteOptions): RouteObject[] {
  const pages = [...PAGES, ...exchangePages];
  const preload = createPreloader(pages);
  return LOCALE_CODES.map((locale) => ({
    id: locale,
    path: localizePath(locale, '/'),
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
