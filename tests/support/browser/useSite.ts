import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, visit, type Visitor } from './browser.ts';
import { startSite, type Site } from './site.ts';
import { onePerWorker } from '../onePerWorker.ts';
import { createSiteApi, type SiteApi } from './siteApi.ts';

interface UsedSite {
  /** Throws before the first test of the file. */
  site(): Site;
  browser(): Browser;
  api: SiteApi;
  /** {@link visit}, to this site */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
}

const shareSite = onePerWorker(startSite);
const shareBrowser = onePerWorker(launchBrowser);

/**
 * Gives the tests of a file a site and a browser, which other files use before and after it. A file that changes a setting of the host for
 * good, or that needs environment variables, has a site of its own. A file whose browser needs arguments has a browser of its own.
 */
export function useSite({
  environment,
  args,
}: { environment?: Record<string, string>; args?: readonly string[] } = {}): UsedSite {
  let used: { site: Site; browser: Browser; api: SiteApi } | undefined;
  const get = () => {
    if (!used) throw new Error('The site has not started');
    return used;
  };
  beforeAll(async () => {
    const [site, browser] = await Promise.all([
      environment ? startSite({ environment }) : shareSite(),
      args ? launchBrowser({ args }) : shareBrowser(),
    ]);
    used = { site, browser, api: createSiteApi(site.url) };
  });
  afterAll(async () => {
    if (environment) await used?.site.stop();
    if (args) await used?.browser.close();
    // A test that failed leaves its profile open.
    else await Promise.all((used?.browser.contexts() ?? []).map((context) => context.close()));
  });
  return {
    site: () => get().site,
    browser: () => get().browser,
    api: { call: async (name, input) => await get().api.call(name, input) },
    visit: async (options) => await visit(get().browser, get().site.url, options),
  };
}
