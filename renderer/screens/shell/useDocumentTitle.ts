import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { isAccountPath } from '../../../contract/accounts.ts';
import { brand } from '../../brand.ts';
import { LOCALES, splitLocale } from '../../../contract/paths/locales.ts';
import type { RouteHandle } from '../../pageRoute.ts';
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
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  // An order's path must not be sent in a request (D39).
  const bare = splitLocale(pathname).path;
  const path = handle?.isPrivate && !isAccountPath(bare) ? '/order' : bare;
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
