import type { LoaderFunctionArgs } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { createFakePlatform } from '../tests/support/browser/fakePlatform.ts';
import { loadTestMessages } from '../tests/support/samples/messages.ts';
import { contextOf, lazyPage, type Page, type ScreenModule } from './pageRoute.ts';
import { createAppStores, type AppStores } from './stores/createAppStores.ts';

async function create(page: Partial<Page> & Pick<Page, 'import'>, redirects: Record<string, string> = {}) {
  const find = vi.fn((path: string) => Promise.resolve(redirects[path] ?? null));
  const stores = createAppStores({
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

const argumentsFor = (path: string, stores: AppStores) =>
  ({
    request: new Request(`https://causeway.example${path}`),
    params: {},
    context: contextOf(stores),
  }) as unknown as LoaderFunctionArgs;

/** Runs the loader of a lazy page. */
async function run(
  { load, stores }: Pick<Awaited<ReturnType<typeof create>>, 'load' | 'stores'>,
  path: string,
): Promise<unknown> {
  const { loader } = await load();
  if (typeof loader !== 'function') throw new Error('No loader');
  return loader(argumentsFor(path, stores), {});
}

const screen = (load?: ScreenModule['load']) => () => Promise.resolve({ Screen: () => null, ...(load && { load }) });

test('reloads the page once when its code is missing, then shows the error', async () => {
  const missingCode = new TypeError('Failed to fetch dynamically imported module');
  const created = await create({ import: () => Promise.reject(missingCode) });
  const answer = await run(created, '/a?b=c');
  expect(answer).toBeInstanceOf(Response);
  const { headers } = answer as Response;
  expect([headers.get('location'), headers.get('x-remix-reload-document')]).toEqual(['/a?b=c', 'true']);
  await expect(created.load()).rejects.toBe(missingCode);
});

test('follows a redirect of the host even when the page fails to load', async () => {
  const created = await create(
    { import: screen(() => Promise.reject(new ApiError('ERR_NOT_FOUND', 'no such pair'))) },
    { '/old': 'https://other.example/page' },
  );
  const answer = await run(created, '/old?ref=a');
  expect((answer as Response).headers.get('location')).toBe('https://other.example/page');
});

test('requests no redirect for an order page', async () => {
  const created = await create({ path: '/order/:id', isPrivate: true, import: screen() });
  await expect(run(created, '/order/AAAAAAAAAAAAAAAAAAAAAA')).resolves.toBeNull();
  expect(created.find).not.toHaveBeenCalled();
});

test('requests the redirect of a private page whose path has no secret', async () => {
  const created = await create({ path: '/history', isPrivate: true, import: screen() }, { '/history': '/support' });
  expect(((await run(created, '/history')) as Response).headers.get('location')).toBe('/support');
});

test('turns a text that the host does not have into an unknown path', async () => {
  const created = await create({ import: screen(() => Promise.reject(new ApiError('ERR_NOT_FOUND', 'none'))) });
  const thrown: unknown = await run(created, '/docs/nope?a=b').catch((error: unknown) => error);
  expect(thrown).toMatchObject({ status: 404 });
  expect(await (thrown as Response).text()).toBe('Page Not Found: /docs/nope?a=b');
});

test('turns a failed call into the page’s status with the request id, without the message', async () => {
  const refused = new ApiError('ERR_TOO_MANY_REQUESTS', 'message for the log', undefined, 'request-9');
  const created = await create({ import: screen(() => Promise.reject(refused)) });
  await expect(run(created, '/a')).rejects.toMatchObject({
    data: { code: 'ERR_TOO_MANY_REQUESTS', requestId: 'request-9' },
    init: { status: 429 },
  });
});
