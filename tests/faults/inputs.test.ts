import { expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { freshDatabase } from '../support/postgres.ts';
import { runInputs } from './runInputs.ts';

/** The short form of `npm run drill -- inputs`. */
test.each(DATABASES)('answers every bad input of every call with an error of the catalogue on %s', async (kind) => {
  const lines: string[] = [];
  const databaseUrl = kind === 'PostgreSQL' ? await freshDatabase() : undefined;
  const { failures } = await runInputs({
    perRoute: 60,
    log: (line) => lines.push(line),
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  expect(failures, lines[0]).toEqual([]);
});
