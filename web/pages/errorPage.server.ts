import type { Brand } from '../../contract/brand.ts';
import { localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import { escapeHtml } from '../http/html.server.ts';

/** The error page for a failed render. It uses nothing of the application. */
export interface ErrorPage {
  status: number;
  locale: LocaleCode;
  theme: 'light' | 'dark' | null;
  requestId: string;
  brand: Brand;
  nonce: string;
}

const TEXTS = {
  en: {
    away: 'Our service does not respond',
    broken: 'Something went wrong on our side',
    tooMany: 'Too many requests',
    notSent: 'Orders continue without this page, and nothing that you sent is lost. Try again in a minute.',
    quote: 'Error number for support',
    again: 'Try again',
    home: 'Go to the home page',
  },
  ru: {
    away: 'Наш сервис не отвечает',
    broken: 'Ошибка на нашей стороне',
    tooMany: 'Слишком много запросов',
    notSent: 'Заявки выполняются и без этой страницы, отправленные монеты не потеряны. Попробуйте ещё раз через минуту.',
    quote: 'Номер ошибки для поддержки',
    again: 'Попробовать ещё раз',
    home: 'На главную',
  },
} as const;

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
export function errorPage({ status, locale, theme, requestId, brand, nonce }: ErrorPage): string {
  const texts = TEXTS[locale];
  const heading = status === 429 ? texts.tooMany : status === 503 || status === 504 ? texts.away : texts.broken;
  return [
    `<!doctype html><html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${status} · ${escapeHtml(brand.name)}</title><style nonce="${nonce}">${STYLE}</style></head><body><main>`,
    `<p class="status">${escapeHtml(brand.name)} · ${status}</p><h1>${heading}</h1><p>${texts.notSent}</p>`,
    `<p>${texts.quote}: <code>${escapeHtml(requestId)}</code></p>`,
    `<p><a href="">${texts.again}</a><a href="${localizePath(locale, '/')}">${texts.home}</a></p></main></body></html>`,
  ].join('');
}
