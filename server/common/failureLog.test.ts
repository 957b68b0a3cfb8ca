import { expect, test } from 'vitest';
import { createFailureLog } from './failureLog.ts';

test('logs failures in a row once, then once an hour, and that it works again', () => {
  const lines: unknown[] = [];
  const note = (fields: object, text: string): void => void lines.push([fields, text]);
  let now = 0;
  const failures = createFailureLog(
    { warn: note, info: note },
    { failed: 'no answer', works: 'answers', exchange: 'kraken' },
    () => now,
  );
  const error = new Error('timeout');
  failures.worked();
  for (const at of [0, 3_000, 3_599_999, 3_600_000, 3_603_000]) {
    now = at;
    failures.failed(error);
  }
  failures.worked();
  failures.worked();
  failures.failed(error);
  const exchange = 'kraken';
  expect(lines).toEqual([
    [{ exchange, err: error }, 'no answer'],
    [{ exchange, failures: 4 }, 'no answer'],
    [{ exchange, failures: 5 }, 'answers'],
    [{ exchange, err: error }, 'no answer'],
  ]);
});
