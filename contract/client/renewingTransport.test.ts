import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../errors.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { renewingTransport } from './renewingTransport.ts';

const PAIR = { from: 'btc', to: 'eth', amount: '1' };

/** A host whose access token has expired until a refresh. */
function setUp({ refresh }: { refresh?: () => never } = {}) {
  let isExpired = true;
  const fake = createFakePlatform({
    'users.refresh': () => {
      refresh?.();
      isExpired = false;
      return { userId: 7 };
    },
    'orders.latest': async () => {
      await Promise.resolve();
      if (isExpired) throw new ApiError('ERR_IM_A_TEAPOT', 'expired');
      return [];
    },
  });
  const onRenewed = vi.fn();
  const options = { fingerprint: () => Promise.resolve('f1'), onRenewed };
  return { fake, onRenewed, transport: renewingTransport(fake.platform.transport, options) };
}

describe('an expired access token', () => {
  it('is renewed once for ten calls in flight, which are all repeated', async () => {
    const { fake, onRenewed, transport } = setUp();
    const calls = Array.from({ length: 10 }, () => transport.call('orders.latest', {}));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 10 }, () => []));
    expect(fake.callsOf('users.refresh').map(({ input }) => input)).toEqual([{ browserFingerprint: 'f1' }]);
    expect(onRenewed).toHaveBeenCalledOnce();
  });

  it('is not renewed again for a call that was answered after the renewal', async () => {
    const { fake, transport } = setUp();
    const late = Promise.withResolvers<never>();
    fake.answers['pairs.default'] = () => (fake.callsOf('pairs.default').length === 1 ? late.promise : PAIR);
    const slow = transport.call('pairs.default', {});
    await transport.call('orders.latest', {});
    late.reject(new ApiError('ERR_IM_A_TEAPOT', 'expired'));
    expect(await slow).toEqual(PAIR);
    expect(fake.callsOf('users.refresh')).toHaveLength(1);
  });

  it('rejects the waiting calls when the session has ended', async () => {
    const { transport } = setUp({
      refresh: () => {
        throw new ApiError('ERR_UNAUTHORIZED', 'ended');
      },
    });
    const calls = [transport.call('orders.latest', {}), transport.call('orders.latest', {})];
    const codes = (await Promise.allSettled(calls)).map((result) => result.status === 'rejected' && result.reason);
    expect(codes).toEqual([
      expect.objectContaining({ code: 'ERR_UNAUTHORIZED' }),
      expect.objectContaining({ code: 'ERR_UNAUTHORIZED' }),
    ]);
  });
});
