import { app, BrowserWindow, ipcMain, protocol } from 'electron';
import { join } from 'node:path';
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
ipcMain.handle('echo', (_e, x) => x);
app.whenReady().then(() => {
  protocol.handle('app', () => new Response('<title>Test</title><h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }));
  const w = new BrowserWindow({
    width: 900,
    height: 620,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      preload: join(import.meta.dirname, 'preload.cjs'),
    },
  });
  w.loadURL('app://bundle/index.html').catch((e) => console.error('LOAD', e));
});
