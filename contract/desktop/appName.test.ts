import { expect, it } from 'vitest';
import { appNameOf } from './appName.ts';

it.each([
  ['Causeway', 'causeway'],
  ['My Exchange!', 'my-exchange'],
  ['1st Swap', 'app-1st-swap'],
])('names the app of %s %s', (brand, name) => {
  expect(appNameOf(brand)).toBe(name);
});
