import { isoTime } from '../../contract/isoTime.ts';
import { FIRST_VISIT_COOKIE } from '../../contract/limits.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import { readStored } from './storedJson.ts';

/** Facts about a visit that the shell provides at its start. */
export interface VisitFacts {
  url: string;
  referrer: string;
  userAgent: string;
  language: string;
  screenSize: string;
  /** The browser asks not to be tracked: Do Not Track or Global Privacy Control. */
  isTrackingRefused: boolean;
}

const STORAGE_KEY = 'visit';
const QUERY_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'yclid',
  'fbclid',
  'msclkid',
];
const MAXIMUM_LENGTH = 500;

/**
 * Returns the record of the visit: an earlier one of the last 720 hours, or a new one, which it stores. The first page shows the
 * customer's origin. The web host writes the cookie of the first visit. If the browser asks not to be tracked, it records nothing and
 * forgets what it has.
 */
export function recordVisit(facts: VisitFacts, platform: Platform, clock: Clock): Record<string, string> {
  const { storage, cookies, addressOf } = platform;
  if (facts.isTrackingRefused) {
    storage.remove(STORAGE_KEY);
    cookies.remove(FIRST_VISIT_COOKIE.name);
    return {};
  }
  const known = read(storage);
  const ageMs = clock.now() - Date.parse(known?.['timestamp'] ?? '');
  if (known && ageMs < FIRST_VISIT_COOKIE.maxAgeSeconds * 1_000) return known;
  const url = new URL(facts.url);
  const query = QUERY_FIELDS.flatMap((field) => {
    const value = url.searchParams.get(field);
    return value ? [[field, value]] : [];
  });
  const { referrer, userAgent, language, screenSize } = facts;
  const timestamp = isoTime(clock.now());
  const sessionId = randomId();
  const landingUrl = addressOf(withoutOrder(url.pathname));
  const fields = { timestamp, sessionId, referrer, userAgent, language, landingUrl, screenSize, ...Object.fromEntries(query) };
  const record = Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== '')
      .map(([field, value]) => [field, String(value).slice(0, MAXIMUM_LENGTH)]),
  );
  storage.set(STORAGE_KEY, JSON.stringify(record));
  return record;
}

function read(storage: Platform['storage']): Record<string, string> | null {
  const value = readStored(storage, STORAGE_KEY);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Removes an order's id from the path, because it helps to look the order up (D39). */
const withoutOrder = (pathname: string): string => pathname.replace(/(\/order)\/.*$/, '$1');

/** Returns 64 random bits as hex. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
