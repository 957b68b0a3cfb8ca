import { app, session } from 'electron';
import { isAppUrl } from './appScheme.ts';
import { openExternal } from './externalLinks.ts';

/** The permissions that a page of the app gets. Everything else is denied; the clipboard is reached over the bridge. */
const GRANTED: ReadonlySet<string> = new Set<string>([]);

/** Denies all permissions but {@link GRANTED}, and those only to pages of the app. Call it when the app is ready. */
export function guardPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, answer) =>
    answer(GRANTED.has(permission) && isAppUrl(contents.getURL())),
  );
  defaultSession.setPermissionCheckHandler(
    (contents, permission) => contents !== null && GRANTED.has(permission) && isAppUrl(contents.getURL()),
  );
  defaultSession.setDevicePermissionHandler(() => false);
}

/** Keeps every page of the app at its own origin, without new windows of its own and without webviews. */
export function guardNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void }, url: string): void => {
      if (isAppUrl(url)) return;
      event.preventDefault();
      void openExternal(url);
    };
    contents.on('will-navigate', (event) => stay(event, event.url));
    contents.on('will-redirect', (event) => stay(event, event.url));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (!isAppUrl(url)) void openExternal(url);
      return { action: 'deny' };
    });
  });
}
