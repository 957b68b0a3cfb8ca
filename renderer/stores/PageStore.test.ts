import { expect, test } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { PageStore } from './PageStore.ts';

test('loads the title of a page from the dictionary once per language', async () => {
  const { platform, callsOf } = createFakePlatform({
    'seo.page': () => ({ en: { title: 'Support | Causeway' }, ru: { title: 'Поддержка | Causeway' } }),
  });
  const page = new PageStore({ platform });
  expect(page.titleOf('/support', 'ru')).toBeNull();
  await page.describe('/support', 'ru');
  await page.describe('/support', 'ru');
  expect(page.titleOf('/support', 'ru')).toBe('Поддержка | Causeway');
  expect(page.titleOf('/', 'ru')).toBeNull();
  expect(callsOf('seo.page').map(({ input }) => input)).toEqual([{ page: '/support' }]);
});

test('has no title when the dictionary does not answer or does not know the page', async () => {
  const { platform, answers, callsOf } = createFakePlatform();
  const page = new PageStore({ platform });
  await page.describe('/support', 'en');
  expect(page.titleOf('/support', 'en')).toBeNull();
  answers['seo.page'] = () => ({});
  await page.describe('/support', 'en');
  expect(page.titleOf('/support', 'en')).toBeNull();
  expect(callsOf('seo.page')).toHaveLength(2);
});
