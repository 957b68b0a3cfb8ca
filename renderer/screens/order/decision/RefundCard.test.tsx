import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderRefundInfo } from '../../../../contract/api/orders.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleOrders,
  sampleRefundInfo,
} from '../../../../tests/support/samples/sampleOrder.ts';

async function refundLines(info: Partial<OrderRefundInfo>): Promise<Record<string, string>> {
  const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const order = sampleOrders.wrongAmount();
  await renderPage(path, { 'orders.publicInfo': () => order, 'orders.refundInfo': () => sampleRefundInfo(info) });
  const card = within(await screen.findByRole('region', { name: /Get a refund/ }));
  const details = card.getAllByRole('definition').map((detail) => detail.textContent.replaceAll('\u00a0', ' '));
  return Object.fromEntries(card.getAllByRole('term').map((term, place) => [term.textContent, details[place] ?? '']));
}

test('shows both network fees before the customer agrees to a refund', async () => {
  expect(await refundLines({ networkFee: '0.00009', collectionFeeAmount: '0.00004' })).toMatchObject({
    'Network fee for sending': '−0.00005 BTC',
    'Collecting your deposit': '−0.00004 BTC',
  });
});

test('shows one network fee when collecting costs nothing', async () => {
  const lines = await refundLines({ networkFee: '0.00009' });
  expect(lines['Bitcoin network fee']).toBe('−0.00009 BTC');
  expect(lines).not.toHaveProperty('Collecting your deposit');
});
