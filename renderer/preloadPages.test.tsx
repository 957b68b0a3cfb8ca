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

test('at most four pages are fetched at a time, the others in turn', async () => {
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

test('a page is fetched once, in whatever language it is linked, and an address of no page not at all', () => {
  const { pages, begun } = makePages();
  const preload = createPreloader(pages);
  for (const href of ['/a', '/ru/a', '/a?b=c', '/nobody/knows/this']) preload(href);
  expect(begun()).toEqual(['/a']);
  expect(pages[1]?.import).toHaveBeenCalledTimes(1);
});

test('a page that did not come may be asked for again, and holds up no other', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')));
  const preload = createPreloader([{ path: '/a', import: load }]);
  preload('/a');
  await settle();
  preload('/a');
  expect(load).toHaveBeenCalledTimes(2);
});
