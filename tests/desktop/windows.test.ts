import type { Dialog, MessageBoxOptions } from 'electron';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchApp, type RunningApp } from './support/launchApp.ts';
import { pageHeading } from './support/pageHeading.ts';

/** Windows that stop working, and too many of them. Nothing listens on the port of the host. */
let app: RunningApp;

declare global {
  /** The app's questions, and the button that the customer presses */
  var asked: { messages: string[]; isAborted: () => boolean; response: number } | undefined;
}

beforeAll(async () => {
  app = await launchApp({ environment: { API_URL: 'http://127.0.0.1:9' } });
  await app.firstWindow();
});
afterAll(() => app.dispose());

beforeEach(async () => {
  await app.electron.evaluate(({ dialog }) => {
    const answers = { messages: [] as string[], isAborted: () => false, response: 0 };
    globalThis.asked = answers;
    const ask = (_window: unknown, { message, signal }: MessageBoxOptions) => {
      answers.messages.push(message);
      answers.isAborted = () => signal?.aborted ?? false;
      const { promise, resolve } = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
      const answer = (response: number) => resolve({ response, checkboxChecked: false });
      // An unanswered question stays open until the app closes it.
      if (answers.response >= 0) answer(answers.response);
      else signal?.addEventListener('abort', () => answer(0));
      return promise;
    };
    dialog.showMessageBox = ask as Dialog['showMessageBox'];
  });
});

const answerWith = (response: number) =>
  app.electron.evaluate((_electron, value) => {
    if (globalThis.asked) globalThis.asked.response = value;
  }, response);
const messages = () => app.electron.evaluate(() => globalThis.asked?.messages);
const windowCount = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const heading = () => pageHeading(app);
async function crash(): Promise<void> {
  await expect.poll(heading).not.toBeNull();
  await app.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve));
    contents?.forcefullyCrashRenderer();
    await gone;
  });
}

it('opens at most twelve windows, and says so', async () => {
  const [page] = app.electron.windows() as [Page];
  const open = () => page.evaluate(() => desktop.call['windows.open']({ path: '/support' }));
  for (let count = 1; count < 12; count += 1) await open();
  await expect.poll(windowCount).toBe(12);
  await open();
  expect([await messages(), await windowCount()]).toEqual([['You can open 12 windows at most'], 12]);
  await app.electron.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows().slice(1)) window.close();
  });
  await expect.poll(windowCount).toBe(1);
});

it('asks about a window that does not respond, and closes the question when it does', async () => {
  await answerWith(-1);
  const report = (event: 'unresponsive' | 'responsive') =>
    app.electron.evaluate(({ BrowserWindow }, name) => {
      BrowserWindow.getAllWindows()[0]?.webContents.emit(name);
      return [globalThis.asked?.messages, globalThis.asked?.isAborted()];
    }, event);
  expect(await report('unresponsive')).toEqual([['This window does not respond'], false]);
  expect(await report('responsive')).toEqual([['This window does not respond'], true]);
});

it('asks after the fourth crash within a minute, and reloads or closes the window', async () => {
  await answerWith(1);
  for (let count = 0; count < 3; count += 1) await crash();
  expect(await messages()).toEqual([]);
  await crash();
  expect(await messages()).toEqual(['This window stopped working']);
  await answerWith(0);
  for (let count = 0; count < 4; count += 1) await crash();
  await expect.poll(windowCount).toBe(0);
  expect(await messages()).toHaveLength(2);
});

it('opens a new window in place of the last one that was closed', async () => {
  await app.openedBy(() => app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newWindow')?.click()));
  await expect.poll(heading).not.toBeNull();
  await app.kill();
  await app.relaunch();
  await app.firstWindow();
  expect(await windowCount()).toBe(1);
});

it('shows the page of a link that arrived while the window was reloading', async () => {
  await expect.poll(heading).not.toBeNull();
  await app.electron.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve));
    contents?.forcefullyCrashRenderer();
    await gone;
    electronApp.emit('second-instance', {}, ['causeway', 'causeway://support'], '/');
  });
  await expect.poll(heading).toBe('Support');
});
