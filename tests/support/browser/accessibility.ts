import axe from 'axe-core';
import type { Frame, Page } from 'playwright';

/** Rules of axe by id; all of them by default */
export interface Rules {
  only?: readonly string[];
  except?: readonly string[];
}

/**
 * Returns the accessibility rules that a page breaks, each with the elements that break it, as axe sees them. axe looks only at the
 * document itself: a frame in it is checked by itself.
 */
export async function accessibilityFaults(page: Page | Frame, { only = [], except = [] }: Rules = {}): Promise<string[]> {
  // A document keeps it until the next page load.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const rules = {
    ...(only.length > 0 && { runOnly: [...only] }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  };
  return await page.evaluate(async (chosen) => {
    // Halfway through its opening, a dialog is not yet modal to axe, and colours are mixed.
    for (const animation of document.getAnimations()) {
      const end = animation.effect?.getComputedTiming().endTime;
      if (animation.timeline instanceof DocumentTimeline && Number.isFinite(end)) animation.finish();
    }
    const checker = Reflect.get(globalThis, 'axe') as typeof axe;
    const options = { resultTypes: ['violations' as const], iframes: false, ...chosen };
    const { violations } = await checker.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
  }, rules);
}

/** Returns the visible controls that a finger can hit in less than 44 px of height, fields and their frames aside. */
export async function smallTargets(page: Page | Frame): Promise<string[]> {
  return await page.evaluate(() => {
    const isSmall = (element: HTMLElement): boolean => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = element.getClientRects()[0];
      if (!box || box.width < 2 || !element.checkVisibility({ visibilityProperty: true })) return false;
      const middle = box.top + box.height / 2;
      const hits = (y: number): boolean => {
        const hit = document.elementFromPoint(box.left + Math.min(box.width / 2, 20), y);
        return hit !== null && (element.contains(hit) || element.closest('label')?.contains(hit) === true);
      };
      return !hits(middle - 21) || !hits(middle + 21);
    };
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, summary, input[type=checkbox]');
    return [...controls].filter(isSmall).map((element) => element.outerHTML.slice(0, 200));
  });
}

/** Whether the page is wider than the screen. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
