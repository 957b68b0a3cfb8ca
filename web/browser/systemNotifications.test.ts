import { afterEach, expect, test, vi } from 'vitest';
import { createSystemNotifications } from './systemNotifications.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that has the name, and shows what it is asked to unless it is told to fail. */
function browser({ isSecure = true, fails = false } = {}) {
  const shown: { title: string; options: NotificationOptions | undefined; clicked: () => void; isClosed: boolean }[] = [];
  const focused: string[] = [];
  class FakeNotification {
    static permission: NotificationPermission = 'default';
    static requestPermission = () => {
      FakeNotification.permission = 'granted';
      return Promise.resolve(FakeNotification.permission);
    };
    private readonly entry: (typeof shown)[number];
    constructor(title: string, options?: NotificationOptions) {
      if (fails) throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
      this.entry = { title, options, clicked: () => undefined, isClosed: false };
      shown.push(this.entry);
    }
    addEventListener(_type: 'click', listener: () => void) {
      this.entry.clicked = listener;
    }
    close() {
      this.entry.isClosed = true;
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('window', {
    Notification: FakeNotification,
    isSecureContext: isSecure,
    focus: () => void focused.push('focused'),
  });
  return { shown, focused };
}

const NEWS = { title: 'Confirming: 1 of 2', body: 'Order 7F3KQ9…4nTzyA', tag: 'order' };

test('what is shown brings the page back when it is pressed', async () => {
  const { shown, focused } = browser();
  const notifications = createSystemNotifications();
  expect(notifications?.permission()).toBe('default');
  expect(await notifications?.ask()).toBe('granted');
  expect(notifications?.show(NEWS)).toBe(true);
  expect(shown).toMatchObject([{ title: NEWS.title, options: { body: NEWS.body, tag: NEWS.tag } }]);
  shown[0]?.clicked();
  expect(focused).toHaveLength(1);
  expect(shown[0]?.isClosed).toBe(true);
});

test('a browser that wants a service worker says no when it comes to it', () => {
  browser({ fails: true });
  expect(createSystemNotifications()?.show(NEWS)).toBe(false);
});

test('an insecure page and a browser without notifications have none', () => {
  browser({ isSecure: false });
  expect(createSystemNotifications()).toBeUndefined();
  vi.stubGlobal('window', { isSecureContext: true });
  expect(createSystemNotifications()).toBeUndefined();
});
