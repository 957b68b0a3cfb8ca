import { expect, test, vi } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { RedirectStore } from './RedirectStore.ts';

function create(find: (path: string) => Promise<string | null>) {
  const asked = vi.fn((path: string, _signal: AbortSignal) => find(path));
  const redirects = new RedirectStore({ platform: { ...createFakePlatform().platform, redirects: { find: asked } } });
  return { redirects, asked };
}

test('a path is asked about once', async () => {
  const { redirects, asked } = create((path) => Promise.resolve(path === '/old' ? '/support' : null));
  await expect(redirects.find('/old')).resolves.toBe('/support');
  await expect(redirects.find('/old')).resolves.toBe('/support');
  await expect(redirects.find('/support')).resolves.toBeNull();
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a host that does not answer keeps nobody from the page, and is asked again', async () => {
  const { redirects, asked } = create(() => Promise.reject(new Error('no answer')));
  await expect(redirects.find('/a')).resolves.toBeNull();
  await redirects.find('/a');
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a shell without a web host knows no redirects', async () => {
  await expect(new RedirectStore({ platform: createFakePlatform().platform }).find('/old')).resolves.toBeNull();
});
