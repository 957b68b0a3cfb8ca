import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

test.each([
  ['en', '', 'Payout', '3,400.500000', 'We sent 3,483.900000 USDT, and 3,400.500000 USDT arrived at your address'],
  ['ru', '/ru', 'Выплата', '3 400,500000', 'Мы отправили 3 483,900000 USDT, а на ваш адрес пришло 3 400,500000 USDT'],
] as const)('says what arrived when the token kept a part: %s', async (locale, prefix, region, figure, said) => {
  const order = sampleOrders.completed();
  const withdrawals = order.withdrawals.map((payout) => ({ ...payout, amount: '3483.9', arrivedAmount: '3400.5' }));
  const path = `${prefix}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(path, { 'orders.publicInfo': () => ({ ...order, withdrawals }) }, { locale });
  const card = within(await screen.findByRole('region', { name: region }));
  expect(card.getByText((text) => text.replaceAll('\u00a0', ' ') === figure)).toBeTruthy();
  expect(card.getByText((text) => text.replaceAll('\u00a0', ' ').startsWith(said))).toBeTruthy();
});
