import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { seoPath } from '../../../contract/pages.ts';
import { brand } from '../../brand.ts';
import { LOCALES, splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';

const named = (title: string): string => `${title} | ${brand.name}`;

/**
 * Sets title and language of the document from the second page on (the server writes the first). The title is the page's
 * own, else its entry in `dict/seo`, and until that is loaded its heading. Call it in an observer.
 */
export function useDocumentTitle(): void {
  const { page, locale } = useStores();
  const { code } = locale;
  const { pathname } = useLocation();
  const path = seoPath(splitLocale(pathname).path);
  const first = useRef<string | null>(`${code} ${path}`);
  const known = page.title === null ? page.titleOf(path, code) : named(page.title);

  useEffect(() => {
    document.documentElement.lang = LOCALES[code].language;
  }, [code]);

  useEffect(() => {
    if (known !== null) {
      document.title = known;
      return;
    }
    if (first.current === `${code} ${path}`) return;
    first.current = null;
    const heading = document.querySelector('main h1')?.textContent ?? '';
    if (heading !== '') document.title = named(heading);
    void page.describe(path, code);
  }, [page, known, path, code]);
}
