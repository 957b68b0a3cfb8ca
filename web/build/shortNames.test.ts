import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createShortNames } from './shortNames.ts';

const folder = mkdtempSync(join(tmpdir(), 'short-names-'));
afterAll(() => rmSync(folder, { recursive: true }));

const many = Array.from({ length: 30 }, (_, index) => `.name${index} { margin: .5rem }`).join('\n');
writeFileSync(join(folder, 'A.module.css'), '.one.two:hover { animation: 1s turn }\n@keyframes turn { to { rotate: 1turn } }');
writeFileSync(join(folder, 'B.module.css'), `.one { margin: 0.5rem }\n${many}`);

test('gives every class of every module a unique name, the same in each build', () => {
  const [nameOf, again] = [createShortNames(folder), createShortNames(folder)];
  const inputs = [
    ...['one', 'two', 'turn'].map((name) => [name, join(folder, 'A.module.css')] as const),
    ...['one', ...(many.match(/name\d+/g) ?? [])].map((name) => [name, join(folder, 'B.module.css')] as const),
  ];
  const names = inputs.map(([name, file]) => nameOf(name, file));
  expect(names.slice(0, 4)).toEqual(['_a', '_b', '_c', '_d']);
  expect(names.at(-1)).toBe('_ah');
  expect(new Set(names).size).toBe(names.length);
  expect(inputs.map(([name, file]) => again(name, file))).toEqual(names);
});

test('names the classes of the first folder the same with and without a second one', () => {
  const second = mkdtempSync(join(tmpdir(), 'short-names-'));
  writeFileSync(join(second, 'A.module.css'), '.one { margin: 0 }');
  const nameOf = createShortNames(folder, second);
  rmSync(second, { recursive: true });
  expect(nameOf('name29', join(folder, 'B.module.css'))).toBe('_ah');
  expect(nameOf('one', join(second, 'A.module.css'))).toBe('_ai');
});

test('fails the build for an unknown class', () => {
  expect(() => createShortNames(folder)('three', join(folder, 'A.module.css'))).toThrow('no class "three"');
});
