import type { Page } from 'playwright';

interface LayoutShiftSource {
  node?: Node | null;
  previousRect: DOMRect;
  currentRect: DOMRect;
}

export interface LayoutShifts {
  /** Cumulative layout shift of the page, without what follows input within half a second */
  total: number;
  /** Each shift with the elements that moved: their text, and x, y, width and height before and after */
  moved: string[];
}

/** Records the layout shifts of the next page load. Returns a function that reads them. */
export async function recordShifts(page: Page): Promise<() => Promise<LayoutShifts>> {
  await page.addInitScript(() => {
    const shifts = { total: 0, moved: [] as string[] };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('hadRecentInput' in entry) || !('sources' in entry) || entry.hadRecentInput) continue;
        shifts.total += Number(entry.value);
        const sources = Array.isArray(entry.sources) ? entry.sources : [];
        const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
        const texts = sources.map(({ node, previousRect, currentRect }: LayoutShiftSource) => {
          const text = node?.textContent?.slice(0, 40) ?? '?';
          return `${text} (${place(previousRect)} → ${place(currentRect)})`;
        });
        shifts.moved.push(`${Number(entry.value).toFixed(4)}: ${texts.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'shifts') as LayoutShifts);
}
