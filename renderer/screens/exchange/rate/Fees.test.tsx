import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RateInput } from '../../../../contract/api/rates.ts';
import { quote, WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

/** Returns the fee lines of the form, with plain spaces. */
async function feesOf(locale: 'en' | 'ru', collectionFeeAmount?: string): Promise<string[]> {
  const answer = (input: RateInput) => ({ ...quote(input), ...(collectionFeeAmount && { collectionFeeAmount }) });
  const path = `${locale === 'ru' ? '/ru' : ''}/exchange-btc-usdttrc20?amount=0.05`;
  await renderPage(path, { ...WORKING_HOST, 'rates.one': answer }, { locale });
  const form = within(await screen.findByRole('region', { name: locale === 'en' ? 'Exchange form' : 'Форма обмена' }));
  const terms = await form.findAllByRole('term');
  const details = form.getAllByRole('definition').map((detail) => detail.textContent.replaceAll('\u00a0', ' '));
  return terms.map((term, place) => `${term.textContent}: ${details[place]}`);
}

test.each([
  ['en', '0.4', ['Network fee for sending, TRON: 1.500000 USDT', 'Collecting your deposit, Bitcoin: 0.400000 USDT']],
  ['ru', '0.4', ['Комиссия сети за выплату, TRON: 1,500000 USDT', 'Комиссия сети за приём платежа, Bitcoin: 0,400000 USDT']],
  ['en', undefined, ['Network fee for sending, TRON: 1.900000 USDT']],
  ['en', '0', ['Network fee for sending, TRON: 1.900000 USDT']],
] as const)('lists what sending and collecting cost: %s, %j', async (locale, collection, expected) => {
  const fees = await feesOf(locale, collection);
  expect(fees.slice(1, -1)).toEqual(expected);
});
