import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { ApiError } from '../../../contract/errors.ts';
import { markedParts } from './markedParts.ts';

const FOUND = [
  {
    slug: 'refunds',
    heading: 'cost',
    title: 'What a refund costs',
    doc: 'Refunds',
    section: 'money' as const,
    excerpt: 'A refund costs the fee.',
    terms: ['refund', 'fee'],
  },
  { slug: 'fees', heading: null, title: 'Fees', doc: 'Fees', section: 'money' as const, excerpt: 'Each fee.', terms: ['fee'] },
];
const search = vi.fn((_input: { query: string; locale: string }) => ({ found: FOUND }));

const host = (features: string[] = ['docs']) => ({
  'service.health': () => ({ status: 'OK' as const, host: { features, sandbox: false, brand: 'Causeway' } }),
  'content.docs': () => ({
    sections: [
      { section: 'basics' as const, docs: [{ slug: 'security', title: 'Security', lead: 'Who holds the coins.' }] },
      { section: 'money' as const, docs: [{ slug: 'fees', title: 'Fees', lead: 'What it costs.' }] },
    ],
  }),
  'content.doc': ({ slug }: { slug: string }) => {
    if (slug !== 'fees') throw new ApiError('ERR_NOT_FOUND', 'none');
    return {
      slug,
      title: 'Fees',
      lead: 'What it costs.',
      section: 'money' as const,
      html: '<h2 id="one">One</h2><pre tabindex="0"><code class="language-sh">npm start</code></pre><pre tabindex="0"><code class="language-text">a = b</code></pre><h2 id="two">Two</h2>',
      headings: [
        { id: 'one', title: 'One', level: 2 as const },
        { id: 'two', title: 'Two', level: 2 as const },
      ],
      previous: { slug: 'security', title: 'Security' },
      next: null,
    };
  },
  'content.searchDocs': search,
});

test('lists all docs by section', async () => {
  await renderPage('/docs', host());
  await screen.findByRole('heading', { level: 1, name: 'Docs' });
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('link', { name: 'Security' })
      .map((link) => link.getAttribute('href')),
  ).toContain('/docs/security');
});

test('shows a doc with its contents, its neighbours and its place among the others', async () => {
  await renderPage('/docs/fees', host());
  const article = within(await screen.findByRole('article'));
  expect(article.getByRole('link', { name: 'Two' }).getAttribute('href')).toBe('#two');
  expect(article.getByRole('link', { name: 'Previous Security' }).getAttribute('href')).toBe('/docs/security');
  const [link] = screen.getAllByRole('link', { name: 'Fees', current: 'page' });
  expect(link?.getAttribute('href')).toBe('/docs/fees');
});

test('copies code, and says whether it could', async () => {
  const { fake } = await renderPage('/docs/fees', host());
  const button = await screen.findByRole('button', { name: 'Copy the code' });
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Copied' });
  expect(fake.copied).toEqual(['npm start']);
});

test('has no unknown doc, and none on a host without docs', async () => {
  await renderPage('/docs/nothing', host());
  await screen.findByText('404');
});

test('is unknown on a host without docs, which has no link to them', async () => {
  await renderPage('/docs', host([]));
  await screen.findByText('404');
  expect(screen.queryByRole('link', { name: 'Docs' })).toBeNull();
});

test('finds and opens a part of a doc by keyboard alone', async () => {
  const { router } = await renderPage('/docs', host());
  await screen.findByRole('heading', { level: 1, name: 'Docs' });
  const user = userEvent.setup();
  await user.keyboard('/');
  const field = screen.getByRole('combobox', { name: 'Search the docs' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('refund fee');
  const options = await screen.findAllByRole('option');
  expect(search.mock.lastCall?.[0]).toEqual({ query: 'refund fee', locale: 'en' });
  expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  expect(screen.getByText('2 results').getAttribute('role')).toBe('status');
  await user.keyboard('{ArrowUp}');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  await user.keyboard('{Home}{Enter}');
  await vi.waitFor(() => expect(router.state.location.pathname + router.state.location.hash).toBe('/docs/refunds#cost'));
});

test('says when nothing is found, and closes with Escape', async () => {
  search.mockReturnValueOnce({ found: [] });
  await renderPage('/docs', host());
  await screen.findByRole('heading', { level: 1, name: 'Docs' });
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox'), 'zzz');
  await screen.findByText('Nothing found for “zzz”. Try one other word.');
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/Nothing found/)).toBeNull();
  expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
});

test('marks whole words of the text', () => {
  expect(markedParts('A refund, refunds.', ['refund'])).toEqual([
    { part: 'A', isMarked: false, at: 0 },
    { part: ' ', isMarked: false, at: 1 },
    { part: 'refund', isMarked: true, at: 2 },
    { part: ', ', isMarked: false, at: 8 },
    { part: 'refunds', isMarked: false, at: 10 },
    { part: '.', isMarked: false, at: 17 },
  ]);
});
