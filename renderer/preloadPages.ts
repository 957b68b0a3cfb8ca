import { PRELOAD_CONCURRENCY } from '../contract/limits.ts';
import { pageAt, type PageName } from '../contract/pages.ts';
import { splitLocale } from '../contract/paths/locales.ts';

interface Page {
  import: () => Promise<unknown>;
}

/**
 * Fetches the code of pages before navigation: each once, at most four at a time (§9). The browser caches modules, so the
 * navigation reuses them. After a failure the navigation itself retries.
 */
export function createPreloader(pageOf: (name: PageName) => Page): (href: string) => void {
  const begun = new Set<Page>();
  const waiting: Page[] = [];
  let running = 0;

  const fetchPage = async (page: Page): Promise<void> => {
    running += 1;
    try {
      await page.import();
    } catch {
      begun.delete(page);
    }
    running -= 1;
    next();
  };
  const next = (): void => {
    while (running < PRELOAD_CONCURRENCY) {
      const page = waiting.shift();
      if (!page) return;
      void fetchPage(page);
    }
  };

  return (href) => {
    const { path } = splitLocale(href.replace(/[?#].*$/, ''));
    const name = pageAt(path);
    const page = name && pageOf(name);
    if (!page || begun.has(page)) return;
    begun.add(page);
    waiting.push(page);
    next();
  };
}
