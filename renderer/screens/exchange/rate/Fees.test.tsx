import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PairData, RateInput } from '../../../../contract/api/rates.ts';
import { quote, WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

/** Returns the fee lines of the form, with plain spaces. */
async function feesOf(locale: 'en' | 'ru', changes: Partial<PairData>, typedToReceive?: string): Promise<string[]> {
  const answer = (input: RateInput) => ({ ...quote(input), ...changes });
  const path = `${locale === 'ru' ? '/ru' : ''}/exchange-btc-usdttrc20?amount=0.05`;
  const { stores } = await renderPage(path, { ...WORKING_HOST, 'rates.one': answer }, { locale });
  const form = within(await screen.findByRole('region', { name: locale === 'en' ? 'Exchange form' : 'Форма обмена' }));
  const terms = await form.findAllByRole('term');
  if (typedToReceive !== undefined) {
    await act(async () => {
      stores.exchange.type('receive', typedToReceive);
      await stores.rates.load({
        instrumentFromSlug: 'btc',
        instrumentToSlug: 'usdttrc20',
        exchangeType: 'crypto',
        claimedDepositAmount: typedToReceive,
        claimedDepositAmountCurrency: 'usdttrc20',
      });
    });
  }
  const details = form.getAllByRole('definition');
  return terms.map((term, place) => `${term.textContent}: ${details[place]?.textContent}`.replaceAll('\u00a0', ' '));
}

test.each([
  ['en', { collectionFeeAmount: '0.4' }, 'Network feessending on TRON 1.500000collecting your deposit 0.400000: 1.900000 USDT'],
  [
    'ru',
    { collectionFeeAmount: '0.4' },
    'Комиссии сетейотправка в сети TRON 1,500000приём вашего платежа 0,400000: 1,900000 USDT',
  ],
  ['en', {}, 'Network feessending on TRON: 1.900000 USDT'],
  ['en', { collectionFeeAmount: '0' }, 'Network feessending on TRON: 1.900000 USDT'],
] as const)('lists what sending and collecting cost: %s, %j', async (locale, changes, expected) => {
  expect(await feesOf(locale, changes)).toContain(expected);
});

test('computes the amount to receive from the market price', async () => {
  const fees = await feesOf('en', { marketLeftPrice: '70000' });
  expect(fees).toEqual([
    '0.05 BTC × 70,000.00market price: 3,500.000000 USDT',
    'Service fee, 0.5 %: 17.500000 USDT',
    'Network feessending on TRON: 1.900000 USDT',
    'You receive about: 3,480.600000 USDT',
  ]);
});

test('starts from what the quote pays when the amount to receive was typed', async () => {
  const fees = await feesOf('en', { marketLeftPrice: '70000', amountToGet: '3480.600207' }, '3480.6');
  expect(fees.at(-1)).toBe('You receive about: 3,480.600207 USDT');
});
