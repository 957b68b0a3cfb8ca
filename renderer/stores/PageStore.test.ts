import { expect, test } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { PageStore } from './PageStore.ts';

test('the title of a page comes from the dictionary in the language asked for, once', async () => {
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

test('a dictionary that does not answer, or does not know the page, gives no title', async () => {
  const { platform, answers, callsOf } = createFakePlatform();
  const page = new PageStore({ platform });
  await page.describe('/support', 'en');
  expect(page.titleOf('/support', 'en')).toBeNull();
  answers['seo.page'] = () => ({});
  await page.describe('/support', 'en');
  expect(page.titleOf('/support', 'en')).toBeNull();
  expect(callsOf('seo.page')).toHaveLength(2);
});
