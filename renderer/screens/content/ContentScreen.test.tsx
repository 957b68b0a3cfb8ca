import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

const host = (features: string[]) => ({
  'service.health': () => ({ status: 'OK' as const, host: { features, sandbox: false, brand: 'Causeway' } }),
  'service.content': ({ name, locale }: { name: string; locale: string }) => ({
    title: `Title of ${name} (${locale})`,
    lead: 'A lead.',
    html: '<h2 id="first">First</h2><p>A <strong>text</strong>.</p>',
  }),
});

test.each([
  ['/terms', 'en', 'terms'],
  ['/ru/affiliate', 'ru', 'affiliate'],
  ['/how-it-works', 'en', 'how-it-works'],
] as const)('%s shows the text of the host in its language', async (path, locale, page) => {
  await renderPage(path, host(['content']), { locale });
  await screen.findByRole('heading', { level: 1, name: `Title of ${page} (${locale})` });
  expect(screen.getByRole('heading', { level: 2, name: 'First' }).id).toBe('first');
  expect(within(screen.getByRole('article')).getByText('text').tagName).toBe('STRONG');
});

test('is unknown on a host without such texts, which has no links to it', async () => {
  await renderPage('/terms', host([]));
  await screen.findByText('404');
  expect(screen.queryByRole('link', { name: 'Terms' })).toBeNull();
});

test('is unknown if the host has other texts, but not this one', async () => {
  await renderPage('/for-competent-authorities', {
    ...host(['content']),
    'service.content': () => {
      throw new ApiError('ERR_NOT_FOUND', 'This host has no such page.');
    },
  });
  await screen.findByText('404');
});

test('is linked from the footer, and the menu offers guests the page about the programme', async () => {
  await renderPage('/terms', host(['content', 'affiliates', 'accounts']));
  await screen.findByRole('heading', { level: 1 });
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'How it works' }).getAttribute('href')).toBe('/how-it-works');
  expect(footer.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms');
  const links = within(screen.getByRole('banner')).getAllByRole('link', { name: 'Affiliates' });
  expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/affiliate']));
});
