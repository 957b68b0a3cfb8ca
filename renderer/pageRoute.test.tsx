import type { LoaderFunctionArgs } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { createFakePlatform } from '../tests/support/browser/fakePlatform.ts';
import { loadTestMessages } from '../tests/support/samples/messages.ts';
import { contextOf, lazyPage, type Page, type ScreenModule } from './pageRoute.ts';
import { createStores, type Stores } from './stores/createStores.ts';

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
  return { stores, find, load: lazyPage(stores.updates.claimReload, { path: '/a', module: 'a.tsx', ...page }) };
}

const argumentsFor = (path: string, stores: Stores) =>
  ({
    request: new Request(`https://causeway.example${path}`),
    params: {},
    context: contextOf(stores),
  }) as unknown as LoaderFunctionArgs;

/** Runs the loader that a lazy page gave. */
async function run(
  { load, stores }: Pick<Awaited<ReturnType<typeof create>>, 'load' | 'stores'>,
  path: string,
): Promise<unknown> {
  const { loader } = await load();
  if (typeof loader !== 'function') throw new Error('No loader');
  return loader(argumentsFor(path, stores), {});
}

const screen = (load?: ScreenModule['load']) => () => Promise.resolve({ Screen: () => null, ...(load && { load }) });

test('code that is gone makes a page load of the navigation, once; then the failure is shown', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module');
  const created = await create({ import: () => Promise.reject(gone) });
  const answer = await run(created, '/a?b=c');
  expect(answer).toBeInstanceOf(Response);
  const { headers } = answer as Response;
  expect([headers.get('location'), headers.get('x-remix-reload-document')]).toEqual(['/a?b=c', 'true']);
  await expect(created.load()).rejects.toBe(gone);
});

test('a redirect of the host goes before whatever the page says, a failure too', async () => {
  const created = await create(
    { import: screen(() => Promise.reject(new ApiError('ERR_NOT_FOUND', 'no such pair'))) },
    { '/old': 'https://elsewhere.example/page' },
  );
  const answer = await run(created, '/old?ref=a');
  expect((answer as Response).headers.get('location')).toBe('https://elsewhere.example/page');
});

test('an order’s address is nobody’s question', async () => {
  const created = await create({ isPrivate: true, import: screen() });
  await expect(run(created, '/order/AAAAAAAAAAAAAAAAAAAAAA')).resolves.toBeNull();
  expect(created.find).not.toHaveBeenCalled();
});

test('a failed call becomes the page’s status, with what support finds it by and without its words', async () => {
  const refused = new ApiError('ERR_TOO_MANY_REQUESTS', 'words for the log', undefined, 'request-9');
  const created = await create({ import: screen(() => Promise.reject(refused)) });
  await expect(run(created, '/a')).rejects.toMatchObject({
    data: { code: 'ERR_TOO_MANY_REQUESTS', requestId: 'request-9' },
    init: { status: 429 },
  });
});
