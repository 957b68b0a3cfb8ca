import type { Page } from 'playwright';

/** Opens a page as a slow network does: what the server rendered is there, and the scripts wait until the returned function is called. */
export async function openWithHeldScripts(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return held.resolve;
}
