import type { LocaleCode } from '../../contract/paths/locales.ts';

/** The interface of the render bundle (dist/web/server/render.js, built from render.server.tsx). */
export interface RenderInput {
  /** Canonical path and query: "/ru/exchange-btc-usdttrc20?amount=1" */
  url: string;
  /** Theme of the cookie; null follows the system. */
  theme: 'light' | 'dark' | null;
  cookies: Readonly<Record<string, string>>;
  /** Base URL of the API host: "http://127.0.0.1:3001" */
  apiUrl: string;
  /** Client IP address, sent to the API host as X-Forwarded-For, so that limits count the customer (D40). */
  clientAddress: string;
  /** Whether the site is on https, sent to the API host as X-Forwarded-Proto: it decides which session cookie counts. */
  isHttps: boolean;
  /** Time of the render in ms since 1970, used by the server render and the first client render */
  now: number;
  buildId: string;
  /** Public keys in hex that this host pins (D42). The page verifies guarantees only with them. */
  signingKeys: readonly string[];
}

export interface RenderOutput {
  status: number;
  /** Relative Location if the page redirects. */
  redirectTo: string | null;
  locale: LocaleCode;
  /** Inner HTML of `<div id="root">`. */
  appHtml: string;
  /** JSON, escaped for a `<script type="application/json">`. */
  snapshotJson: string;
  /** Source files (keys of Vite's manifest) of the page, to be preloaded. */
  modules: readonly string[];
  /** Path without locale, which is the `page` of dict/seo: "/", "/exchange-btc-usdttrc20" */
  page: string;
  /** The page must not be stored, indexed or sent as a referrer (D39). */
  isPrivate: boolean;
  /** The page depends on the caller: on a session or a rate limit. It must not be shared or stored. */
  isCallersOwn: boolean;
  /** The request carried a session that has ended: its cookie is of no use any more. */
  isSessionOver: boolean;
  /** Title set by the page, such as an order's state; otherwise it comes from dict/seo. */
  title: string | null;
}

export interface RenderBundle {
  /** Renders a page. An unknown path renders a 404. Rejects only on internal errors. */
  render(input: RenderInput): Promise<RenderOutput>;
  /** Returns the data of a page for `_payload.json`. */
  payload(
    input: RenderInput,
  ): Promise<Pick<RenderOutput, 'status' | 'redirectTo' | 'snapshotJson' | 'isPrivate' | 'isCallersOwn'>>;
}

/** Id of the element that contains the snapshot. */
export const SNAPSHOT_ELEMENT_ID = 'snapshot';
export const ROOT_ELEMENT_ID = 'root';
/** Id of the notice that a page shows when its scripts or texts did not load. */
export const START_FAILURE_ELEMENT_ID = 'start-failure';
