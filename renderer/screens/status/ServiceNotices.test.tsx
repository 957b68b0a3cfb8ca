import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';

const notices = ['everything', 'network:tron', 'instrument:btc', 'network:ripple', 'instrument:xrp'].map((concerns) => ({
  concerns,
  texts: { en: `About ${concerns}`, ru: `Про ${concerns}` },
  until: '2026-12-24T12:00:00.000Z',
}));
const host = { ...WORKING_HOST, 'service.health': () => ({ ...WORKING_HOST['service.health'](), notices }) };
const shown = (where: { queryAllByText: typeof screen.queryAllByText } = screen) =>
  where.queryAllByText(/^(?:About|Про) /).map(({ textContent }) => textContent);

test('shows above the form what concerns its coins, their networks and everything', async () => {
  await renderPage('/exchange-btc-usdttrc20?amount=0.05', host);
  const form = within(await screen.findByRole('region', { name: 'Exchange form' }));
  expect(shown(form)).toEqual(['About everything', 'About network:tron', 'About instrument:btc']);
});

test('shows with an order that goes on what concerns it, in the language of the page', async () => {
  const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(`/ru${path}`, { ...host, 'orders.publicInfo': () => sampleOrders.payingOut() }, { locale: 'ru' });
  await screen.findByText('Про everything');
  expect(shown()).toEqual(['Про everything', 'Про network:tron', 'Про instrument:btc']);
  cleanup();
  await renderPage(path, { ...host, 'orders.publicInfo': () => sampleOrders.completed() });
  await screen.findByRole('heading', { level: 1 });
  expect(shown()).toEqual([]);
});

test('shows all of them on the status page', async () => {
  await renderPage('/status', host);
  await screen.findByRole('heading', { level: 1 });
  expect(shown()).toHaveLength(notices.length);
});
