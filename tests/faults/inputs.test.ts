import { expect, test } from 'vitest';
import { runInputs } from './runInputs.ts';

/** The short form of `npm run drill -- inputs`. */
test('answers every bad input of every call with an error of the catalogue', async () => {
  const lines: string[] = [];
  const { failures } = await runInputs({ perRoute: 60, log: (line) => lines.push(line) });
  expect(failures, lines[0]).toEqual([]);
});
