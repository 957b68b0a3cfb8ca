import { makeAutoObservable } from 'mobx';
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

/** The visit tracking record (§3). Stored on the device and sent with an order as its `utmData`. */
export class VisitStore {
  record: Record<string, string> = {};
  readonly #platform: Platform;
  readonly #clock: Clock;

  constructor({ platform, clock }: { platform: Platform; clock: Clock }) {
    this.#platform = platform;
    this.#clock = clock;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /**
   * Records the visit unless an earlier one of the last 720 hours is stored: the first page shows the customer's origin. The web
   * host writes the cookie of the first visit. If the browser asks not to be tracked, it records nothing and forgets what it has.
   */
  begin(facts: VisitFacts): void {
    if (facts.isTrackingRefused) return this.forget();
    const known = this.read();
    const ageMs = this.#clock.now() - Date.parse(known?.['timestamp'] ?? '');
    if (known && ageMs < FIRST_VISIT_COOKIE.maxAgeSeconds * 1_000) {
      this.record = known;
      return;
    }
    const url = new URL(facts.url);
    const query = QUERY_FIELDS.flatMap((field) => {
      const value = url.searchParams.get(field);
      return value ? [[field, value]] : [];
    });
    const { referrer, userAgent, language, screenSize } = facts;
    const timestamp = isoTime(this.#clock.now());
    const sessionId = randomId();
    const landingUrl = this.#platform.addressOf(withoutOrder(url.pathname));
    const fields = { timestamp, sessionId, referrer, userAgent, language, landingUrl, screenSize, ...Object.fromEntries(query) };
    this.record = Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== '')
        .map(([field, value]) => [field, String(value).slice(0, MAXIMUM_LENGTH)]),
    );
    this.#platform.storage.set(STORAGE_KEY, JSON.stringify(this.record));
  }

  /** Returns the record to send with an order: empty if there is none. `user_type`: guest or registered (§6). */
  utmData(isSignedIn: boolean): Record<string, string> {
    if (Object.keys(this.record).length === 0) return {};
    return { ...this.record, user_type: isSignedIn ? 'registered' : 'guest' };
  }

  private forget(): void {
    this.record = {};
    this.#platform.storage.remove(STORAGE_KEY);
    this.#platform.cookies.remove(FIRST_VISIT_COOKIE.name);
  }

  private read(): Record<string, string> | null {
    const value = readStored(this.#platform.storage, STORAGE_KEY);
    if (typeof value !== 'object' || value === null) return null;
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }
}

/** Removes an order's id from the path, because it helps to look the order up (D39). */
const withoutOrder = (pathname: string): string => pathname.replace(/(\/order)\/.*$/, '$1');

/** Returns 64 random bits as hex. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
