/** What the host asks of the render bundle (dist/web/server/render.js, built from render.server.tsx). */
export interface RenderInput {
  /** Path and query as asked for, already cleaned by the redirects: "/ru/exchange-btc-usdttrc20?amount=1" */
  url: string;
  /** From the theme cookie; null follows the system. */
  theme: 'light' | 'dark' | null;
  cookies: Readonly<Record<string, string>>;
  /** Where the API host is reached from here: "http://127.0.0.1:3001" */
  apiUrl: string;
  /** Passed on to the API host as X-Forwarded-For, so that limits count the customer and not us (D40). */
  clientAddress: string;
  /** Milliseconds since 1970: the one time that server render and first client render show. */
  now: number;
  buildId: string;
  /** Public keys in hex that this host pins (D42); the page verifies guarantees with them and with no others. */
  signingKeys: readonly string[];
}

export interface RenderOutput {
  status: number;
  /** Relative Location when the page itself redirects. */
  redirectTo: string | null;
  locale: 'en' | 'ru';
  /** Inner HTML of `<div id="root">`. */
  appHtml: string;
  /** JSON, escaped for a `<script type="application/json">`. */
  snapshotJson: string;
  /** Source files (keys of Vite's manifest) that the page needs at once, to be preloaded. */
  modules: readonly string[];
  /** The path without locale: the `page` of dict/seo. "/" , "/exchange-btc-usdttrc20" */
  page: string;
  /** D39: no store, no referrer, no index. */
  isPrivate: boolean;
  /** Part of it is as it is because of who asked (a limit on calls), whatever its status says. */
  isCallersOwn: boolean;
  /** Page title known only to the page (an order's state); otherwise dict/seo gives it. */
  title: string | null;
}

export interface RenderBundle {
  /** Renders a page. Rejects only for faults of ours; an unknown path is a rendered 404. */
  render(input: RenderInput): Promise<RenderOutput>;
  /** The data half of `render`: what `_payload.json` answers. */
  payload(input: RenderInput): Promise<Pick<RenderOutput, 'status' | 'redirectTo' | 'snapshotJson' | 'isPrivate'>>;
}

/** Where the document carries the snapshot, and the client finds it. */
export const SNAPSHOT_ELEMENT_ID = 'snapshot';
export const ROOT_ELEMENT_ID = 'root';
