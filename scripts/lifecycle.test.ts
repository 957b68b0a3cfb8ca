import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LIFECYCLE_FILE, renderLifecycle } from './lifecycle.ts';

test('docs/lifecycle.md says what the tables of contract/ say; npm run lifecycle writes it', async () => {
  const document = await readFile(LIFECYCLE_FILE, 'utf8');
  expect(await renderLifecycle(document)).toBe(document);
});

test('a table without a place in the document is an error, not left out', async () => {
  await expect(renderLifecycle('# Nothing')).rejects.toThrow('has no place for the table "statuses"');
});
