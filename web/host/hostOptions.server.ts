import type { ConnectionLimits } from '../../contract/connections.ts';
import type { Brand } from '../../contract/brand.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Logger } from 'pino';
import type { FileRedirects } from '../pages/fileRedirects.server.ts';
import type { Manifest } from '../pages/pageAssets.server.ts';
import type { RenderBundle } from '../pages/renderPage.ts';

/** The build output, as `loadBuiltSite` reads it. */
export interface BuiltSite {
  /** Contains `assets/`, `static/`, `_i18n/` and root files, each with compressed copies. */
  clientDirectory: string;
  manifest: Manifest;
  /** The stylesheet, which is inlined into each page. */
  styles: string;
  render: RenderBundle;
  build: { id: string; /** Milliseconds since 1970. */ timestamp: number };
  /** Locale → hash of its compiled messages in `_i18n/`. */
  messageHashes: Readonly<Record<LocaleCode, string>>;
  brand: Brand;
  redirects: FileRedirects;
}

export interface WebHostOptions extends BuiltSite {
  /** Base URL of the API host without a trailing slash: "http://127.0.0.1:3001" */
  apiUrl: string;
  log: Logger;
  /** Proxies whose X-Forwarded-For is trusted (D40): addresses or networks. Empty without a proxy. */
  trustedProxies: readonly string[];
  /** The site's origin, such as "https://causeway.example"; null takes it from each request. */
  publicOrigin: string | null;
  /** Forwards the sandbox calls of the API host (D12). */
  sandbox: boolean;
  /** Answers 500 for a page with missing or broken SEO keys (§5). */
  checkMeta: boolean;
  /** Public keys in hex that pages verify signatures with (D42). Without any, pages don't verify. */
  signingKeys?: readonly string[];
  /** Pages per client address and minute. The API host limits calls. */
  pagesPerMinute: number;
  connections?: ConnectionLimits;
  /** Milliseconds since 1970. */
  now?: () => number;
}
