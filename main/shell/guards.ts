import type { App, Session } from 'electron';
import { isAppUrl } from './appUrl.ts';

/** Denies every permission, device and download: pages of the app need none of them. They reach the clipboard over the bridge. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}

/** Keeps every page of the app at its own origin, without frames, webviews and windows of its own. Links open in the browser. */
export function guardNavigation(app: Pick<App, 'on'>, openExternal: (url: string) => Promise<boolean>): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void }, url: string): void => {
      if (isAppUrl(url)) return;
      event.preventDefault();
      void openExternal(url);
    };
    contents.on('will-navigate', (event) => stay(event, event.url));
    contents.on('will-redirect', (event) => stay(event, event.url));
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (!isAppUrl(url)) void openExternal(url);
      return { action: 'deny' };
    });
  });
}
