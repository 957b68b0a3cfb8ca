import { useEffect } from 'react';
import { useStores } from '../../StoresContext.tsx';

/** The document's title while the screen is there, for pages that `dict/seo` knows nothing of. */
export function usePageTitle(title: string): void {
  const { page } = useStores();
  useEffect(() => page.setTitle(title), [page, title]);
  useEffect(() => () => page.setTitle(null), [page]);
}
