import { app, net, powerMonitor } from 'electron';

interface Dependencies {
  /** Tells the windows. */
  tell: (isOnline: boolean) => void;
  /** The main process reconnects. */
  wake: () => void;
  /** The connections may be dead without knowing it. */
  restart: () => void;
}

/** In ms. Electron has no event for it. */
const CHECK_MS = 2_000;

/** Follows the network of this computer. Connections that gave up try again when it is back, and after sleep. */
export function watchConnectivity({ tell, wake, restart }: Dependencies): void {
  let wasOnline = net.isOnline();
  const change = (isOnline: boolean): void => {
    wasOnline = isOnline;
    tell(isOnline);
    if (isOnline) wake();
  };
  setInterval(() => {
    const isOnline = net.isOnline();
    if (isOnline !== wasOnline) change(isOnline);
  }, CHECK_MS);
  powerMonitor.on('resume', () => {
    restart();
    change(net.isOnline());
  });
  app.on('browser-window-focus', wake);
}
