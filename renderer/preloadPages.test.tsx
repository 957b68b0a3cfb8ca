import { expect, test, vi } from 'vitest';
import { createPreloader } from './preloadPages.ts';

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

function makePages() {
  const finish: (() => void)[] = [];
  const page = (path: string) => ({ path, import: vi.fn(() => new Promise<void>((resolve) => finish.push(resolve))) });
  const pages = ['/', '/a', '/b', '/c', '/d', '/order/:orderId', '/:exchangePair'].map(page);
  return { pages, finish, begun: () => pages.filter((one) => one.import.mock.calls.length > 0).map(({ path }) => path) };
}

test('fetches at most four pages at a time', async () => {
  const { pages, finish, begun } = makePages();
  const preload = createPreloader(pages);
  for (const href of ['/', '/a', '/ru/b?x=1', '/c#d', '/d', '/exchange-btc-eth']) preload(href);
  expect(begun()).toEqual(['/', '/a', '/b', '/c']);
  finish[0]?.();
  await settle();
  expect(begun()).toEqual(['/', '/a', '/b', '/c', '/d']);
  finish[1]?.();
  await settle();
  expect(begun()).toContain('/:exchangePair');
});

test('fetches a page once for both languages and ignores unknown paths', () => {
  const { pages, begun } = makePages();
  const preload = createPreloader(pages);
  for (const href of ['/a', '/ru/a', '/a?b=c', '/nobody/knows/this']) preload(href);
  expect(begun()).toEqual(['/a']);
  expect(pages[1]?.import).toHaveBeenCalledTimes(1);
});

test('continues after a failed page and can fetch it again', async () => {
  const load = vi.fn(() => Promise.reject(new Error('not found')));
  const preload = createPreloader([{ path: '/a', import: load }]);
  preload('/a');
  await settle();
  preload('/a');
  expect(load).toHaveBeenCalledTimes(2);
});
