import { expect, test } from 'vitest';
import { PAGE_NAMES, type PageName } from '../contract/pages.ts';
import { createPreloader } from './preloadPages.ts';

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

function makePages(load: () => Promise<void>) {
  const begun: PageName[] = [];
  const source = (name: PageName) => ({
    import: () => {
      begun.push(name);
      return load();
    },
  });
  const pages = Object.fromEntries(PAGE_NAMES.map((name) => [name, source(name)])) as Record<PageName, ReturnType<typeof source>>;
  return { preload: createPreloader((name) => pages[name]), begun };
}

test('fetches at most four pages at a time', async () => {
  const finish: (() => void)[] = [];
  const { preload, begun } = makePages(() => new Promise((resolve) => finish.push(resolve)));
  for (const href of ['/', '/support', '/ru/order/abc?x=1', '/order/pending#d', '/fees', '/exchange-btc-eth']) preload(href);
  expect(begun).toEqual(['home', 'support', 'order', 'pending-order']);
  finish[0]?.();
  await settle();
  expect(begun.slice(4)).toEqual(['fees']);
  finish[1]?.();
  await settle();
  expect(begun.slice(5)).toEqual(['exchange']);
});

test('fetches a page once for all languages and ignores unknown paths', () => {
  const { preload, begun } = makePages(() => Promise.resolve());
  for (const href of ['/fees', '/ru/fees', '/fees?b=c', '/nobody/knows/this']) preload(href);
  expect(begun).toEqual(['fees']);
});

test('continues after a failed page and can fetch it again', async () => {
  const { preload, begun } = makePages(() => Promise.reject(new Error('not found')));
  preload('/fees');
  await settle();
  preload('/fees');
  expect(begun).toEqual(['fees', 'fees']);
});
