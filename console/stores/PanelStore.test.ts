import { observable, runInAction } from 'mobx';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { ApiError } from '../../contract/errors.ts';
import type { CallConsole } from './consoleCalls.ts';
import { PanelStore } from './PanelStore.ts';

type Pulse = ConsoleOutput<'pulse'>;

function create() {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const watch = observable<{ pulse: Pulse | null }>({ pulse: null });
  let answer: () => Promise<unknown> = () => Promise.resolve({ lists: [] });
  const calls: unknown[] = [];
  const panel = new PanelStore({
    call: (async (name: string, input: unknown) => {
      calls.push([name, input]);
      return await answer();
    }) as CallConsole,
    clock: { now: () => Date.now() },
    platform: { visibility: { isVisible: () => true, onChange: () => () => undefined } },
    watch,
    name: 'waiting',
    input: { kind: 'HELD' },
    list: 'waiting',
    everyMs: 30_000,
  });
  return {
    panel,
    calls,
    answerWith: (next: typeof answer) => (answer = next),
    revise: (revision: string) => runInAction(() => (watch.pulse = { revisions: { waiting: revision } } as unknown as Pulse)),
  };
}

test('reads when it opens, when its list changes, and from time to time; not after it is closed', async () => {
  const { panel, calls, revise } = create();
  const stop = panel.start();
  await vi.advanceTimersByTimeAsync(0);
  expect([calls, panel.data, panel.readAt]).toEqual([[['waiting', { kind: 'HELD' }]], { lists: [] }, Date.now()]);
  revise('1');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
  revise('2');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(3);
  stop();
  revise('3');
  await vi.advanceTimersByTimeAsync(90_000);
  expect(calls).toHaveLength(3);
});

test('keeps the data, with their age, while the host does not answer', async () => {
  const { panel, answerWith } = create();
  await panel.read();
  const before = panel.readAt;
  answerWith(() => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'no')));
  await vi.advanceTimersByTimeAsync(5_000);
  await panel.read();
  expect([panel.data, panel.readAt, panel.failure]).toEqual([{ lists: [] }, before, 'ERR_SERVICE_UNAVAILABLE']);
});

test('reads once more if that is asked for during a call', async () => {
  const { panel, calls, answerWith } = create();
  let finish: () => void = () => undefined;
  answerWith(() => new Promise((resolve) => (finish = () => resolve({ lists: [] }))));
  const reading = panel.read();
  await panel.read();
  await panel.read();
  answerWith(() => Promise.resolve({ lists: [1] }));
  finish();
  await reading;
  expect([calls.length, panel.data]).toEqual([2, { lists: [1] }]);
});
