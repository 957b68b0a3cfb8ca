import { makeAutoObservable } from 'mobx';
import { NOTIFICATION_MS } from '../../contract/limits.ts';
import type { MessageId } from '../i18n/messages.ts';

export interface Notification {
  id: number;
  kind: 'success' | 'error' | 'info';
  message: MessageId;
  values?: Record<string, string | number>;
  /** Display time in ms. The view pauses it on hover and focus. */
  lastsMs: number;
}

/** Short messages at the edge of the screen (§8): consecutive duplicates are suppressed. */
export class NotificationStore {
  list: Notification[] = [];
  #lastId = 0;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  show(notification: Omit<Notification, 'id' | 'lastsMs'> & { lastsMs?: number }): void {
    const last = this.list.at(-1);
    const isDuplicate =
      last?.message === notification.message && JSON.stringify(last.values) === JSON.stringify(notification.values);
    if (isDuplicate) return;
    this.#lastId += 1;
    this.list.push({ lastsMs: NOTIFICATION_MS, ...notification, id: this.#lastId });
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notification) => notification.id !== id);
  }
}
