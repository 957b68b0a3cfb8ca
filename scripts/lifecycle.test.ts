import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LIFECYCLE_FILE, renderLifecycle } from './lifecycle.ts';

test('has tables in docs/lifecycle.md that match the contract (`npm run lifecycle` updates them)', async () => {
  const document = await readFile(LIFECYCLE_FILE, 'utf8');
  expect(await renderLifecycle(document)).toBe(document);
});

test('rejects a document without markers for a table', async () => {
  await expect(renderLifecycle('# Nothing')).rejects.toThrow('has no markers for the table "statuses"');
});
