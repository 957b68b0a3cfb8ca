import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';

const answers: Answers = {
  'service.health': () => ({ status: 'OK', host: { features: ['content'], sandbox: false, brand: 'Causeway' } }),
  'service.content': () => ({ title: 'Prices', lead: 'A lead.', html: '<h2>What a price means</h2>' }),
  'pairs.list': () => ({
    instruments: [],
    excluded: [],
    popular: [
      { from: 'usdttrc20', to: 'btc' },
      { from: 'btc', to: 'xrp' },
      { from: 'btc', to: 'usdttrc20' },
    ],
  }),
  'instruments.list': () => [
    sampleInstrument('btc', { price: '70000' }),
    sampleInstrument('usdttrc20', { price: '1' }),
    sampleInstrument('xrp', { price: null }),
  ],
};

test('lists the pairs by ticker with their market prices and links, above the text of the host', async () => {
  await renderPage('/price', answers);
  const table = await screen.findByRole('table', { name: 'Prices' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    '/exchange-btc-usdttrc20',
    '/exchange-btc-xrp',
    '/exchange-usdttrc20-btc',
  ]);
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['USDTTRON', '70,000.00', '–']));
  expect(screen.getByRole('heading', { level: 2, name: 'What a price means' })).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'xrp');
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  await userEvent.type(screen.getByRole('searchbox'), ' doge');
  expect(within(table).getByText('No popular coin matches “xrp doge”')).toBeTruthy();
});
