const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('bridge', {
  ping: () => 'pong',
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
});
