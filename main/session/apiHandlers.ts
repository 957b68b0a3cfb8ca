import { ApiError } from '../../contract/errors.ts';
import type { ApiResult } from '../../contract/ipc.ts';
import type { Transport } from '../../contract/platform.ts';
import type { IpcHandlers } from '../ipc.ts';
import { isCallName } from './api.ts';

/** Returns the handlers of the windows' API calls. An abort of one window ends only that window's call. */
export function apiHandlers(api: Transport): Pick<IpcHandlers, 'api.call' | 'api.abort'> {
  const running = new Map<string, AbortController>();
  const keyOf = (sender: { id: number }, call: number): string => `${sender.id}:${call}`;
  return {
    'api.call': async ({ call, name, input, orderToken, idempotencyKey }, sender) => {
      if (!isCallName(name)) throw new Error('There is no such call.');
      const controller = new AbortController();
      const key = keyOf(sender, call);
      running.set(key, controller);
      const { signal } = controller;
      try {
        const options = { signal, ...(orderToken && { orderToken }), ...(idempotencyKey && { idempotencyKey }) };
        return { ok: true, value: await api.call(name, input, options) };
      } catch (error) {
        return failure(error);
      } finally {
        running.delete(key);
      }
    },
    'api.abort': ({ call }, sender) => running.get(keyOf(sender, call))?.abort(),
  };
}

/** The window that aborted a call ignores its result. */
function failure(error: unknown): ApiResult {
  const { code, message, details, requestId } =
    error instanceof ApiError ? error : new ApiError('ERR_SERVICE_UNAVAILABLE', 'The call was ended.');
  return { ok: false, error: { code, message, requestId, ...(details && { details }) } };
}
