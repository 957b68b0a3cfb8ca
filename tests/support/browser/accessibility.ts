import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Returns the accessibility rules that a page breaks, each with the elements that break it, as axe sees them. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Legacy mode stays within the page. The other mode opens a second page to merge the results of frames, and no page has frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}

/** Whether the page is wider than the screen. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
