import { describe, expect, it, vi } from 'vitest';
import type { CallName } from '../../contract/api/index.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import { createSharedAnswers } from './sharedAnswers.server.ts';

/** Answers with the number of calls so far. */
function countingTransport() {
  const requests: CallName[] = [];
  const call = vi.fn((name: CallName) => Promise.resolve(requests.push(name)));
  return { transport: { call } as unknown as Transport, requests, call };
}

const PAIR = { instrumentFromSlug: 'btc', instrumentToSlug: 'eth' };

describe('shared answers', () => {
  it('serve every customer until they expire', async () => {
    let time = 0;
    const share = createSharedAnswers(() => time);
    const one = countingTransport();
    const other = countingTransport();
    const first = await share(one.transport, 'a').call('rates.history', PAIR);
    expect(await share(other.transport, 'a').call('rates.history', PAIR)).toBe(first);
    expect(other.requests).toEqual([]);
    time = 5_000;
    await share(other.transport, 'a').call('rates.history', PAIR);
    expect(other.requests).toEqual(['rates.history']);
  });

  it('are separate per input and host', async () => {
    const share = createSharedAnswers(() => 0);
    const { transport, requests } = countingTransport();
    await share(transport, 'a').call('rates.history', PAIR);
    await share(transport, 'a').call('rates.history', { ...PAIR, instrumentToSlug: 'ltc' });
    await share(transport, 'b').call('rates.history', PAIR);
    expect(requests).toHaveLength(3);
  });

  it('are frozen', async () => {
    const call = () => Promise.resolve({ points: [{ price: '1' }] });
    const history = await createSharedAnswers()({ call } as unknown as Transport, 'a').call('rates.history', PAIR);
    expect(() => history.points.pop()).toThrow(TypeError);
    expect(() => Object.assign(history.points[0] ?? {}, { price: '2' })).toThrow(TypeError);
  });

  it('exclude orders and quotes', async () => {
    const share = createSharedAnswers(() => 0);
    const { transport, requests } = countingTransport();
    const order = { orderId: 'o', destinationAddress: 'd' };
    const rate = { ...PAIR, rateMode: 'FIXED', exchangeType: 'crypto', claimedDepositAmount: '1' } as const;
    for (let count = 0; count < 2; count += 1) {
      await share(transport, 'a').call('orders.publicInfo', order);
      await share(transport, 'a').call('rates.one', { ...rate, claimedDepositAmountCurrency: 'btc' });
    }
    expect(requests).toHaveLength(4);
  });

  it('do not cache an error', async () => {
    const share = createSharedAnswers(() => 0);
    const { transport, call } = countingTransport();
    call.mockRejectedValueOnce(new ApiError('ERR_SERVICE_UNAVAILABLE', 'away'));
    await expect(share(transport, 'a').call('pairs.default', {})).rejects.toThrow('away');
    expect(await share(transport, 'a').call('pairs.default', {})).toBe(1);
  });

  it('exclude an error that depends on the caller, also for waiting callers', async () => {
    const share = createSharedAnswers(() => 0);
    const limited = countingTransport();
    limited.call.mockRejectedValueOnce(new ApiError('ERR_TOO_MANY_REQUESTS', 'slower'));
    const others = [countingTransport(), countingTransport()];
    const [own, ...answers] = await Promise.allSettled(
      [limited, ...others].map(({ transport }) => share(transport, 'a').call('pairs.default', {})),
    );
    expect(own).toMatchObject({ status: 'rejected', reason: { code: 'ERR_TOO_MANY_REQUESTS' } });
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: 1 },
    ]);
    expect(others.map(({ requests }) => requests.length)).toEqual([1, 0]);
  });

  it('reject an aborted caller and continue for the others', async () => {
    const share = createSharedAnswers(() => 0);
    let answer: (value: number) => void = () => undefined;
    const { transport, call } = countingTransport();
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const patience = new AbortController();
    const impatient = share(transport, 'a').call('service.health', {}, { signal: patience.signal });
    const patient = share(transport, 'a').call('service.health', {});
    patience.abort(new Error('too long'));
    await expect(impatient).rejects.toThrow('too long');
    answer(7);
    expect(await patient).toBe(7);
  });
});
