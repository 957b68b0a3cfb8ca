import {
  AFFILIATES_FEATURE,
  API_KEYS_FEATURE,
  CARD_PURCHASES_FEATURE,
  CONTENT_FEATURE,
  DOCS_FEATURE,
  FEES_FEATURE,
  IDENTITY_FEATURE,
  IDENTITY_REQUIRED_FEATURE,
  ORDER_HISTORY_FEATURE,
  STATUS_FEATURE,
  WITHDRAWALS_FEATURE,
} from './features.ts';
import { isMoney } from './fiat/money.ts';
import { LOCALE_CODES, type LocaleCode } from './paths/locales.ts';

/**
 * A list of links to pages, in the order of the table: the header and the footer (`menu`), the footer's help, before and after
 * the link to the API (`help`, `tools`), the groups of the account's navigation (`money`, `earn`, `account`), and the menu of the
 * customer in the header.
 */
export type PagePlace = 'menu' | 'help' | 'tools' | 'money' | 'earn' | 'account' | 'customerMenu';

/** Texts that only some pages load, from the files whose names begin so: `account-wallet.json`, `content.json`. */
export const TEXT_PARTS = ['account', 'content', 'fiat', 'identity', 'receipt', 'sandbox'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** What every shell knows of a page. Data that only the web host needs is in `web/`, in records with an entry for each page. */
export interface Page {
  /** Without the prefix of a language. ":name" is a parameter, which ends its segment: "/exchange-:pair"; "*" any segments */
  path: string;
  /** Default: all languages */
  locales?: readonly LocaleCode[];
  /** It belongs to one customer: never cached, indexed or sent to other sites as referrer (D39) */
  isPrivate?: boolean;
  /** Who may see it. Default: everybody */
  access?: 'customer';
  /** The feature (D30) without which a host has no such page */
  feature?: string;
  /** The feature without which no menu offers the page, although the host has it */
  offeredWith?: string;
  /** The page of a menu that is current while this one is shown. Default: itself */
  section?: string;
  places?: readonly PagePlace[];
  /** Texts that it loads besides those of every page, and besides `account` on customers' pages */
  texts?: TextPart;
  /** Its name is a code of deep links (D65) */
  isDeepLink?: boolean;
}

const PRIVATE = { isPrivate: true } as const;
const LINKED = { isDeepLink: true } as const;
const TEXT = { feature: CONTENT_FEATURE, ...LINKED } as const;
const ARTICLES = { feature: DOCS_FEATURE, texts: 'content' } as const;
const CUSTOMERS = { ...PRIVATE, ...LINKED, access: 'customer' } as const;

const TABLE = {
  home: { path: '/', places: ['menu'], ...LINKED },
  // Every pair whose first instrument is money
  buy: { path: '/exchange-usd-btc', places: ['menu'], feature: CARD_PURCHASES_FEATURE, texts: 'fiat' },
  exchange: { path: '/exchange-:pair', section: 'home', ...LINKED },
  history: { path: '/history', places: ['menu'], ...PRIVATE },
  'open-order': { path: '/order', section: 'history', ...PRIVATE },
  'pending-order': { path: '/order/pending', section: 'history', ...PRIVATE },
  order: { path: '/order/:orderId', section: 'history', ...PRIVATE, ...LINKED },
  'popular-exchanges': { path: '/popular-exchanges', places: ['menu'], ...LINKED },
  support: { path: '/support', places: ['help'], ...LINKED },
  fees: { path: '/fees', places: ['help'], feature: FEES_FEATURE },
  status: { path: '/status', places: ['help'], feature: STATUS_FEATURE },
  blog: { path: '/blog', places: ['help'], ...LINKED, ...ARTICLES },
  post: { path: '/blog/*', section: 'blog', ...ARTICLES },
  roadmap: { path: '/roadmap', places: ['help'], ...TEXT },
  'how-it-works': { path: '/how-it-works', places: ['help'], ...TEXT },
  privacy: { path: '/privacy', places: ['help'] },
  terms: { path: '/terms', places: ['help'], feature: CONTENT_FEATURE },
  price: { path: '/price', ...TEXT },
  wallet: { path: '/wallet', ...TEXT },
  cashback: { path: '/cashback', ...TEXT },
  'swap-api': { path: '/swap-api', ...TEXT },
  widget: { path: '/widget', ...LINKED },
  'for-competent-authorities': { path: '/for-competent-authorities', ...TEXT },
  verify: { path: '/verify', places: ['tools'] },
  sandbox: { path: '/sandbox', places: ['tools'], texts: 'sandbox' },
  unsubscribe: { path: '/unsubscribe', ...PRIVATE },
  'confirm-email': { path: '/confirm-email', ...PRIVATE },
  'cancel-withdrawal': { path: '/cancel-withdrawal', ...PRIVATE },
  'freeze-account': { path: '/freeze-account', ...PRIVATE },
  'verification-photos': { path: '/verification-photos', texts: 'identity', ...PRIVATE },
  'desktop-sign-in': { path: '/desktop-sign-in', ...PRIVATE },
  lk: { path: '/lk', ...CUSTOMERS },
  'profile-wallet': { path: '/profile/wallet', places: ['money', 'customerMenu'], feature: WITHDRAWALS_FEATURE, ...CUSTOMERS },
  'profile-withdraw': { path: '/profile/withdraw', places: ['money'], feature: WITHDRAWALS_FEATURE, ...CUSTOMERS },
  'profile-history': {
    path: '/profile/history',
    places: ['money', 'customerMenu'],
    feature: ORDER_HISTORY_FEATURE,
    ...CUSTOMERS,
  },
  // The menu has the first for guests, the second for customers.
  affiliate: { path: '/affiliate', places: ['menu'], ...TEXT },
  'profile-affiliate-program': {
    path: '/profile/affiliate-program',
    places: ['menu', 'earn'],
    feature: AFFILIATES_FEATURE,
    ...CUSTOMERS,
  },
  docs: { path: '/docs', places: ['menu'], ...LINKED, ...ARTICLES },
  doc: { path: '/docs/:slug', section: 'docs', ...ARTICLES },
  'profile-cashback': { path: '/profile/cashback', places: ['earn'], feature: AFFILIATES_FEATURE, ...CUSTOMERS },
  'profile-info': { path: '/profile/info', places: ['account', 'customerMenu'], ...CUSTOMERS },
  'profile-verification': {
    path: '/profile/verification',
    places: ['account'],
    feature: IDENTITY_FEATURE,
    offeredWith: IDENTITY_REQUIRED_FEATURE,
    texts: 'identity',
    ...CUSTOMERS,
  },
  'profile-keys': { path: '/profile/keys', places: ['account'], feature: API_KEYS_FEATURE, ...CUSTOMERS },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof TABLE;
/** The names of the pages in a place */
export type PageIn<Place extends PagePlace> = {
  [Name in PageName]: (typeof TABLE)[Name] extends { places: readonly (infer Listed)[] }
    ? Extract<Listed, Place> extends never
      ? never
      : Name
    : never;
}[PageName];

/** Every page of every shell. Routes, menus and deep links read this table. */
export const PAGES: Readonly<Record<PageName, Page>> = TABLE;
export const PAGE_NAMES = Object.keys(TABLE) as PageName[];

/** Returns the pages in a place, in the order of the table. */
export function pagesIn<Place extends PagePlace>(place: Place): PageIn<Place>[] {
  return PAGE_NAMES.filter((name): name is PageIn<Place> => PAGES[name].places?.includes(place) === true);
}

const PATTERNS = PAGE_NAMES.map(
  (name) => [name, new RegExp(`^${PAGES[name].path.replace(/:\w+/, '[^/]+').replace('*', '.+')}$`, 'i')] as const,
);

/** Returns the page at a path without locale, query and fragment. */
export function pageAt(path: string): PageName | undefined {
  if (isMoney(/^\/exchange-([a-z]+)-[^/]+$/i.exec(path)?.[1]?.toLowerCase() ?? '')) return 'buy';
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
}

/** Returns whether a page needs a signed-in customer (D14). */
export function isAccountPath(path: string): boolean {
  const name = pageAt(path);
  return name !== undefined && PAGES[name].access === 'customer';
}

/** Returns the texts that the page at a path loads besides those of every page. */
export function textsAt(path: string): readonly TextPart[] {
  const name = pageAt(path);
  if (name === undefined) return [];
  const { access, texts = [] } = PAGES[name];
  return [access === 'customer' ? ('account' as const) : [], texts].flat();
}

/** Returns the languages in which a page exists. */
export const localesOf = ({ locales = LOCALE_CODES }: Page): readonly LocaleCode[] => locales;

/** Returns the languages in which the page at a path exists; all for an unknown path. */
export const localesAt = (path: string): readonly LocaleCode[] => localesOf(PAGES[pageAt(path) ?? 'home']);

/**
 * Returns the path with which the SEO texts of a page are requested. All private pages that customers open without an account
 * have those of `/order`, because an order's path contains its id (D39).
 */
export function seoPath(path: string): string {
  const { isPrivate, access } = PAGES[pageAt(path) ?? 'home'];
  return isPrivate && access === undefined ? PAGES['open-order'].path : path;
}
