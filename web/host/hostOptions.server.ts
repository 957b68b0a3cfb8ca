import type { ConnectionLimits } from '../../contract/connections.ts';
import type { Brand } from '../../contract/brand.ts';
import type { LocaleCode } from '../../renderer/i18n/locales.ts';
import type { Logger } from 'pino';
import type { FileRedirects } from '../pages/fileRedirects.server.ts';
import type { Manifest } from '../pages/pageAssets.server.ts';
import type { RenderBundle } from '../pages/renderPage.ts';

/** What the build left behind, as `loadBuiltSite` reads it. */
export interface BuiltSite {
  /** Holds `assets/`, `static/`, `_i18n/` and the files of the root, each with its compressed copies. */
  clientDirectory: string;
  manifest: Manifest;
  /** The text of the one stylesheet, which each page carries. */
  styles: string;
  render: RenderBundle;
  build: { id: string; /** Milliseconds since 1970. */ timestamp: number };
  /** The hash under which each locale's compiled messages stand in `_i18n/`. */
  messageHashes: Readonly<Record<LocaleCode, string>>;
  brand: Brand;
  redirects: FileRedirects;
}

export interface WebHostOptions extends BuiltSite {
  /** Where the API host answers, without a slash at the end: "http://127.0.0.1:3001" */
  apiUrl: string;
  log: Logger;
  /** Addresses or networks whose X-Forwarded-For is believed (D40); empty when the host faces its customers itself. */
  trustedProxies: readonly string[];
  /** "https://causeway.example"; null takes it from each request, which suits a machine of one's own. */
  publicOrigin: string | null;
  /** Passes on the sandbox calls of the API host (D12). */
  sandbox: boolean;
  /** Specification §5: a page whose SEO keys are missing or broken is a 500. */
  checkMeta: boolean;
  /** Public keys in hex with which the pages verify what the exchange signed (D42); without any they say nothing of it. */
  signingKeys?: readonly string[];
  /** Pages that one client address may have rendered in a minute; 600 when not given. */
  pagesPerMinute?: number;
  connections?: ConnectionLimits;
  /** Milliseconds since 1970. */
  now?: () => number;
}
