import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import type { CallConsole } from './consoleCalls.ts';
import { WatchStore } from './WatchStore.ts';

const SESSION = { userId: 1, email: 'd.holm@causeway.example', scopes: ['switches'] };

function create() {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const fake = createFakePlatform();
  let pulse: () => unknown = () => ({ at: 'now' });
  let count = 0;
  const call = (async (name: string) => {
    if (name === 'session') return await Promise.resolve(SESSION);
    count += 1;
    return await Promise.resolve(pulse());
  }) as unknown as CallConsole;
  const instruments = { loadAll: () => Promise.resolve() };
  const watch = new WatchStore({ call, platform: fake.platform, clock: { now: () => Date.now() }, instruments });
  return { watch, fake, pulses: () => count, answerWith: (next: () => unknown) => (pulse = next) };
}

const fail = (code: 'ERR_SERVICE_UNAVAILABLE' | 'ERR_SECOND_FACTOR_REQUIRED') => () => {
  throw new ApiError(code, 'no');
};

test('asks for the pulse every two seconds, and every half minute while hidden', async () => {
  const { watch, fake, pulses } = create();
  onTestFinished(watch.start());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pulses()).toBe(6);
  fake.setVisible(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pulses()).toBe(8);
  expect([watch.may('switches'), watch.may('treasury')]).toEqual([true, false]);
});

test('says that the host is away after eight seconds without an answer', async () => {
  const { watch, answerWith } = create();
  onTestFinished(watch.start());
  await vi.advanceTimersByTimeAsync(0);
  answerWith(fail('ERR_SERVICE_UNAVAILABLE'));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(watch.isAway(Date.now())).toBe(false);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([watch.isAway(Date.now()), watch.isLocked]).toEqual([true, false]);
  answerWith(() => ({ at: 'now' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(watch.isAway(Date.now())).toBe(false);
});

test('asks no more after a refused proof of the second factor, until the operator wants to give one', async () => {
  const { watch, pulses, answerWith } = create();
  answerWith(fail('ERR_SECOND_FACTOR_REQUIRED'));
  onTestFinished(watch.start());
  await vi.advanceTimersByTimeAsync(20_000);
  expect([watch.isLocked, pulses()]).toEqual([true, 1]);
  answerWith(() => ({ at: 'now' }));
  await watch.refresh();
  expect(watch.isLocked).toBe(false);
});
