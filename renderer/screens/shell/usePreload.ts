import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Fetches the code of likely next pages. What does it is loaded after the page. */
export function usePreload(preload: (href: string) => void): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const stop = new AbortController();
    import('./preloadLinks.ts').then(
      ({ preloadLinks }) => stop.signal.aborted || preloadLinks(preload, pathname, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, [preload, pathname]);
}
