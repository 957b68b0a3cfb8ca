import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('does not await at its top level, which would delay the readiness of the app for ever', () => {
  expect(readFileSync('main/index.ts', 'utf8')).not.toMatch(/^(?:const .*)?\bawait\b/m);
});
