/** The business constants of specification §9 and of the decisions. Times in milliseconds unless the name says otherwise. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY_SECONDS = 24 * 3_600;

export const LOCALE_COOKIE = { name: 'i18n_redirected', maxAgeSeconds: 365 * DAY_SECONDS } as const;
export const THEME_COOKIE = { name: 'theme', maxAgeSeconds: 365 * DAY_SECONDS } as const;
export const REFERRAL_COOKIE = { name: 'referralID', maxAgeSeconds: DAY_SECONDS } as const;
export const FIRST_VISIT_COOKIE = { name: 'first_visit', maxAgeSeconds: 720 * 3_600 } as const;
/** How long a sign-in is stored after its last use: an ended one still tells a known device from a new one */
export const SESSION_RETENTION_MS = 90 * 24 * HOUR;
/** How long records of mails are stored, and e-mails that get mails about an order after it has ended */
export const MAIL_RETENTION_MS = 30 * 24 * HOUR;
/** D46 */
export const REFERRAL_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export const MESSAGES_CACHE_MS = 24 * HOUR;
export const DEFAULT_LOCALE_REDIRECT_STATUS = 302;

/** §9: account data older than this are refetched in the background */
export const ACCOUNT_DATA_FRESH_MS = 15 * MINUTE;

/** §9: the fallback if `pairs/default` has no amount (D45). */
export const DEFAULT_AMOUNT = '500';
export const PRESET_MULTIPLES = [
  '0.01',
  '0.1',
  '0.5',
  '1',
  '2',
  '3',
  '4',
  '5',
  '10',
  '20',
  '50',
  '100',
  '200',
  '500',
  '1000',
] as const;
export const CLAIMED_DEPOSIT_DECIMALS = 8;

export const SOCKET_RECONNECT_MS = 3 * SECOND;
export const SOCKET_RECONNECT_ATTEMPTS = 40;
export const SOCKET_UPDATES_PER_SECOND = 4;
export const ORDER_POLL_MS = 5 * SECOND;
export const RATE_POLL_MS = 5 * SECOND;
/** Polling of a verification at the provider of card purchases, and how often at most (§9). */
export const KYC_POLL_MS = 5 * SECOND;
export const KYC_POLLS = 1_000;

export const HEALTH_CHECK = {
  firstDelayMs: 5 * SECOND,
  growth: 1.5,
  maxDelayMs: 30 * SECOND,
  failureThreshold: 3,
  timeoutMs: 20 * SECOND,
} as const;

export const CREATE_ORDER_TIMEOUT_MS = 200 * SECOND;
export const RATE_TIMEOUT_MS = 15 * SECOND;
export const INSTRUMENTS_TIMEOUT_MS = 15 * SECOND;
export const ALL_INSTRUMENTS_TIMEOUT_MS = 3 * SECOND;
/** All orders of a customer can take longer than other answers. */
export const EXPORT_TIMEOUT_MS = 60 * SECOND;
export const DEFAULT_TIMEOUT_MS = 15 * SECOND;

/** D4 */
export const QUOTE_VALID_MS = 30 * SECOND;
export const FLOATING_CONSENT_PERCENT = '0.5';
/** D5 */
export const FIXED_RATE_LOCK_MS = 20 * MINUTE;
/** D55: from `expiresAt` to `confirmBy`, so many usual block times, and no less than the minimum */
export const CONFIRM_BLOCKS = 6;
export const MIN_CONFIRM_MS = 30 * MINUTE;
export const FIXED_AMOUNT_TOLERANCE_PERCENT = '0.5';
/** D67: how much more than charged the network fees of an order may cost, in percent of its value, before it waits or asks */
export const COST_RISE_PERCENT = '1';
export const DECISION_DEADLINE_MS = 24 * HOUR;
/** How long the deposits of a floating-rate order add up (D9) */
export const FLOATING_DEPOSIT_WINDOW_MS = 24 * HOUR;
/** How long after the first deposit of a floating-rate order a later one becomes a new order (D63) */
export const LATER_DEPOSIT_WINDOW_MS = 24 * HOUR;
/** How long the deposit address is scanned after the order ended (D6) */
export const WATCH_AFTER_END_MS = 7 * 24 * HOUR;
/** D8: maximum wait of an automatic refund for a congested network, from the detection of the deposit */
export const CONGESTED_REFUND_WAIT_MS = 72 * HOUR;
/** D5 */
export const REFUND_FEE_RISE_PERCENT = '5';
/** D41 */
export const PRICE_STALE_MS = 30 * SECOND;
export const PRICE_JUMP_PERCENT = '10';
export const PRICE_JUMP_WINDOW_MS = 10 * SECOND;
export const SECOND_SOURCE_DIFFERENCE_PERCENT = '3';
/** Deviation from the market at which the form warns, and at which it requires a tick in a checkbox. */
export const MARKET_DEVIATION_WARNING_PERCENT = '10';
export const MARKET_DEVIATION_TICK_PERCENT = '20';
/** §9: when XMR is the send coin */
export const XMR_MIN_CONFIRMATIONS = 50;

export const NOTIFICATION_MS = 30 * SECOND;
export const SHORT_NOTIFICATION_MS = 3 * SECOND;
export const LOADING_BAR_MS = 2 * SECOND;
export const PRELOAD_CONCURRENCY = 4;
export const RELOAD_GUARD_MS = 10 * SECOND;

/** Of one customer, of one key, and of the name of a key (D49) */
/** Longest texts of the messenger's popup, in characters, and its most buttons (§9) */
export const POPUP_LIMITS = { title: 64, text: 256, buttons: 3 } as const;

export const API_KEY_LIMITS = { keys: 20, ranges: 50, nameCharacters: 60 } as const;

/** Returns whether a request asks not to be tracked: Global Privacy Control (`Sec-GPC`) or Do Not Track (`DNT`). */
export function refusesTracking(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}

/** Characters of a notice to customers, in each language */
export const NOTICE_LENGTH = 300;

/** The longest lists that the desktop app stores */
export const MAX_WATCHED_PAIRS = 50;
export const MAX_RATE_ALERTS = 200;
export const MAX_FOLLOWED_ORDERS = 200;
export const MAX_ADDRESSES = 5_000;

/** The longest period of a report */
export const REPORT_MOST_DAYS = 366;
