import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { ContentPage } from '../contract/paths/contentPages.ts';
import { localesOf, PAGE_NAMES, PAGES, type PageName } from '../contract/pages.ts';
import { LOCALE_CODES, localizePath, type LocaleCode } from '../contract/paths/locales.ts';
import { lazyPage, screen, storesOf, type Page, type RouteHandle, type ScreenSource } from './pageRoute.ts';
import { createPreloader } from './preloadPages.ts';
import type { AppStores } from './stores/createAppStores.ts';
import { ErrorScreen } from './screens/error/ErrorScreen.tsx';

/** How long a page waits for the first health answer, in ms. */
const HEALTH_TIMEOUT_MS = 2_000;

/** See {@link screen}. */
const SSR = import.meta.env.SSR;

/** The pages with the exchange form */
type ExchangePageName = 'home' | 'exchange';

/** The pages that show a text of the host and nothing else */
type TextPageName = Exclude<ContentPage, 'price' | 'roadmap'>;
const TEXT = screen(SSR && 'content/ContentScreen.tsx', () => import('./screens/content/ContentScreen.tsx'));

const DOCS = screen(SSR && 'docs/DocsScreen.tsx', () => import('./screens/docs/DocsScreen.tsx'));
const BLOG = screen(SSR && 'blog/BlogScreen.tsx', () => import('./screens/blog/BlogScreen.tsx'));

/** The screens of the pages that are the same in every shell. */
const SCREENS: Readonly<Record<Exclude<PageName, ExchangePageName | 'buy' | TextPageName>, ScreenSource>> = {
  'popular-exchanges': screen(SSR && 'popular/PopularScreen.tsx', () => import('./screens/popular/PopularScreen.tsx')),
  docs: DOCS,
  doc: DOCS,
  blog: BLOG,
  post: BLOG,
  roadmap: screen(SSR && 'content/RoadmapScreen.tsx', () => import('./screens/content/RoadmapScreen.tsx')),
  support: screen(SSR && 'support/SupportScreen.tsx', () => import('./screens/support/SupportScreen.tsx')),
  verify: screen(SSR && 'verify/VerifyScreen.tsx', () => import('./screens/verify/VerifyScreen.tsx')),
  fees: screen(SSR && 'fees/FeesScreen.tsx', () => import('./screens/fees/FeesScreen.tsx')),
  status: screen(SSR && 'status/StatusScreen.tsx', () => import('./screens/status/StatusScreen.tsx')),
  privacy: screen(SSR && 'privacy/PrivacyScreen.tsx', () => import('./screens/privacy/PrivacyScreen.tsx')),
  price: screen(SSR && 'popular/PriceScreen.tsx', () => import('./screens/popular/PriceScreen.tsx')),
  sandbox: screen(SSR && 'sandbox/SandboxScreen.tsx', () => import('./screens/sandbox/SandboxScreen.tsx')),
  'pending-order': screen(
    SSR && 'order/pending/PendingOrderScreen.tsx',
    () => import('./screens/order/pending/PendingOrderScreen.tsx'),
  ),
  'open-order': screen(SSR && 'order/open/OpenOrderScreen.tsx', () => import('./screens/order/open/OpenOrderScreen.tsx')),
  history: screen(SSR && 'history/HistoryScreen.tsx', () => import('./screens/history/HistoryScreen.tsx')),
  order: screen(SSR && 'order/OrderScreen.tsx', () => import('./screens/order/OrderScreen.tsx')),
  unsubscribe: screen(SSR && 'unsubscribe/UnsubscribeScreen.tsx', () => import('./screens/unsubscribe/UnsubscribeScreen.tsx')),
  'profile-info': screen(SSR && 'account/info/InfoScreen.tsx', () => import('./screens/account/info/InfoScreen.tsx')),
  'confirm-email': screen(SSR && 'signIn/ConfirmEmailScreen.tsx', () => import('./screens/signIn/ConfirmEmailScreen.tsx')),
  'desktop-sign-in': screen(SSR && 'signIn/DesktopSignInScreen.tsx', () => import('./screens/signIn/DesktopSignInScreen.tsx')),
  'profile-keys': screen(SSR && 'account/keys/KeysScreen.tsx', () => import('./screens/account/keys/KeysScreen.tsx')),
  'profile-verification': screen(
    SSR && 'account/verification/VerificationScreen.tsx',
    () => import('./screens/account/verification/VerificationScreen.tsx'),
  ),
  'verification-photos': screen(
    SSR && 'account/verification/phone/PhonePhotosScreen.tsx',
    () => import('./screens/account/verification/phone/PhonePhotosScreen.tsx'),
  ),
  widget: screen(SSR && 'content/WidgetScreen.ts', () => import('./screens/content/WidgetScreen.ts')),
  lk: screen(SSR && 'account/AccountEntry.ts', () => import('./screens/account/AccountEntry.ts')),
  'profile-history': screen(
    SSR && 'account/history/ProfileHistoryScreen.tsx',
    () => import('./screens/account/history/ProfileHistoryScreen.tsx'),
  ),
  'profile-affiliate-program': screen(
    SSR && 'account/affiliate/AffiliateScreen.tsx',
    () => import('./screens/account/affiliate/AffiliateScreen.tsx'),
  ),
  'profile-cashback': screen(
    SSR && 'account/cashback/CashbackScreen.tsx',
    () => import('./screens/account/cashback/CashbackScreen.tsx'),
  ),
  'profile-wallet': screen(SSR && 'account/wallet/WalletScreen.tsx', () => import('./screens/account/wallet/WalletScreen.tsx')),
  'profile-withdraw': screen(
    SSR && 'account/withdraw/WithdrawScreen.tsx',
    () => import('./screens/account/withdraw/WithdrawScreen.tsx'),
  ),
  'cancel-withdrawal': screen(
    SSR && 'cancelWithdrawal/CancelWithdrawalScreen.tsx',
    () => import('./screens/cancelWithdrawal/CancelWithdrawalScreen.tsx'),
  ),
  'freeze-account': screen(
    SSR && 'freezeAccount/FreezeAccountScreen.tsx',
    () => import('./screens/freezeAccount/FreezeAccountScreen.tsx'),
  ),
};

const NOT_FOUND: Page = {
  path: '/*',
  ...screen(SSR && 'notFound/NotFoundScreen.tsx', () => import('./screens/notFound/NotFoundScreen.tsx')),
};

/** The parts that differ between the shells. */
export interface Shell {
  /** The frame around every page. `preload` fetches the code of the page at a path. */
  Layout: ComponentType<{ preload: (href: string) => void }>;
  screens: Readonly<Record<ExchangePageName, ScreenSource>>;
}

interface RouteOptions extends Shell {
  /** See {@link lazyPage}. */
  claimReload: () => boolean;
  /** The stores of a server-rendered page. */
  hydrated?: AppStores | null;
}

/** Creates the routes. Loaders get the stores from `contextOf`. */
export function createRoutes({ claimReload, hydrated = null, Layout, screens: ownScreens }: RouteOptions): RouteObject[] {
  const screens: Partial<Record<PageName, ScreenSource>> = { ...SCREENS, ...ownScreens, buy: ownScreens.exchange };
  const screenOf = (name: PageName): ScreenSource => screens[name] ?? TEXT;
  const preload = createPreloader(screenOf);
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
    children: [
      ...PAGE_NAMES.filter((name) => localesOf(PAGES[name]).includes(locale)).map((name) => ({
        ...PAGES[name],
        ...screenOf(name),
      })),
      NOT_FOUND,
    ].map((page) => pageRoute({ claimReload, hydrated, locale, page })),
  }));
}

interface PageRoute {
  claimReload: () => boolean;
  hydrated: AppStores | null;
  locale: LocaleCode;
  page: Page;
}

function pageRoute({ claimReload, hydrated, locale, page }: PageRoute): RouteObject {
  const handle: RouteHandle = { module: page.module, ...(page.isPrivate && { isPrivate: true }) };
  return {
    id: `${locale}:${page.path}`,
    ...(page.path === '/' ? { index: true } : { path: routerPath(page.path) }),
    handle,
    // Inside the layout, so that header and footer remain.
    errorElement: <ErrorScreen />,
    lazy: lazyPage(claimReload, page, hydrated),
    // The page itself handles a fragment (it reads and removes an order pass), so no loader has to run.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && (currentUrl.hash === nextUrl.hash || withoutHash(currentUrl) !== withoutHash(nextUrl)),
  };
}

/** "/exchange-:pair" → ":exchange-pair": a parameter of the router is a whole segment. The screen rejects other segments. */
const routerPath = (path: string): string => path.slice(1).replace(/([^/]+):/, ':$1');

const withoutHash = ({ pathname, search }: URL): string => pathname + search;
