import type { RunningApp } from './launchApp.ts';

const ANSWER_MS = 1_000;

/**
 * Returns the heading of the first window whose URL ends with `path`; null while its page shows none. It does not use Playwright's
 * pages: they end when their process crashes. Chromium loses a command that reaches a new process too early, so call this function
 * again if it returns null.
 */
export async function pageHeading({ electron }: RunningApp, path = ''): Promise<string | null> {
  return await electron.evaluate(
    async ({ BrowserWindow }, [end, milliseconds]) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith(end));
      if (!window || window.webContents.isCrashed()) return null;
      const heading = window.webContents.executeJavaScript(`document.querySelector('h1')?.textContent ?? null`);
      const late = new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));
      return await (Promise.race([heading, late]) as Promise<string | null>);
    },
    [path, ANSWER_MS] as const,
  );
}
