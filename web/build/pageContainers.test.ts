import { expect, test } from 'vitest';
import { askPage } from './pageContainers.ts';

test('asks the column of the page for its width, and the window for everything else', () => {
  expect(askPage('@media (max-width: 760px) { a {} }')).toBe('@container page (max-width: 760px) { a {} }');
  expect(askPage('@media (width <= 760px) { a {} }')).toBe('@container page (width <= 760px) { a {} }');
  for (const other of ['@media (min-height: 560px) { a {} }', '@media (prefers-reduced-motion: reduce) { a {} }']) {
    expect(askPage(other)).toBe(other);
  }
});
