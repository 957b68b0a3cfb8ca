import { useEffect } from 'react';
import { useStores } from '../../StoresContext.tsx';

/** Sets the document's title while the screen is shown, for pages without an entry in `dict/seo`. */
export function usePageTitle(title: string): void {
  const { page } = useStores();
  useEffect(() => page.setTitle(title), [page, title]);
  useEffect(() => () => page.setTitle(null), [page]);
}
