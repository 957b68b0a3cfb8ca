import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session, shell } from 'electron';

const POLICY = "default-src 'none'; script-src app://bundle; style-src 'self'; connect-src app:";
const PAGE = `<!doctype html><title>Test</title><body><h1>Test</h1>
<script src="/page.js"></script><script>document.body.dataset.inline = 'ran'</script>
<a id="blank" href="https://example.com/blank" target="_blank">New window</a>
<a id="outside" href="https://example.com/outside">Outside</a>
<a id="mail" href="mailto:someone@example.com">Mail</a>
<a id="own" href="app://bundle/other.html">Own</a>`;

/** What the test reads */
const log = {
  opened: [],
  navigations: [],
  redirects: [],
  secondInstances: [],
  links: [],
  notes: [],
  permissions: [],
  downloads: [],
};
globalThis.testLog = log;

if (!app.requestSingleInstanceLock()) app.quit();
app.on('second-instance', (_event, argv) => log.secondInstances.push(argv.at(-1)));
app.on('open-url', (_event, url) => log.links.push(url));
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);

app.on('web-contents-created', (_event, contents) => {
  contents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event, url) => {
    log.navigations.push(url);
    if (!url.startsWith('app://bundle/')) event.preventDefault();
  });
  contents.on('will-redirect', (event, url) => {
    log.redirects.push(url);
    event.preventDefault();
  });
  contents.on('render-process-gone', () => contents.reload());
});

ipcMain.handle('echo', (_event, value) => value);
ipcMain.handle('fail', () => {
  throw new RangeError('nope');
});
ipcMain.handle('sender', ({ sender, senderFrame }) => ({
  url: senderFrame.url,
  origin: senderFrame.origin,
  isMainFrame: senderFrame === sender.mainFrame,
}));
ipcMain.on('note', (_event, text) => log.notes.push(text));

function open(url) {
  const preload = join(import.meta.dirname, 'preload.cjs');
  const window = new BrowserWindow({
    width: 900,
    height: 620,
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  return window.loadURL(url);
}
globalThis.openWindow = open;

void app.whenReady().then(() => {
  shell.openExternal = (url) => Promise.resolve(log.opened.push(url));
  session.defaultSession.on('will-download', (event, item) => {
    event.preventDefault();
    log.downloads.push(item.getURL());
  });
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
    log.permissions.push(permission);
    answer(permission === 'notifications');
  });
  protocol.handle('app', ({ url }) => {
    const { host, pathname } = new URL(url);
    if (host === 'bundle' && pathname === '/page.js') {
      const body = readFileSync(join(import.meta.dirname, 'page.js'));
      return new Response(body, { headers: { 'content-type': 'text/javascript' } });
    }
    if (pathname === '/redirect.html') return new Response(null, { status: 302, headers: { location: 'https://example.com/' } });
    if (host !== 'bundle' || !pathname.endsWith('.html')) return new Response('not found', { status: 404 });
    return new Response(PAGE, { headers: { 'content-type': 'text/html', 'content-security-policy': POLICY } });
  });
  return open('app://bundle/index.html');
});
