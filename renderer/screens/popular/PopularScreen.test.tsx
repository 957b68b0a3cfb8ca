import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';

const answers: Answers = {
  'pairs.list': () => ({
    instruments: [],
    excluded: [],
    popular: [
      { from: 'btc', to: 'usdttrc20' },
      { from: 'btc', to: 'xrp' },
      { from: 'usdttrc20', to: 'btc' },
    ],
  }),
  'instruments.list': () => [
    sampleInstrument('btc', { price: '70000' }),
    sampleInstrument('usdttrc20', { price: '1' }),
    sampleInstrument('xrp', { price: null }),
  ],
};

const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

test('groups pairs by the coin to send, each with network, price and a link to the form', async () => {
  await renderPage('/popular-exchanges', answers);
  const sendBtc = await screen.findByRole('region', { name: /Send BTC/ });
  const [first, second] = within(sendBtc).getAllByRole('link');
  expect(first && plain(first)).toBe('BTC to USDTTether · TRON70,000.00 USDT');
  expect(first?.getAttribute('href')).toBe('/exchange-btc-usdttrc20');
  // A pair without a known price is listed without it.
  expect(second && plain(second)).toMatch(/^BTC to XRP/);
  expect(screen.getByRole('region', { name: /Send USDT/ })).toBeTruthy();
  expect(screen.getByText('Market prices, just now')).toBeTruthy();
});

test('filters pairs, announces their number and shows advice when none match', async () => {
  await renderPage('/popular-exchanges', answers);
  const search = await screen.findByRole('searchbox', { name: 'Coin, ticker or network' });
  await userEvent.type(search, 'tether bitcoin');
  expect(screen.getAllByRole('region', { name: /^Send/ })).toHaveLength(2);
  expect(screen.getByText('2 pairs')).toBeTruthy();
  await userEvent.type(search, ' doge');
  expect(screen.getByText('No popular coin matches “tether bitcoin doge”')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the form' }).getAttribute('href')).toBe('/');
});

test('shows names, figures and links in Russian', async () => {
  await renderPage('/ru/popular-exchanges', answers, { locale: 'ru' });
  const card = await screen.findByRole('region', { name: /Отправить BTC/ });
  const [first] = within(card).getAllByRole('link');
  expect(first && plain(first)).toBe('BTC на USDTTether · TRON70 000,00 USDT');
  expect(first?.getAttribute('href')).toBe('/ru/exchange-btc-usdttrc20');
});
