import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RateInput } from '../../../../contract/api/rates.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { quote, WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

const named = (wanted: string) => (text: string) => text.replaceAll('\u00a0', ' ') === wanted;

async function show(locale: 'en' | 'ru', answer: (input: RateInput) => ReturnType<typeof quote> = quote) {
  const path = `${locale === 'ru' ? '/ru' : ''}/exchange-btc-usdttrc20?amount=0.05`;
  const page = await renderPage(path, { ...WORKING_HOST, 'rates.one': answer }, { locale });
  await screen.findByRole('heading', { level: 1 });
  return page.stores.exchange;
}

/** A host that holds a fixed rate up to 0.02 BTC. */
function upTo(input: RateInput) {
  if (input.rateMode === 'FIXED') throw new ApiError('ERR_UNPROCESSABLE_ENTITY', 'Not fixed', { expected: '0.02' });
  return quote(input);
}

const TEXTS = {
  en: {
    limit: 'We can’t hold a fixed rate for this amount right now. It is available up to 0.02 BTC.',
    set: 'Set 0.02',
    floating: 'Use the floating rate',
  },
  ru: {
    limit: 'Сейчас мы не можем зафиксировать курс на такую сумму. Это возможно для суммы до 0,02 BTC.',
    set: 'Указать 0,02',
    floating: 'Выбрать плавающий курс',
  },
};

test.each(['en', 'ru'] as const)('offers the largest amount at a fixed rate after a refused order: %s', async (locale) => {
  const { limit, set } = TEXTS[locale];
  const exchange = await show(locale);
  act(() => {
    exchange.chooseMode('FIXED');
    exchange.limitFixed('0.02');
  });
  await screen.findByText(named(limit));
  await userEvent.click(screen.getByRole('button', { name: set }));
  expect([exchange.typedText, exchange.mode]).toEqual(['0.02', 'FIXED']);
  expect(screen.queryByText(named(limit))).toBeNull();
});

test.each(['en', 'ru'] as const)('switches to the floating rate after a refused order with one press: %s', async (locale) => {
  const { limit, floating } = TEXTS[locale];
  const exchange = await show(locale);
  act(() => {
    exchange.chooseMode('FIXED');
    exchange.limitFixed('0.02');
  });
  await userEvent.click(await screen.findByRole('button', { name: floating }));
  expect([exchange.typedText, exchange.mode]).toEqual(['0.05', 'FLOATING']);
  expect(screen.queryByText(named(limit))).toBeNull();
});

test('forgets the limit when the customer chooses another pair', async () => {
  const exchange = await show('en');
  act(() => {
    exchange.chooseMode('FIXED');
    exchange.limitFixed(null);
  });
  await screen.findByText('We can’t hold a fixed rate for this amount right now.');
  act(() => exchange.choose('send', 'eth'));
  expect(exchange.fixedRefusal).toBeNull();
});

test('says up to what amount a fixed rate is possible and sets that amount with one press', async () => {
  const exchange = await show('en', upTo);
  expect(screen.getByText(named('Fixed rate up to 0.02 BTC'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Set 0.02' }));
  expect([exchange.typedText, exchange.chosenMode]).toEqual(['0.02', 'FIXED']);
  expect(screen.getByText('A fixed rate is not available for this amount, so the floating rate is used.')).toBeTruthy();
});
