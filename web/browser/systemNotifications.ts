import type { SystemNotifications } from '../../contract/platform.ts';

/** The browser's own notifications; undefined where it has none, or keeps them from an insecure page. */
export function createSystemNotifications(): SystemNotifications | undefined {
  if (!('Notification' in window) || !window.isSecureContext) return undefined;
  return {
    permission: () => Notification.permission,
    // Old browsers answer to a callback only; what they decided stands in `permission` all the same.
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
        // Chrome on Android has the name and wants a service worker for the thing.
        return false;
      }
    },
  };
}
