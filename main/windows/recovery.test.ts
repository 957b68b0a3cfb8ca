import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, it, vi } from 'vitest';
import { silentLog } from '../logs/log.ts';
import { recoverFromCrashes } from './recovery.ts';

function setUp({ isReload = true } = {}) {
  const contents = Object.assign(new EventEmitter(), { reload: vi.fn(), isDestroyed: () => false });
  const ask = vi.fn<(question: string, signal: AbortSignal) => Promise<boolean>>(() => Promise.resolve(isReload));
  const close = vi.fn();
  const clock = { time: 0 };
  recoverFromCrashes(contents as unknown as WebContents, { log: silentLog, now: () => clock.time, ask, close });
  const crash = (reason = 'crashed') => contents.emit('render-process-gone', {}, { reason, exitCode: 5 });
  return { contents, ask, close, clock, crash };
}

it('reloads a crashed window three times a minute, then asks', async () => {
  const { contents, ask, crash } = setUp();
  for (let count = 0; count < 3; count += 1) crash();
  expect(contents.reload).toHaveBeenCalledTimes(3);
  expect(ask).not.toHaveBeenCalled();
  crash('oom');
  expect(ask).toHaveBeenCalledWith('crashed', expect.anything());
  await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(4));
});

it('reloads without asking when the earlier crashes are a minute old', () => {
  const { contents, ask, clock, crash } = setUp();
  for (let count = 0; count < 3; count += 1) crash();
  clock.time = 60_000;
  crash();
  expect(contents.reload).toHaveBeenCalledTimes(4);
  expect(ask).not.toHaveBeenCalled();
});

it('closes a window that the customer does not want to reload', async () => {
  const { close, crash } = setUp({ isReload: false });
  for (let count = 0; count < 4; count += 1) crash();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

it('ignores a process that ended as it should', () => {
  const { contents, crash } = setUp();
  crash('clean-exit');
  expect(contents.reload).not.toHaveBeenCalled();
});

it('asks about a window that does not respond, and takes the question back when it responds', () => {
  const { contents, ask } = setUp({ isReload: false });
  contents.emit('unresponsive');
  const [question, signal] = ask.mock.calls[0] ?? [];
  expect([question, signal?.aborted]).toEqual(['unresponsive', false]);
  contents.emit('responsive');
  expect(signal?.aborted).toBe(true);
});
