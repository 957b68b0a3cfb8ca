import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { RequestLog } from './requestLog.ts';

function build() {
  const lines: Record<string, unknown>[] = [];
  const parent = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const child = vi.spyOn(parent, 'child');
  return { lines, child, log: new RequestLog(() => parent).child({ reqId: 'r-1' }) };
}

it('creates the child logger once, with the first line', () => {
  const { lines, child, log } = build();
  expect(child).not.toHaveBeenCalled();
  log.error({ order: 'o' }, 'failed with %s', 'this');
  log.info('said');
  log.debug('not said');
  expect(child).toHaveBeenCalledOnce();
  expect(lines).toMatchObject([
    { level: 50, reqId: 'r-1', order: 'o', msg: 'failed with this' },
    { level: 30, reqId: 'r-1', msg: 'said' },
  ]);
});

it('creates child loggers', () => {
  const { lines, log } = build();
  log.child({ step: 2 }).warn('slow');
  expect(log.level).toBe('info');
  expect(lines).toMatchObject([{ level: 40, reqId: 'r-1', step: 2, msg: 'slow' }]);
});
