import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, scrollsSideways } from '../support/browser/accessibility.ts';
import { launchBrowser } from '../support/browser/browser.ts';

/*
 * What only a real browser shows of the components: the focus of a modal dialog, layout that shrinks and grows, contrast.
 */
let browser: Browser;
let server: PreviewServer;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const options = {
    configFile: 'tests/gallery/vite.config.ts',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  } as const;
  await build(options);
  server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
  address = server.resolvedUrls?.local[0] ?? '';
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function visitGallery(query: string, width = 1440, height = 900): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${address}?${query}`);
  await page.locator('h1').waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** Text of the element that has the focus, or its label. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
}

describe('the components are accessible', () => {
  // The pages that hold every colour in both looks, the others in one; all of them by tests/gallery/photograph.ts.
  it.each([
    { name: 'exchange', theme: 'dark', language: 'ru', width: 360 },
    { name: 'order', theme: 'light', language: 'ru', width: 360 },
    { name: 'controls', theme: 'light', language: 'en', width: 1440 },
    { name: 'controls', theme: 'dark', language: 'ru', width: 360 },
    { name: 'states', theme: 'light', language: 'ru', width: 360 },
    { name: 'states', theme: 'dark', language: 'en', width: 1440 },
    { name: 'selector', theme: 'dark', language: 'en', width: 1440 },
    { name: 'dialog', theme: 'light', language: 'en', width: 768 },
  ])('$name is accessible and fits the screen: $theme, $language, $width px', async ({ name, theme, language, width }) => {
    const page = await visitGallery(`page=${name}&theme=${theme}&language=${language}`, width);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await page.context().close();
  });
});

describe('a dialog', () => {
  it('keeps the focus inside, closes on Escape and gives the focus back', async () => {
    const page = await visitGallery('page=dialog');
    expect(await page.locator('dialog input').evaluate((input) => input === document.activeElement)).toBe(true);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      // Between the last control and the first the browser visits its own address bar: the body, never the page behind.
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open' }).press('Enter');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Open');
    await page.context().close();
  });

  it('closes on a press outside, and the page behind does not scroll', async () => {
    const page = await visitGallery('page=dialog', 1440, 500);
    await page.mouse.move(30, 450);
    const turned = page.evaluate(
      () =>
        new Promise((resolve) => {
          // What it scrolls is painted two frames later.
          const painted = () => requestAnimationFrame(() => requestAnimationFrame(resolve));
          addEventListener('wheel', painted, { once: true });
        }),
    );
    await page.mouse.wheel(0, 600);
    await turned;
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.mouse.click(30, 450);
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('the coin list', () => {
  it('reaches the last of 3,000 rows by keyboard, with the row in sight', async () => {
    const page = await visitGallery('page=selector');
    await page.keyboard.press('End');
    const active = page.locator(`id=${await page.getByRole('combobox').getAttribute('aria-activedescendant')}`);
    expect(await active.getAttribute('aria-posinset')).toBe('3005');
    const inSight = await active.evaluate((row) => {
      const box = row.getBoundingClientRect();
      return document.elementFromPoint(box.x + 80, box.y + box.height / 2)?.closest('[role=option]') === row;
    });
    expect(inSight).toBe(true);
    await page.context().close();
  });

  it('shows a row under every point of the list, wherever it is scrolled to', async () => {
    const page = await visitGallery('page=selector');
    const list = page.getByRole('listbox');
    for (const top of [0, 1_000, 33_333, 120_000, 999_999]) {
      await list.evaluate((element, position) => element.parentElement?.scrollTo(0, position), top);
      const gaps = () =>
        list.evaluate((element) => {
          const box = element.parentElement?.getBoundingClientRect() ?? new DOMRect();
          const points = Array.from({ length: 20 }, (_, index) => box.top + 2 + ((box.height - 4) * index) / 19);
          return points.filter((y) => !document.elementFromPoint(box.left + 60, y)?.closest('[role=option], [role=group]'))
            .length;
        });
      await expect.poll(gaps, { message: `at ${top} px` }).toBe(0);
    }
    await page.context().close();
  });
});

describe('an amount', () => {
  it('is never cut, however long, on the narrowest screen and on the widest', async () => {
    const page = await visitGallery('page=exchange');
    const field = page.locator('#send');
    for (const width of [320, 360, 430, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const text of ['0.05', '1234567', '12345.678901', '1234567.12345678', '123456789.123456789012345678']) {
        await field.fill(text);
        // The size follows the text in the next render, not in the keystroke itself.
        const cut = () => field.evaluate((input) => input.scrollWidth - input.clientWidth);
        await expect.poll(cut, { message: `${text} at ${width} px` }).toBeLessThanOrEqual(0);
      }
    }
    await page.context().close();
  });

  it('moves nothing else while it is typed', async () => {
    const page = await visitGallery('page=exchange', 360, 800);
    const places = (): Promise<number[]> =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('#content *'), (element) => Math.round(element.getBoundingClientRect().top)),
      );
    const field = page.locator('#send');
    const size = () => field.evaluate((input) => getComputedStyle(input).fontSize);
    const [before, sizeBefore] = [await places(), await size()];
    await field.fill('1234567.12345678');
    await expect.poll(size).not.toBe(sizeBefore);
    expect(await places()).toEqual(before);
    await page.context().close();
  });
});

describe('an address field', () => {
  it('grows with what is typed and hides no part of it', async () => {
    const page = await visitGallery('page=exchange', 360, 800);
    const field = page.getByRole('textbox', { name: 'Your USDT address on TRON' });
    await field.fill('4'.repeat(95));
    expect(
      await field.evaluate((input) => [input.scrollHeight - input.clientHeight, input.scrollWidth - input.clientWidth]),
    ).toEqual([0, 0]);
    await page.context().close();
  });
});

describe('a tick', () => {
  it('is not set by following a link in its sentence', async () => {
    const page = await visitGallery('page=exchange');
    const box = page.getByRole('checkbox');
    expect(await box.isChecked()).toBe(true);
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), { once: true }));
    await page.getByRole('link', { name: 'terms' }).click();
    expect(await box.isChecked()).toBe(true);
    await page.context().close();
  });
});
