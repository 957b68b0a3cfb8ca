import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

const NEWS = { slug: 'news', title: 'News' };
const summary = (slug: string) => ({
  slug,
  title: `Title of ${slug}`,
  lead: 'A lead.',
  date: '2026-11-20',
  author: 'Anna',
  category: NEWS,
  minutes: 3,
});

const host = (total = 25) => ({
  'service.health': () => ({ status: 'OK' as const, host: { features: ['docs'], sandbox: false, brand: 'Causeway' } }),
  'content.posts': ({ category, offset }: { category?: string; offset?: string }) => ({
    items: category === undefined || category === 'news' ? [summary(`post-${offset}`)] : [],
    total: category === undefined || category === 'news' ? total : 0,
    categories: [{ ...NEWS, count: total }],
  }),
  'content.post': ({ slug }: { slug: string }) => {
    if (slug === 'elsewhere') throw new ApiError('ERR_NOT_FOUND', 'none', { languages: ['en'] });
    if (!['2026/fees', 'old'].includes(slug)) throw new ApiError('ERR_NOT_FOUND', 'none');
    return {
      ...summary('2026/fees'),
      html: '<p>Hello</p>',
      headings: [],
      newer: null,
      older: { slug: 'first', title: 'The first' },
    };
  },
});

test('lists posts, newest first, with topic, date and length', async () => {
  await renderPage('/blog', host());
  await screen.findByRole('heading', { level: 1, name: 'Blog' });
  const [item] = within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .filter((entry) => within(entry).queryByRole('heading'));
  const post = within(item ?? expect.fail('no post'));
  expect(post.getByRole('link', { name: 'Title of post-0' }).getAttribute('href')).toBe('/blog/post-0');
  expect(post.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/blog/news');
  expect(post.getByText('November 20, 2026').getAttribute('datetime')).toBe('2026-11-20');
  expect(post.getByText('3 min to read')).toBeDefined();
});

test('leads from page to page, and to the first one by its address without a number', async () => {
  await renderPage('/blog/page2', host());
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of the blog' }));
  expect(pages.getByText('Page 2 of 3')).toBeDefined();
  expect(pages.getByRole('link', { name: 'Newer' }).getAttribute('href')).toBe('/blog');
  expect(pages.getByRole('link', { name: 'Older' }).getAttribute('href')).toBe('/blog/page3');
  expect(screen.getByRole('link', { name: 'Title of post-10' })).toBeDefined();
});

test('has pages of a topic in the language of the address', async () => {
  await renderPage('/ru/blog/news/page3', host(), { locale: 'ru' });
  await screen.findByRole('heading', { level: 1, name: 'News' });
  expect(screen.getByRole('link', { name: 'Новее' }).getAttribute('href')).toBe('/ru/blog/news/page2');
  expect(screen.queryByRole('link', { name: 'Раньше' })).toBeNull();
});

test.each(['/blog/page1', '/blog/news/page1'])('%s leads to the address without a number', async (path) => {
  const { router } = await renderPage(path, host());
  await screen.findByRole('heading', { level: 1 });
  expect(router.state.location.pathname).toBe(path.replace('/page1', ''));
});

test.each(['/blog/page4', '/blog/page0', '/blog/news/page4', '/blog/nothing', '/blog/nothing/page2', '/blog/a/b'])(
  '%s is unknown',
  async (path) => {
    await renderPage(path, host());
    await screen.findByText('404');
  },
);

test('shows a post whose slug has several segments', async () => {
  await renderPage('/blog/2026/fees', host());
  await screen.findByRole('heading', { level: 1, name: 'Title of 2026/fees' });
  const post = within(screen.getByRole('article'));
  expect(post.getByText('Hello')).toBeDefined();
  expect(post.getByText('Anna')).toBeDefined();
  expect(post.getByRole('link', { name: 'Older The first' }).getAttribute('href')).toBe('/blog/first');
});

test('leads from the old address of a post to its present one', async () => {
  const { router } = await renderPage('/blog/old', host());
  await screen.findByRole('heading', { level: 1, name: 'Title of 2026/fees' });
  expect(router.state.location.pathname).toBe('/blog/2026/fees');
});

test('says when there are no posts', async () => {
  await renderPage('/blog', { ...host(0), 'content.posts': () => ({ items: [], total: 0, categories: [] }) });
  await screen.findByText('There are no posts yet.');
});

test('leads from a post that has no translation to the list in the language of the address', async () => {
  const { router } = await renderPage('/ru/blog/elsewhere', host(), { locale: 'ru' });
  await screen.findByRole('heading', { level: 1 });
  expect(router.state.location.pathname).toBe('/ru/blog');
});
