import type { Brand } from '../../contract/brand.ts';
import { localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import { escapeHtml } from '../http/html.server.ts';

/** Texts of the host itself: message id → text, without ICU arguments. They are in `resources/locales/{locale}/host.json`. */
export type HostTexts = Readonly<typeof import('../../resources/locales/en/host.json')>;

/** The error page for a failed render. It uses nothing of the application. */
export interface ErrorPage {
  status: number;
  locale: LocaleCode;
  texts: HostTexts;
  theme: 'light' | 'dark' | null;
  requestId: string;
  brand: Brand;
  nonce: string;
}

const STYLE = [
  ':root{color-scheme:light dark;--ground:#f5f8f9;--ink:#16222b;--quiet:#4c5b66;--accent:#00707a}',
  '@media(prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#0b1216;--ink:#ecf1f4;--quiet:#a9b6be;--accent:#5fd0d3}}',
  '[data-theme=dark]{color-scheme:dark;--ground:#0b1216;--ink:#ecf1f4;--quiet:#a9b6be;--accent:#5fd0d3}',
  '[data-theme=light]{color-scheme:light}',
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}',
  'main{max-width:34rem}p{color:var(--quiet)}h1{font-size:28px;line-height:1.2;margin:8px 0 12px}',
  '.status{font-size:14px;font-variant-numeric:tabular-nums;color:var(--quiet);margin:0}',
  'code{font-size:14px;overflow-wrap:anywhere;color:var(--ink)}a{color:var(--accent);margin-right:20px}',
].join('');

/** Shows the status code, the request id and two links; never a stack trace or error message. */
export function errorPage({ status, locale, texts, theme, requestId, brand, nonce }: ErrorPage): string {
  const heading =
    status === 429 ? texts['host.tooMany'] : status === 503 || status === 504 ? texts['host.away'] : texts['host.broken'];
  return [
    `<!doctype html><html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${status} · ${escapeHtml(brand.name)}</title><style nonce="${nonce}">${STYLE}</style></head><body><main>`,
    `<p class="status">${escapeHtml(brand.name)} · ${status}</p><h1>${heading}</h1><p>${texts['host.notSent']}</p>`,
    `<p>${texts['host.quote']}: <code>${escapeHtml(requestId)}</code></p>`,
    `<p><a href="">${texts['host.again']}</a><a href="${localizePath(locale, '/')}">${texts['host.home']}</a></p></main></body></html>`,
  ].join('');
}
