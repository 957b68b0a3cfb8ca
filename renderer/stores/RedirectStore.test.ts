import { expect, test, vi } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { RedirectStore } from './RedirectStore.ts';

function create(find: (path: string) => Promise<string | null>) {
  const findRedirect = vi.fn((path: string, _signal: AbortSignal) => find(path));
  const redirects = new RedirectStore({ platform: { ...createFakePlatform().platform, redirects: { find: findRedirect } } });
  return { redirects, findRedirect };
}

test('requests each path once', async () => {
  const { redirects, findRedirect } = create((path) => Promise.resolve(path === '/old' ? '/support' : null));
  await expect(redirects.find('/old')).resolves.toBe('/support');
  await expect(redirects.find('/old')).resolves.toBe('/support');
  await expect(redirects.find('/support')).resolves.toBeNull();
  expect(findRedirect).toHaveBeenCalledTimes(2);
});

test('shows the page when the host does not answer and asks again on the next visit', async () => {
  const { redirects, findRedirect } = create(() => Promise.reject(new Error('no answer')));
  await expect(redirects.find('/a')).resolves.toBeNull();
  await redirects.find('/a');
  expect(findRedirect).toHaveBeenCalledTimes(2);
});

test('has no redirects in a shell without a web host', async () => {
  await expect(new RedirectStore({ platform: createFakePlatform().platform }).find('/old')).resolves.toBeNull();
});
