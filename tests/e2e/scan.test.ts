import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderSVG } from 'uqr';
import { test, type TestContext } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { launchBrowser, visit as visitWith } from '../support/browser/browser.ts';
import { writeCameraFile } from '../support/browser/cameraFile.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { site, visit } = useSite();

/** Opens the form in a browser whose camera looks at a QR code with this text. */
async function openWithCamera(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  text: string,
  permission: 'allow' | 'deny' = 'allow',
) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-camera-'));
  const file = join(folder, 'camera.y4m');
  await writeCameraFile(file, text);
  const browser = await launchBrowser({
    args: [
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
      `--use-fake-ui-for-media-stream${permission === 'deny' ? '=deny' : ''}`,
    ],
  });
  onTestFinished(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  const visitor = await visitWith(browser, site().url);
  await visitor.open('/exchange-usdttrc20-btc');
  const form = exchangeForm(visitor.page, say);
  const scan = form.form.getByRole('button', { name: say('scan.title') }).first();
  return { ...visitor, form, scan, dialog: visitor.page.getByRole('dialog', { name: say('scan.title') }) };
}

test.concurrent('takes address and amount from a payment request that the camera sees', async (context) => {
  const { expect } = context;
  const { problems, form, scan } = await openWithCamera(context, `bitcoin:${ADDRESSES.bitcoin}?amount=0.02`);
  await scan.click();
  await expect.poll(() => form.address('BTC', 'Bitcoin').inputValue()).toBe(ADDRESSES.bitcoin);
  await expect.poll(() => form.receive.inputValue()).toBe('0.02');
  await form.form.getByText(say('exchange.pasted', { withAmount: 'true', withMemo: 'false' })).waitFor();
  expect(await scan.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
});

test.concurrent('says where to hold the code, and reads a chosen picture', async (context) => {
  const { expect } = context;
  const { page, scan, dialog, form } = await openWithCamera(context, '');
  await scan.click();
  await dialog.getByText(say('scan.scanning')).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const other = await page.context().newPage();
  await other.setContent(`<div style="width: 400px">${renderSVG(ADDRESSES.bitcoin)}</div>`);
  const picture = { name: 'code.png', mimeType: 'image/png', buffer: await other.screenshot() };
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ ...picture, buffer: Buffer.from('no picture') });
  await dialog.getByText(say('scan.pictureEmpty')).waitFor();
  await input.setInputFiles(picture);
  await expect.poll(() => form.address('BTC', 'Bitcoin').inputValue()).toBe(ADDRESSES.bitcoin);
});

test.concurrent('says what to do when the customer refuses the camera', async (context) => {
  const { expect } = context;
  const { page, scan, dialog } = await openWithCamera(context, '', 'deny');
  await scan.click();
  await dialog.getByText(say('scan.denied')).waitFor();
  await dialog.getByRole('button', { name: say('scan.retry') }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await scan.evaluate((button) => button === document.activeElement)).toBe(true);
});

test.concurrent('offers no scan without a camera', async ({ expect }) => {
  const { page, open, close } = await visit();
  await open('/exchange-usdttrc20-btc');
  const form = exchangeForm(page, say);
  await form.form
    .getByRole('button', { name: say('exchange.paste') })
    .first()
    .waitFor();
  expect(await form.form.getByRole('button', { name: say('scan.title') }).count()).toBe(0);
  await close();
});
