import type { LoaderFunctionArgs } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { createFakePlatform } from '../tests/support/fakePlatform.ts';
import { loadTestMessages } from '../tests/support/messages.ts';
import { lazyPage, type Page, type ScreenModule } from './pageRoute.ts';
import { createStores } from './stores/createStores.ts';

async function create(page: Partial<Page> & Pick<Page, 'import'>, redirects: Record<string, string> = {}) {
  const find = vi.fn((path: string) => Promise.resolve(redirects[path] ?? null));
  const stores = createStores({
    platform: { ...createFakePlatform().platform, redirects: { find } },
    clock: { now: () => 1_000_000 },
    locale: 'en',
    messages: await loadTestMessages('en'),
    loadMessages: loadTestMessages,
    theme: null,
    buildId: 'test',
    snapshot: null,
  });
  return { stores, find, load: lazyPage(stores, { path: '/a', module: 'a.tsx', ...page }) };
}

const argumentsFor = (path: string) =>
  ({ request: new Request(`https://causeway.example${path}`), params: {}, context: {} }) as LoaderFunctionArgs;

/** Runs the loader that a lazy page gave. */
async function run(load: Awaited<ReturnType<typeof create>>['load'], path: string): Promise<unknown> {
  const { loader } = await load();
  if (typeof loader !== 'function') throw new Error('No loader');
  return loader(argumentsFor(path), {});
}

const screen = (load?: ScreenModule['load']) => () => Promise.resolve({ Screen: () => null, ...(load && { load }) });

test('code that is gone makes a page load of the navigation, once; then the failure is shown', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module');
  const { load } = await create({ import: () => Promise.reject(gone) });
  const answer = await run(load, '/a?b=c');
  expect(answer).toBeInstanceOf(Response);
  const { headers } = answer as Response;
  expect([headers.get('location'), headers.get('x-remix-reload-document')]).toEqual(['/a?b=c', 'true']);
  await expect(load()).rejects.toBe(gone);
});

test('a redirect of the host goes before whatever the page says, a failure too', async () => {
  const { load } = await create(
    { import: screen(() => Promise.reject(new ApiError('ERR_NOT_FOUND', 'no such pair'))) },
    { '/old': 'https://elsewhere.example/page' },
  );
  const answer = await run(load, '/old?ref=a');
  expect((answer as Response).headers.get('location')).toBe('https://elsewhere.example/page');
});

test('an order’s address is nobody’s question', async () => {
  const { load, find } = await create({ isPrivate: true, import: screen() });
  await expect(run(load, '/order/AAAAAAAAAAAAAAAAAAAAAA')).resolves.toBeNull();
  expect(find).not.toHaveBeenCalled();
});

test('a failed call becomes the page’s status, with what support finds it by and without its words', async () => {
  const refused = new ApiError('ERR_TOO_MANY_REQUESTS', 'words for the log', undefined, 'request-9');
  const { load } = await create({ import: screen(() => Promise.reject(refused)) });
  await expect(run(load, '/a')).rejects.toMatchObject({
    data: { code: 'ERR_TOO_MANY_REQUESTS', requestId: 'request-9' },
    init: { status: 429 },
  });
});
