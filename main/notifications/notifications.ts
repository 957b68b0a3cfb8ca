import { Notification } from 'electron';
import type { IpcHandlers } from '../ipc.ts';
import type { Message } from './messages.ts';

/** Notifications of the system. */
export interface Notifications {
  /** Shows a notification. Returns false if the system shows none. A click runs `follow`, by default opening the message's page. */
  show(message: Message, follow?: () => void): boolean;
  handlers: Pick<IpcHandlers, 'notifications.show'>;
}

/** `open` shows a page in a window, or a window as it is. */
export function createNotifications({ open }: { open: (path?: string) => void }): Notifications {
  /** By tag. The clicks of a garbage-collected notification are lost. */
  const shown = new Map<string, Notification>();
  const show = ({ title, body, tag, path, button, isUrgent = false }: Message, follow = () => open(path)): boolean => {
    if (!Notification.isSupported()) return false;
    const notification = new Notification({
      title,
      body,
      // Linux and Windows leave it on the screen, macOS plays the sound.
      ...(isUrgent && { urgency: 'critical', timeoutType: 'never', sound: 'Ping' }),
      ...(button !== undefined && { actions: [{ type: 'button', text: button }] }),
    });
    const forget = (): void => {
      if (shown.get(tag) === notification) shown.delete(tag);
    };
    const answer = (): void => {
      forget();
      follow();
    };
    notification.on('click', answer);
    notification.on('action', answer);
    notification.on('close', forget);
    shown.get(tag)?.close();
    shown.set(tag, notification);
    notification.show();
    return true;
  };
  return { show, handlers: { 'notifications.show': (message) => show(message) } };
}
