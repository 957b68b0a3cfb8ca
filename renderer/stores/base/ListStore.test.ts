import { expect, test } from 'vitest';
import { ListStore, readAllPages, type ListPage } from './ListStore.ts';

type Answer = ListPage<string> | Error;

/** A list whose requests wait for {@link answer}. */
function create(snapshot: ListPage<string> | null = null) {
  const requests: { cursor: string | null; signal: AbortSignal; answer: (answer: Answer) => Promise<void> }[] = [];
  const list = new ListStore<string>({
    read: (cursor, signal) =>
      new Promise((resolve, reject) => {
        const answer = async (value: Answer): Promise<void> => {
          if (value instanceof Error) reject(value);
          else resolve(value);
          await new Promise((settle) => setTimeout(settle, 0));
        };
        requests.push({ cursor, signal, answer });
      }),
    keyOf: (item) => item,
    snapshot,
  });
  return { list, requests };
}
const page = (items: string, nextCursor: string | null = null): ListPage<string> => ({ items: [...items], nextCursor });

test('continues with the page of the server and adds the next one', async () => {
  const { list, requests } = create(page('ab', '2'));
  expect([list.items, list.hasMore]).toEqual([['a', 'b'], true]);
  const loading = list.loadMore();
  void list.loadMore();
  expect([requests.map(({ cursor }) => cursor), list.isLoading]).toEqual([['2'], true]);
  await requests[0]?.answer(page('cd'));
  await loading;
  expect([list.items, list.hasMore, list.isLoading]).toEqual([['a', 'b', 'c', 'd'], false, false]);
  expect(list.snapshot()).toEqual(page('abcd'));
});

test('keeps what it shows after a failure and asks again for the same page', async () => {
  const { list, requests } = create(page('ab', '2'));
  const failing = list.loadMore();
  await requests[0]?.answer(new Error('no answer'));
  await failing;
  expect([list.items, list.hasFailed, list.isLoading]).toEqual([['a', 'b'], true, false]);
  const again = list.loadMore();
  expect(list.hasFailed).toBe(false);
  await requests[1]?.answer(page('c'));
  await again;
  expect([requests[1]?.cursor, list.items]).toEqual(['2', ['a', 'b', 'c']]);
});

test('drops the answer of an earlier request, whether it succeeds or fails', async () => {
  const { list, requests } = create();
  const first = list.show();
  const second = list.show();
  expect(requests[0]?.signal.aborted).toBe(true);
  await requests[1]?.answer(page('new'));
  await requests[0]?.answer(new Error('late'));
  await Promise.all([first, second]);
  expect([list.items?.join(''), list.hasFailed, list.isLoading]).toEqual(['new', false, false]);
});

test('rejects in a loader, where the page shows the error', async () => {
  const { list, requests } = create();
  const loading = list.load();
  const rejected = expect(loading).rejects.toThrow('no answer');
  await requests[0]?.answer(new Error('no answer'));
  await rejected;
});

test('refreshes the first page and keeps the pages that continue it', async () => {
  const { list, requests } = create(page('abcd', '3'));
  const refreshed = list.refresh();
  await requests[0]?.answer(page('xab', '2'));
  await refreshed;
  expect([list.items?.join(''), list.snapshot()?.nextCursor]).toEqual(['xabcd', '3']);
  const replaced = list.refresh();
  await requests[1]?.answer(page('yz', '2'));
  await replaced;
  expect([list.items?.join(''), list.snapshot()?.nextCursor]).toEqual(['yz', '2']);
});

test('ignores a refresh while the customer waits for the next page', async () => {
  const { list, requests } = create(page('ab', '2'));
  const refreshed = list.refresh();
  const more = list.loadMore();
  await requests[0]?.answer(page('xa', '2'));
  await requests[1]?.answer(page('c'));
  await Promise.all([refreshed, more]);
  expect(list.items?.join('')).toBe('abc');
});

test('reads all pages for a file, up to a limit', async () => {
  const read = (cursor: string | null) => Promise.resolve(page('ab', cursor === '9' ? null : String(Number(cursor ?? 0) + 1)));
  await expect(readAllPages(read)).resolves.toHaveLength(20);
});
