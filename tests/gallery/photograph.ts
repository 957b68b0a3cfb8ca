import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { accessibilityFaults } from '../support/browser/accessibility.ts';

/*
 * Pictures and the accessibility check of the gallery while `npx vite tests/gallery` serves it:
 * node tests/gallery/photograph.ts http://localhost:5173 some/folder [page …]
 */
const [address = 'http://localhost:5173', folder = 'gallery', ...wanted] = process.argv.slice(2);
const pages = wanted.length > 0 ? wanted : ['exchange', 'order', 'controls', 'states', 'selector', 'dialog'];
const widths = [360, 768, 1440];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
let violations = 0;
for (const name of pages) {
  for (const theme of ['light', 'dark']) {
    for (const language of ['en', 'ru']) {
      for (const width of widths) {
        const context = await browser.newContext({
          viewport: { width, height: width === 1440 ? 900 : width === 768 ? 1024 : 800 },
          reducedMotion: 'reduce',
          hasTouch: width === 360,
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => console.log(name, error.message));
        await page.goto(`${address}/?page=${name}&theme=${theme}&language=${language}`);
        await page.waitForSelector('h1');
        await page.evaluate(() => document.fonts.ready);
        const isDialog = name === 'selector' || name === 'dialog';
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}-${language}.png`), fullPage: !isDialog });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (overflow > 0) console.log(`${name} ${width} ${language}: ${overflow} px too wide`);
        const faults = await accessibilityFaults(page);
        violations += faults.length;
        for (const fault of faults) console.log(name, width, theme, language, fault.slice(0, 200));
        await context.close();
      }
    }
  }
}
await browser.close();
console.log(`${violations} violations`);
process.exitCode = violations === 0 ? 0 : 1;
