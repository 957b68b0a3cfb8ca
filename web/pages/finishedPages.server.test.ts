import { expect, test, vi } from 'vitest';
import { createFinishedPages } from './finishedPages.server.ts';
import type { RenderOutput } from './renderPage.ts';

const page: RenderOutput = {
  status: 200,
  redirectTo: null,
  locale: 'en',
  appHtml: '<p>Hello</p>',
  snapshotJson: '{}',
  modules: [],
  page: '/',
  isPrivate: false,
  isCallersOwn: false,
  isSessionOver: false,
  title: null,
};
const here = { origin: 'https://one.example', theme: null } as const;

test('builds a shared render once and gives each request its own nonce', async () => {
  const finish = createFinishedPages();
  const build = vi.fn((nonce: string) => Promise.resolve(`<style nonce="${nonce}"></style><script nonce="${nonce}"></script>`));
  const html = (nonce: string) => `<style nonce="${nonce}"></style><script nonce="${nonce}"></script>`;
  expect(await finish(page, here, 'first', build)).toBe(html('first'));
  expect(await finish(page, here, 'second', build)).toBe(html('second'));
  expect(build).toHaveBeenCalledTimes(1);
});

test('builds another document for another render, origin or theme', async () => {
  const finish = createFinishedPages();
  const build = vi.fn((nonce: string) => Promise.resolve(nonce));
  await finish(page, here, 'a', build);
  await finish({ ...page }, here, 'b', build);
  await finish(page, { ...here, origin: 'https://two.example' }, 'c', build);
  await finish(page, { ...here, theme: 'dark' }, 'd', build);
  expect(build).toHaveBeenCalledTimes(4);
});
