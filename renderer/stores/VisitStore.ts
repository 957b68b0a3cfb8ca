import { makeAutoObservable } from 'mobx';
import { isoTime } from '../../contract/isoTime.ts';
import { FIRST_VISIT_COOKIE } from '../../contract/limits.ts';
import type { Clock, Platform } from '../../contract/platform.ts';

/** What a shell knows of the visit when it begins. */
export interface VisitFacts {
  url: string;
  referrer: string;
  userAgent: string;
  language: string;
  screenSize: string;
}

const STORAGE_KEY = 'visit';
const QUERY_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'yclid', 'fbclid'];
const MAXIMUM_LENGTH = 500;

/** The specification's visit tracking record (§3): stays on the device, and goes with an order as its `utmData`. */
export class VisitStore {
  record: Record<string, string> = {};
  private readonly platform: Platform;
  private readonly clock: Clock;

  constructor({ platform, clock }: { platform: Platform; clock: Clock }) {
    this.platform = platform;
    this.clock = clock;
    makeAutoObservable<this, 'platform' | 'clock'>(this, { platform: false, clock: false }, { autoBind: true });
  }

  /** Keeps the first visit of 720 hours: it says where the customer came from; later pages of it do not. */
  begin(facts: VisitFacts): void {
    const known = this.read();
    if (known && this.platform.cookies.get(FIRST_VISIT_COOKIE.name) !== null) {
      this.record = known;
      return;
    }
    const url = new URL(facts.url);
    const query = QUERY_FIELDS.flatMap((field) => {
      const value = url.searchParams.get(field);
      return value ? [[field, value]] : [];
    });
    const { referrer, userAgent, language, screenSize } = facts;
    const timestamp = isoTime(this.clock.now());
    const sessionId = randomId();
    const landingUrl = `${url.origin}${withoutOrder(url.pathname)}`;
    const fields = { timestamp, sessionId, referrer, userAgent, language, landingUrl, screenSize, ...Object.fromEntries(query) };
    this.record = Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== '')
        .map(([field, value]) => [field, String(value).slice(0, MAXIMUM_LENGTH)]),
    );
    this.platform.storage.set(STORAGE_KEY, JSON.stringify(this.record));
    this.platform.cookies.set(FIRST_VISIT_COOKIE.name, timestamp, FIRST_VISIT_COOKIE.maxAgeSeconds);
  }

  private read(): Record<string, string> | null {
    try {
      const value: unknown = JSON.parse(this.platform.storage.get(STORAGE_KEY) ?? 'null');
      if (typeof value !== 'object' || value === null) return null;
      return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    } catch {
      return null;
    }
  }
}

/** Who knows an order's address can look it up with one more fact: it is nobody's statistics (D39). */
const withoutOrder = (pathname: string): string => pathname.replace(/(\/order)\/.*$/, '$1');

/** 64 random bits, hex. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
