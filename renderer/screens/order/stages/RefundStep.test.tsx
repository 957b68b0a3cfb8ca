import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

test.each([
  ['en', '', 'Refund', /^The contract of USDT blocks the address that you wanted to receive at/],
  ['ru', '/ru', 'Возврат', /^Контракт USDT блокирует адрес, на который вы хотели получить обмен/],
] as const)('says why a payout became a refund: %s', async (locale, prefix, region, said) => {
  const path = `${prefix}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const order = { ...sampleOrders.refundRequested(), refundReason: 'RECIPIENT_BLOCKED' as const };
  await renderPage(path, { 'orders.publicInfo': () => order }, { locale });
  const card = within(await screen.findByRole('region', { name: region }));
  expect(card.getByText(said)).toBeTruthy();
});
