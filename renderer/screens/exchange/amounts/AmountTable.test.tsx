import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RateInput } from '../../../../contract/api/rates.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { compare } from '../../../../contract/money.ts';
import { quote, WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleQuote } from '../../../../tests/support/samples/sampleQuote.ts';

const [MINIMUM, MAXIMUM, FIXED_MAXIMUM] = ['0.0009', '4.2', '0.5'];

async function show(path: string, answer: (input: RateInput) => ReturnType<typeof quote>) {
  const { stores } = await renderPage(path, { ...WORKING_HOST, 'rates.one': answer });
  await screen.findByRole('heading', { level: 1 });
  return stores;
}

/** Returns the amount and the estimates of each row, with plain spaces. */
function rows(): string[][] {
  const [, ...body] = within(screen.getByRole('table', { name: /by amount/ })).getAllByRole('row');
  return body.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')),
  );
}

const limited = (input: RateInput) => ({ ...quote(input), fixedMaxAmount: FIXED_MAXIMUM });

test('has amounts within the limits, and a fixed rate only up to its maximum', async () => {
  await show('/exchange-btc-usdttrc20?amount=0.05', limited);
  const shown = rows();
  expect(shown.length).toBeGreaterThan(5);
  for (const [cell = '', floating, fixed] of shown) {
    const amount = cell.replace(' BTC', '');
    expect(compare(amount, MINIMUM)).toBeGreaterThanOrEqual(0);
    expect(compare(amount, MAXIMUM)).toBeLessThanOrEqual(0);
    expect(floating).toMatch(/\d/);
    if (compare(amount, FIXED_MAXIMUM) > 0) expect(fixed).toBe('–');
    else expect(fixed).toMatch(/\d/);
  }
  expect(shown.some(([, , fixed]) => fixed === '–')).toBe(true);
  expect(screen.getByText(/A fixed rate is available up to 0\.5.BTC\./)).toBeTruthy();
});

test('has the same rows while the amount is outside of the limits', async () => {
  const refused = (input: RateInput) => {
    if (input.claimedDepositAmount !== '900') return limited(input);
    const pairData = { ...sampleQuote({ rateMode: input.rateMode }), fixedMaxAmount: FIXED_MAXIMUM };
    throw new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', 'Too big', { expected: MAXIMUM, pairData });
  };
  await show('/exchange-btc-usdttrc20?amount=900', refused);
  const outside = rows().map(([amount]) => amount);
  cleanup();
  await show('/exchange-btc-usdttrc20?amount=0.05', refused);
  expect(outside).toEqual(rows().map(([amount]) => amount));
});

test('follows each rate and a change of the coins in both columns', async () => {
  const { exchange, rates } = await show('/', quote);
  const before = rows();
  act(() => {
    for (const mode of ['FLOATING', 'FIXED'] as const) rates.adopt(sampleQuote({ rateMode: mode, price: '60000' }));
  });
  await waitFor(() =>
    rows().forEach(([, floating, fixed], index) => {
      expect(floating).not.toBe(before[index]?.[1]);
      expect(fixed).not.toBe(before[index]?.[2]);
    }),
  );
  act(() => exchange.choose('send', 'eth'));
  await waitFor(() => {
    const fixed = rows().map((cells) => cells[2]);
    expect(fixed.length).toBeGreaterThan(5);
    for (const estimate of fixed) expect(estimate).toMatch(/\d/);
  });
});
