import type { FastifyRequest } from 'fastify';
import type { Brand } from '../../contract/brand.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { ApiClient } from '../http/apiClient.server.ts';
import type { HostTexts } from './errorPage.server.ts';
import type { FileRedirects } from './fileRedirects.server.ts';
import type { Manifest } from './pageAssets.server.ts';
import type { RenderBundle } from './renderPage.ts';

/** The build output, as `loadBuiltSite` reads it. */
export interface BuiltSite {
  /** Contains `assets/`, `static/`, `_i18n/` and root files, each with compressed copies. */
  clientDirectory: string;
  manifest: Manifest;
  /** The stylesheet, which is inlined into each page. */
  styles: string;
  /** The scripts and the stylesheet of the mini-app, a build of its own. */
  messenger: { manifest: Manifest; styles: string };
  /** Those of the operators' console, and the paths of its texts */
  console: { manifest: Manifest; styles: string; texts: Readonly<Record<LocaleCode, string>> };
  render: RenderBundle;
  build: { id: string; /** Milliseconds since 1970. */ timestamp: number };
  /** Locale → hash of its compiled messages in `_i18n/`. */
  messageHashes: Readonly<Record<LocaleCode, string>>;
  hostTexts: Readonly<Record<LocaleCode, HostTexts>>;
  brand: Brand;
  redirects: FileRedirects;
}

/** What the pages need of the host's settings. */
export interface PageSettings extends BuiltSite {
  /** Base URL of the API host without a trailing slash: "http://127.0.0.1:3001" */
  apiUrl: string;
  /** Answers 500 for a page with missing or broken SEO keys (§5). */
  checkMeta: boolean;
  /** Public keys in hex that pages verify signatures with (D42). Without any, pages don't verify. */
  signingKeys?: readonly string[];
  /** The sites that may show the mini-app in a frame: "https://web.telegram.org". */
  messengerOrigins: readonly string[];
  /** Pages per client address and minute. The API host limits calls. */
  pagesPerMinute: number;
}

export interface PagesOptions extends PageSettings {
  api: ApiClient;
  /** Returns the site's origin, such as "https://causeway.example". */
  originOf: (request: FastifyRequest) => string;
  /** Milliseconds since 1970. */
  now: () => number;
}
