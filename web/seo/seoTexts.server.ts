import type { FastifyBaseLogger } from 'fastify';
import { seoPath } from '../../contract/pages.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { checkSeoTexts } from '../../contract/seo.ts';
import type { ApiClient } from '../http/apiClient.server.ts';
import type { SeoTexts } from './seoHead.server.ts';

interface Page {
  /** Path without locale prefix */
  page: string;
  locale: LocaleCode;
  status: number;
}
type Dependencies = { api: Pick<ApiClient, 'seo'>; checkMeta: boolean };

/**
 * Returns the page's texts of `dict/seo`; none when the API host fails, because a page without them is better than no page.
 * With `checkMeta` on (§5) it throws an Error that names missing or broken keys of the host's texts, and the page is a 500.
 */
export async function seoTexts(page: Page, dependencies: Dependencies, log: Pick<FastifyBaseLogger, 'warn'>): Promise<SeoTexts> {
  const requested = askedPage(page);
  const texts = await readTexts(requested, page.locale, dependencies, log);
  if (texts === null) return {};
  const problems = dependencies.checkMeta && page.status < 400 ? checkSeoTexts(texts) : [];
  if (problems.length === 0) return texts;
  const named = problems.map(({ key, problem }) => `${key} (${problem})`).join(', ');
  throw new Error(`SEO texts of ${requested} in ${page.locale}: ${named}`);
}

/** Returns null when the API host fails. */
async function readTexts(
  requested: string,
  locale: Page['locale'],
  { api }: Dependencies,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<SeoTexts | null> {
  try {
    return (await api.seo(requested))[locale] ?? {};
  } catch (error) {
    log.warn({ err: error }, 'The SEO texts of a page could not be loaded.');
    return null;
  }
}

const askedPage = ({ page, status }: Page): string => (status >= 400 ? '/not-found' : seoPath(page));
