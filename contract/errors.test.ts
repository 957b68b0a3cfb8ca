import { expect, test } from 'vitest';
import { ApiError, retryAfterSeconds, tooManyRequests } from './errors.ts';

test('says after how many seconds a call may succeed', () => {
  expect(retryAfterSeconds(tooManyRequests('Too many requests.', 42))).toBe(42);
  expect(retryAfterSeconds(new ApiError('ERR_SERVICE_UNAVAILABLE', 'There is no reliable price.'))).toBe(5);
  expect(retryAfterSeconds(new ApiError('ERR_NOT_FOUND', 'There is no such instrument.'))).toBeNull();
});
