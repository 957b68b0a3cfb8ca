import { expect, test } from 'vitest';
import { NotificationStore } from './NotificationStore.ts';

const failure = { kind: 'error', message: 'error.partNotLoaded' } as const;

test('shows a message for 30 s by default', () => {
  const notifications = new NotificationStore();
  notifications.show(failure);
  notifications.show({ kind: 'success', message: 'order.copied', lastsMs: 3_000 });
  expect(notifications.list.map(({ lastsMs }) => lastsMs)).toEqual([30_000, 3_000]);
});

test('suppresses a consecutive duplicate but shows other values and later repeats', () => {
  const notifications = new NotificationStore();
  notifications.show(failure);
  notifications.show(failure);
  notifications.show({ ...failure, values: { id: '1' } });
  notifications.show({ ...failure, values: { id: '1' } });
  notifications.show(failure);
  expect(notifications.list).toHaveLength(3);
});

test('removes only the dismissed message and can show it again', () => {
  const notifications = new NotificationStore();
  notifications.show(failure);
  notifications.show({ kind: 'info', message: 'order.copied' });
  notifications.dismiss(notifications.list[0]?.id ?? -1);
  expect(notifications.list.map(({ message }) => message)).toEqual(['order.copied']);
  notifications.show(failure);
  expect(notifications.list).toHaveLength(2);
});
