import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ChainRefusedError, ChainUnavailableError } from './chainGateway.ts';
import { createCircuitBreaker, type CircuitBreakerOptions } from './circuitBreaker.ts';

describe('createCircuitBreaker', () => {
  function create(options: Partial<CircuitBreakerOptions> = {}) {
    const clock = { now: 0 };
    let calls = 0;
    const breaker = createCircuitBreaker({ timeoutMs: 10, openMs: 1_000, now: () => clock.now, ...options });
    const call = async (work: () => Promise<unknown> = async () => 'answer', network = 'bsc') =>
      await breaker.call(network, () => {
        calls += 1;
        return work();
      });
    return { call, clock, calls: () => calls };
  }
  const hang = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { work: () => promise, end: resolve };
  };

  it('opens the circuit of one network after a timeout', async () => {
    const { call, calls } = create();
    await expect(call(hang().work)).rejects.toThrow('bsc did not answer within 10 ms');
    await expect(call()).rejects.toThrow(ChainUnavailableError);
    expect(calls()).toBe(1);
    expect(await call(undefined, 'tron')).toBe('answer');
  });

  it('keeps the circuit open while the call that timed out is running, for two minutes at most', async () => {
    const { call, clock } = create();
    await expect(call(hang().work)).rejects.toThrow(ChainUnavailableError);
    clock.now += 119_999;
    await expect(call()).rejects.toThrow(ChainUnavailableError);
    clock.now += 1;
    expect(await call()).toBe('answer');
  });

  it('lets one call through after openMs, and all calls after it is answered', async () => {
    const { call, clock, calls } = create();
    const first = hang();
    await expect(call(first.work)).rejects.toThrow(ChainUnavailableError);
    first.end();
    await setImmediate();
    clock.now += 1_000;
    const probe = call(async () => await Promise.resolve('answer'));
    await expect(call()).rejects.toThrow(ChainUnavailableError);
    expect(calls()).toBe(2);
    expect(await probe).toBe('answer');
    expect(await Promise.all([call(), call()])).toEqual(['answer', 'answer']);
  });

  it('stays closed after an error that is not a timeout', async () => {
    const { call } = create();
    await expect(call(async () => Promise.reject(new ChainUnavailableError('no node')))).rejects.toThrow('no node');
    expect(await call()).toBe('answer');
  });

  it('opens on the chosen errors, and repeats their reason', async () => {
    const { call, calls } = create({ opensOn: (error) => error instanceof ChainUnavailableError });
    await expect(call(async () => Promise.reject(new ChainRefusedError('no funds')))).rejects.toThrow('no funds');
    await expect(call(async () => Promise.reject(new ChainUnavailableError('no node')))).rejects.toThrow('no node');
    await expect(call()).rejects.toThrow('no node');
    expect(calls()).toBe(2);
  });
});
