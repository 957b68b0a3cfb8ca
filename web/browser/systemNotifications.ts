import type { SystemNotifications } from '../../contract/platform.ts';

/** Returns the browser's notifications; undefined if it has none or denies them to an insecure page. */
export function createSystemNotifications(): SystemNotifications | undefined {
  if (!('Notification' in window) || !window.isSecureContext) return undefined;
  return {
    permission: () => Notification.permission,
    // Old browsers support only the callback form. `permission` holds the decision in both.
    ask: async () => {
      await Notification.requestPermission();
      return Notification.permission;
    },
    show: ({ title, body, tag }) => {
      try {
        const notification = new Notification(title, { body, tag });
        notification.addEventListener('click', () => {
          window.focus();
          notification.close();
        });
        return true;
      } catch {
        // Chrome on Android has the constructor but requires a service worker.
        return false;
      }
    },
  };
}
