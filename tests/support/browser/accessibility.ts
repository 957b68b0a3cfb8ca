import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Returns the accessibility rules that a page breaks, each with the elements that break it, as axe sees them.
 *
 * @param rules the only rules to check; all of them by default
 */
export async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  // Legacy mode stays within the page. The other mode opens a second page to merge the results of frames, and no page has frames.
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) };
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}

/** Whether the page is wider than the screen. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
