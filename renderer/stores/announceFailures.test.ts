import { expect, test, vi } from 'vitest';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { announceFailures } from './announceFailures.ts';
import { NotificationStore } from './NotificationStore.ts';

async function fail(code: ErrorCode, onUnauthorised = () => {}) {
  const { platform } = createFakePlatform({
    'orders.latest': () => {
      throw new ApiError(code, 'refused');
    },
  });
  const notifications = new NotificationStore();
  const call = announceFailures(platform.transport, notifications, onUnauthorised).call('orders.latest', {});
  await expect(call).rejects.toMatchObject({ code });
  return notifications.list.map(({ kind, message, lastsMs }) => [kind, message, lastsMs]);
}

test('notifies of a database error for 3 s and rejects the call', async () => {
  expect(await fail('ERR_PRISMA_CLIENT_KNOWN_REQUEST')).toEqual([['error', 'error_notify_title', 3_000]]);
});

test('leaves other errors to the caller', async () => {
  expect(await fail('ERR_SERVICE_UNAVAILABLE')).toEqual([]);
});

test('reports an ended session, but not a wrong password', async () => {
  const onUnauthorised = vi.fn();
  await fail('ERR_INVALID_CREDENTIALS', onUnauthorised);
  expect(onUnauthorised).not.toHaveBeenCalled();
  await fail('ERR_UNAUTHORIZED', onUnauthorised);
  expect(onUnauthorised).toHaveBeenCalledOnce();
});

test('passes answers unchanged', async () => {
  const { platform } = createFakePlatform({ 'orders.latest': () => [] });
  const { call } = announceFailures(platform.transport, new NotificationStore(), () => {});
  await expect(call('orders.latest', {})).resolves.toEqual([]);
});
