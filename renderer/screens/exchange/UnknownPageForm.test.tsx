import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RateInput } from '../../../contract/api/rates.ts';
import { ApiError } from '../../../contract/errors.ts';
import { quote, WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

/** Slugs without a rate */
const STRANGE = ['xyz', 'abc', 'usd'];

async function show(path: string) {
  const rate = (input: RateInput) => {
    const strange = [input.instrumentFromSlug, input.instrumentToSlug].find((slug) => STRANGE.includes(slug));
    if (strange !== undefined) throw new ApiError('ERR_NOT_FOUND', `There is no instrument ${strange}.`);
    return quote(input);
  };
  const page = await renderPage(path, { ...WORKING_HOST, 'rates.one': rate });
  const form = await screen.findByRole('region', { name: 'Exchange form' });
  return { ...page, form, pair: () => [page.stores.exchange.send, page.stores.exchange.receive] };
}

test.each([
  ['/exchange-btc-xyz', ['We don’t know XYZ. Choose another coin here.'], ['btc', 'usdttrc20']],
  ['/exchange-xyz-btc', ['We don’t know XYZ. Choose another coin here.'], ['usdttrc20', 'btc']],
  [
    '/exchange-xyz-abc',
    ['We don’t know XYZ. Choose another coin here.', 'We don’t know ABC. Choose another coin here.'],
    ['btc', 'usdttrc20'],
  ],
  ['/exchange-btc-usd', ['USD is money, which isn’t exchanged here. Choose a coin.'], ['btc', 'usdttrc20']],
  ['/exchange-btc-btc', [], ['btc', 'usdttrc20']],
])('offers the form below the 404 of %s, with the coin that is known', async (path, words, chosen) => {
  const { pair } = await show(path);
  expect(screen.getByText(`Page Not Found: ${path}`)).toBeTruthy();
  for (const sentence of words) expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryAllByText(/Choose an?/)).toHaveLength(words.length);
  expect(pair()).toEqual(chosen);
});

test('becomes the page of the pair that is chosen', async () => {
  const { form, router } = await show('/exchange-btc-xyz');
  await userEvent.type(within(form).getByRole('textbox', { name: 'You send' }), '{Control>}a{/Control}0.07');
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-btc-usdttrc20'), { timeout: 3_000 });
  await waitFor(() => expect(screen.queryByText('404')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'You send' }).value).toBe('0.07');
});

test('leads from capital letters to the address in small ones', async () => {
  const { router } = await show('/exchange-BTC-USDTTRC20?amount=0.5');
  expect(router.state.location.pathname + router.state.location.search).toBe('/exchange-btc-usdttrc20?amount=0.5');
});
