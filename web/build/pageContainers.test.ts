import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listRepositoryFiles } from '../../tests/support/repositoryFiles.ts';
import { askPage } from './pageContainers.ts';

test('asks the column of the page for its width, and the window for everything else', () => {
  expect(askPage('@media (max-width: 47.5em) { a {} }')).toBe('@container page (max-width: 47.5rem) { a {} }');
  expect(askPage('@media (width <= 47.5em) { a {} }')).toBe('@container page (width <= 47.5rem) { a {} }');
  for (const other of ['@media (min-height: 560px) { a {} }', '@media (prefers-reduced-motion: reduce) { a {} }']) {
    expect(askPage(other)).toBe(other);
  }
});

test('no style of a page has a media query in pixels, which would not be replaced', () => {
  const styles = listRepositoryFiles('renderer/{components,screens}/**/*.module.css').filter(
    (file) => !file.includes('screens/desk/'),
  );
  const withPixels = styles.filter((file) => /@media[^{]*width[ :<=]+[\d.]+px/.test(readFileSync(file, 'utf8')));
  expect(styles.length).toBeGreaterThan(20);
  expect(withPixels).toEqual([]);
});
