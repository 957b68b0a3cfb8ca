import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, visit, type Visitor } from './browser.ts';
import { startSite, type Site } from './site.ts';
import { createSiteApi, type SiteApi } from './siteApi.ts';

interface UsedSite {
  /** Throws before the first test of the file. */
  site(): Site;
  browser(): Browser;
  api: SiteApi;
  /** {@link visit}, to this site */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
}

/** Starts one site, with these environment variables, and one browser, with these arguments, for all tests of a file. */
export function useSite(environment: Record<string, string> = {}, args: readonly string[] = []): UsedSite {
  let used: { site: Site; browser: Browser; api: SiteApi } | undefined;
  const get = () => {
    if (!used) throw new Error('The site has not started');
    return used;
  };
  beforeAll(async () => {
    const [site, browser] = await Promise.all([startSite({ environment }), launchBrowser({ args })]);
    used = { site, browser, api: createSiteApi(site.url) };
  });
  afterAll(async () => {
    await used?.browser.close();
    await used?.site.stop();
  });
  return {
    site: () => get().site,
    browser: () => get().browser,
    api: { call: async (name, input) => await get().api.call(name, input) },
    visit: async (options) => await visit(get().browser, get().site.url, options),
  };
}
