import { SITE_PICTURES } from '../../contract/sitePictures.ts';
import { textsAt } from '../../contract/pages.ts';
import type { Brand } from '../../contract/brand.ts';
import { LOCALE_CODES, LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';
import { escapeHtml } from '../http/html.server.ts';
import type { PageAssets } from './pageAssets.server.ts';
import type { HostTexts } from './errorPage.server.ts';
import { ROOT_ELEMENT_ID, SNAPSHOT_ELEMENT_ID, START_FAILURE_ELEMENT_ID } from './renderPage.ts';

export interface PageDocument {
  locale: LocaleCode;
  /** Its path without locale prefix */
  page: string;
  theme: 'light' | 'dark' | null;
  nonce: string;
  brand: Brand;
  assets: PageAssets;
  /** The text of the stylesheet. */
  styles: string;
  messageHashes: Readonly<Record<LocaleCode, string>>;
  /** The host's own, in the page's language */
  hostTexts: HostTexts;
  /** HTML of title, description and other head elements. */
  head: string;
  appHtml: string;
  /** Escaped by the render bundle. */
  snapshotJson: string;
}

/** Returns the HTML of a page. The root element contains the message hashes, and a meta tag contains the nonce. */
export function pageDocument(page: PageDocument): string {
  const { locale, theme, nonce, brand, assets, styles, messageHashes, hostTexts } = page;
  const nonceAttribute = ` nonce="${nonce}"`;
  const texts = ['messages', ...textsAt(page.page)];
  const themeAttribute = theme ? ` data-theme="${theme}"` : '';
  return [
    `<!doctype html><html lang="${LOCALES[locale].language}"${themeAttribute}`,
    ...LOCALE_CODES.map((code) => ` data-messages-${code}="${messageHashes[code]}"`),
    '><head>',
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    // Inlined: a separate stylesheet would cost one more round trip before the first paint.
    `<style${nonceAttribute}>${styles}</style>`,
    page.head,
    ...frameColours(brand, theme),
    `<meta property="csp-nonce"${nonceAttribute}>`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(brand.logoMark)}">`,
    `<link rel="apple-touch-icon" href="${SITE_PICTURES.touch.path}">`,
    '<link rel="manifest" href="/site.webmanifest">',
    `<script type="module"${nonceAttribute}>${startScript(assets.entry)}</script>`,
    ...[assets.entry, ...assets.modules].map((href) => `<link rel="modulepreload"${nonceAttribute} href="${href}">`),
    ...texts.map(
      (file) => `<link rel="preload" as="fetch" crossorigin href="/_i18n/${messageHashes[locale]}/${locale}/${file}.json">`,
    ),
    '</head><body>',
    // Not in the head, where Chrome delays the first paint for it by 50 ms.
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    // Search engines must not quote it.
    `<div id="${START_FAILURE_ELEMENT_ID}" role="alert" hidden data-nosnippet><p>${escapeHtml(hostTexts['host.notStarted'])}</p>`,
    `<button type="button">${escapeHtml(hostTexts['host.again'])}</button></div>`,
    `<div id="${ROOT_ELEMENT_ID}">`,
    page.appHtml,
    `</div><script type="application/json" id="${SNAPSHOT_ELEMENT_ID}"${nonceAttribute}>`,
    page.snapshotJson,
    '</script></body></html>',
  ].join('');
}

/**
 * Returns the script that starts the page. A page that was rendered here looks finished before its scripts run, so it says when they
 * can't, submits no form itself, and remembers the last press of a button that opens something.
 */
function startScript(entry: string): string {
  return [
    'let pressed=null;const press=event=>{pressed=event.target.closest("button[aria-haspopup]")},stay=event=>event.preventDefault();',
    'addEventListener("click",press,true);addEventListener("submit",stay);',
    'const takePressed=()=>{removeEventListener("click",press,true);removeEventListener("submit",stay);return pressed};',
    `import(${JSON.stringify(entry)}).then(page=>page.start(takePressed)).catch(error=>{`,
    `const notice=document.getElementById("${START_FAILURE_ELEMENT_ID}");`,
    'notice.querySelector("button").onclick=()=>location.reload();notice.hidden=false;reportError(error)})',
  ].join('');
}

const frameColour = (colour: string, media = '') => `<meta name="theme-color"${media} content="${colour}">`;

function frameColours({ frameColour: { light, dark } }: Brand, theme: 'light' | 'dark' | null): string[] {
  if (theme) return [`<meta name="color-scheme" content="${theme}">`, frameColour(theme === 'dark' ? dark : light)];
  return [
    '<meta name="color-scheme" content="light dark">',
    frameColour(light, ' media="(prefers-color-scheme: light)"'),
    frameColour(dark, ' media="(prefers-color-scheme: dark)"'),
  ];
}
