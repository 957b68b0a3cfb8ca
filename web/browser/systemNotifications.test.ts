import { afterEach, expect, test, vi } from 'vitest';
import { createSystemNotifications } from './systemNotifications.ts';

afterEach(() => vi.unstubAllGlobals());

/** A `Notification` class that works, or throws if `fails` is set. */
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

test('focuses the page when a notification is clicked', async () => {
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

test('ignores the error of a browser that requires a service worker', () => {
  browser({ fails: true });
  expect(createSystemNotifications()?.show(NEWS)).toBe(false);
});

test('is absent on an insecure page and in a browser without notifications', () => {
  browser({ isSecure: false });
  expect(createSystemNotifications()).toBeUndefined();
  vi.stubGlobal('window', { isSecureContext: true });
  expect(createSystemNotifications()).toBeUndefined();
});
