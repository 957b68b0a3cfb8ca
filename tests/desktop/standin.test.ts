import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { appUrl, launchApp, type RunningApp } from './support/launchApp.ts';

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await launchApp({ folder: 'tests/desktop/standin/testApp' });
  page = await app.firstWindow();
});

afterAll(() => app.dispose());

it('shows a page of the app at its own URL and in its own size', async () => {
  expect(appUrl(page.url())).toBe('app://bundle/index.html');
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 620]);
});
