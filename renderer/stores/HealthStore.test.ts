import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Health } from '../../contract/api/service.ts';
import { ApiError } from '../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import { HealthStore } from './HealthStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOST = { features: ['history'], sandbox: true, brand: 'Causeway' };

function create(first: Health['status'] | 'silence' = 'OK') {
  let answer: Health['status'] | 'silence' = first;
  const answers: Answers = {
    'service.health': () => {
      if (answer === 'silence') throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer');
      return { status: answer, host: HOST };
    },
  };
  const fake = createFakePlatform(answers);
  let internet = true;
  const platform = { ...fake.platform, isOnline: vi.fn(() => Promise.resolve(internet)) };
  return {
    fake,
    platform,
    health: new HealthStore({ platform, snapshot: null }),
    say: (next: typeof answer) => void (answer = next),
    loseInternet: () => void (internet = false),
    checks: () => fake.callsOf('service.health').length,
  };
}

test.each([
  ['OK', true, null],
  ['TECHNICAL_DIFFICULTIES', false, 'health.technicalDifficulties'],
  ['UNHEALTHY', false, 'health.unhealthy'],
  ['silence', false, 'health.unreachable'],
] as const)('%s: form enabled %s, message %s', async (status, isFormEnabled, message) => {
  const { health } = create(status);
  expect(health.isFormEnabled).toBe(true);
  await health.check();
  expect(health.isFormEnabled).toBe(isFormEnabled);
  expect(health.message).toBe(message);
});

test('keeps the announced features while the host is silent and includes them in the snapshot', async () => {
  const { health, say, platform } = create();
  await health.check();
  say('silence');
  await health.check();
  expect(health.hasFeature('history')).toBe(true);
  const taken = new HealthStore({ platform, snapshot: health.snapshot() });
  expect([taken.state, taken.host]).toEqual(['unreachable', HOST]);
});

test('checks after 5 s, then 1.5 times more slowly, and at most every 30 s', async () => {
  const { health, checks } = create();
  const stop = health.start();
  const at: number[] = [];
  for (let second = 1; second <= 120; second += 1) {
    const before = checks();
    await vi.advanceTimersByTimeAsync(1_000);
    if (checks() > before) at.push(second);
  }
  // The first answer is a change (unknown → OK), so the second check is early too.
  expect(at).toEqual([5, 10, 18, 29, 46, 71, 101]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at).toHaveLength(7);
  expect(checks()).toBe(7);
});

test('retries soon after a failure and enables the form once the service recovers', async () => {
  const { health, say } = create('OK');
  const stop = health.start();
  await vi.advanceTimersByTimeAsync(100_000);
  say('silence');
  // The check was every 30 s by now; after the failure it is after 5 s again.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(health.state).toBe('unreachable');
  say('OK');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(health.isFormEnabled).toBe(true);
  stop();
});

test('checks the internet connection only after more than three consecutive failures', async () => {
  const { health, loseInternet, platform } = create('silence');
  loseInternet();
  for (let failure = 1; failure <= 3; failure += 1) await health.check();
  expect(platform.isOnline).not.toHaveBeenCalled();
  expect(health.message).toBe('health.unreachable');
  await health.check();
  expect(health.message).toBe('health.offline');
});

test('reports the service as unreachable while the internet works', async () => {
  const { health, platform } = create('silence');
  for (let failure = 1; failure <= 5; failure += 1) await health.check();
  expect(platform.isOnline).toHaveBeenCalledTimes(2);
  expect(health.message).toBe('health.unreachable');
});

test('resets the failure count on any answer, even an error status', async () => {
  const { health, say, platform } = create('silence');
  for (let failure = 1; failure <= 3; failure += 1) await health.check();
  say('UNHEALTHY');
  await health.check();
  say('silence');
  await health.check();
  expect(platform.isOnline).not.toHaveBeenCalled();
});

test('trusts the browser’s offline event and checks again when it is back online', async () => {
  const { health, fake, say } = create('OK');
  const stop = health.start();
  say('silence');
  fake.setOnline(false);
  expect(health.message).toBe('health.offline');
  await health.check();
  expect(health.message).toBe('health.offline');
  say('OK');
  fake.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(health.message).toBeNull();
  stop();
});

test('shares one check between concurrent callers', async () => {
  const { health, checks } = create();
  await Promise.all([health.check(), health.checkNow()]);
  expect(checks()).toBe(1);
  expect(health.isChecking).toBe(false);
});

test('stops waiting for a silent host when the signal aborts', async () => {
  const { platform } = create();
  const transport = {
    call: (_name: unknown, _input: unknown, options?: { signal?: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('given up')));
      }),
  };
  const health = new HealthStore({ platform: { ...platform, transport }, snapshot: null });
  const patience = new AbortController();
  const checked = health.check(patience.signal);
  patience.abort();
  await checked;
  expect(health.state).toBe('unreachable');
});
