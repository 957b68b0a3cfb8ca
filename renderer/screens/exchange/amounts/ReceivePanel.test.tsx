import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RateInput } from '../../../../contract/api/rates.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { quote, WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleQuote } from '../../../../tests/support/samples/sampleQuote.ts';

/** A host that states its rate with a refused amount. */
function answer(input: RateInput) {
  try {
    return quote(input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pairData = sampleQuote({ rateMode: input.rateMode, amountToGive: '0.0009' });
    throw new ApiError(error.code, error.message, { ...error.details, pairData });
  }
}

test('shows what too small an amount would bring, and when the fees use it up', async () => {
  await renderPage('/exchange-btc-usdttrc20?amount=0.0005', { ...WORKING_HOST, 'rates.one': answer });
  const receive = await screen.findByRole<HTMLInputElement>('textbox', { name: 'You receive' });
  // 0.0005 × 69,650 less 1.9 for the network.
  expect(receive.value).toBe('32.925000');
  expect(receive.closest('[class*="stale"]')).toBeTruthy();
  expect(screen.getByText(/^At least/).textContent).toContain('0.0009');
  const send = screen.getByRole('textbox', { name: 'You send' });
  await userEvent.clear(send);
  await userEvent.type(send, '0.00001');
  await screen.findByText('Nothing would arrive: the fees are higher than this amount.');
  await waitFor(() => expect(receive.value).toBe(''));
});

test('says neither a value nor a distance from the market of an amount that nobody can exchange', async () => {
  await renderPage('/exchange-btc-usdttrc20?amount=0.05', { ...WORKING_HOST, 'rates.one': answer });
  const form = within(await screen.findByRole('region', { name: 'Exchange form' }));
  const said = () => form.queryAllByText(/^\$|below market/);
  expect(said().length).toBeGreaterThan(0);
  const send = form.getByRole('textbox', { name: 'You send' });
  await userEvent.clear(send);
  await userEvent.type(send, '900');
  await form.findByText(/^At most/);
  expect(said()).toEqual([]);
});
