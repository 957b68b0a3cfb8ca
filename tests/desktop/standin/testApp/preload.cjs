const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('bridge', {
  list: [{ name: 'first' }],
  twice: (number) => number * 2,
  fail: () => {
    throw new RangeError('refused');
  },
  callLater: async (callback) => `${await callback('now')} later`,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  on: (channel, listener) => {
    const receive = (_event, ...args) => listener(...args);
    ipcRenderer.on(channel, receive);
    return () => ipcRenderer.off(channel, receive);
  },
});
window.secretOfPreload = true;
