import { DEFAULT_LOCALE, type LocaleCode } from '../../contract/paths/locales.ts';
import { PAGES } from '../../contract/pages.ts';
import type { Mail } from '../ports/mail/mailer.ts';
import type { MailLanguage } from './mailLanguage.ts';

export type ComposedMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'>;

/** Returns the address of the site's home page in a language, without a slash at the end. */
export function siteOf(locale: LocaleCode, origin: string): string {
  return locale === DEFAULT_LOCALE ? origin : `${origin}/${locale}`;
}

export interface Paragraph {
  text: string;
  url?: string;
  style?: string;
}

/** The style of a one-time code */
export const CODE = 'font:600 24px/1.4 ui-monospace,monospace;letter-spacing:2px';
export const FINE_PRINT = 'font-size:13px;color:#5b6673';

/** The last paragraph of each mail */
export function termsLink(language: MailLanguage, origin: string): Paragraph {
  return { text: language.text('mail.terms'), url: siteOf(language.code, origin) + PAGES.terms.path, style: FINE_PRINT };
}

/** Returns plain text and HTML of the same paragraphs. The HTML loads no remote content. */
export function render(to: string, locale: LocaleCode, subject: string, paragraphs: readonly Paragraph[]): ComposedMail {
  const text = paragraphs.map((part) => (part.url ? `${part.text}:\n${part.url}` : part.text)).join('\n\n');
  const body = paragraphs.map(({ text: line, url, style }) => {
    const inner = url ? `<a href="${escapeHtml(url)}">${escapeHtml(line)}</a>` : escapeHtml(line);
    return `<p style="margin:0 0 16px${style ? `;${style}` : ''}">${inner}</p>`;
  });
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#17202b;background:#fff">',
    `<div style="max-width:560px">${body.join('')}</div></body></html>`,
  ].join('\n');
  return { to, subject, text: `${text}\n`, html };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
