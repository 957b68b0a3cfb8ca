import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { ownKeys } from './plugin.ts';

RuleTester.describe = describe;
RuleTester.it = it;
const DECLARED = 'const TABLE: Readonly<Record<string, string>> = {};';
const errors = 1;

new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } }).run('own-keys', ownKeys, {
  valid: [
    `${DECLARED} TABLE['known'];`,
    `${DECLARED} const of = (key: string) => (Object.hasOwn(TABLE, key) ? TABLE[key] : undefined);`,
    `const made: Record<string, number> = {}; const set = (key: string) => { made[key] = 1; };`,
    `const TABLE: Record<'a' | 'b', string> = { a: '', b: '' }; const of = (key: 'a' | 'b') => TABLE[key];`,
  ],
  invalid: [
    { code: `${DECLARED} const of = (key: string) => TABLE[key] ?? null;`, errors },
    { code: `const of = (table: Partial<Record<string, string>>, key: string) => table[key];`, errors },
    { code: `${DECLARED} const has = (key: string) => key in TABLE;`, errors },
    { code: `const of = (value: object, key: string) => (value as Record<string, unknown>)[key];`, errors },
  ],
});
