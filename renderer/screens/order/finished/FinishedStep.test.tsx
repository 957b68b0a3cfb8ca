import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../../../contract/api/orders.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_SIGNER } from '../../../../tests/support/samples/sampleGuarantee.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

const pathOf = (prefix = '') => `${prefix}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const plain = () => document.querySelector('main')?.textContent?.replaceAll('\u00a0', ' ') ?? '';

async function show(order: Order): Promise<void> {
  await renderPage(pathOf(), { 'orders.publicInfo': () => order }, { signingKeys: SAMPLE_SIGNER.publicKeys });
  await screen.findByRole('heading', { level: 1 });
}

test.each([
  ['en', '', '3,400.500000 USDT', 'We sent 3,483.900000 USDT, and 3,400.500000 USDT arrived at your address'],
  ['ru', '/ru', '3 400,500000 USDT', 'Мы отправили 3 483,900000 USDT, а на ваш адрес пришло 3 400,500000 USDT'],
] as const)('says what arrived when the token kept a part: %s', async (locale, prefix, figure, said) => {
  const order = sampleOrders.completed();
  const withdrawals = order.withdrawals.map((payout) => ({ ...payout, amount: '3483.9', arrivedAmount: '3400.5' }));
  await renderPage(pathOf(prefix), { 'orders.publicInfo': () => ({ ...order, withdrawals }) }, { locale });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent?.replaceAll('\u00a0', ' ')).toBe(figure);
  expect(plain()).toContain(said);
});

test('names what arrived, its address, both explorers and the times', async () => {
  await show(sampleOrders.completed());
  expect(screen.getByRole('heading', { level: 1, name: /^3,483\.900000.USDT sent to you$/ })).toBeTruthy();
  expect(plain()).toContain(`On TRON, at ${SAMPLE_DESTINATION}`);
  expect(screen.getByRole('link', { name: 'See it on Bitcoin' }).getAttribute('href')).toMatch(/^https:/);
  expect(screen.getByRole('link', { name: 'See it on TRON' }).getAttribute('href')).toMatch(/^https:\/\/tronscan/);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Deposit seen\d\d:\d\d$/),
      expect.stringMatching(/^Confirmed by Bitcoin\d\d:\d\d$/),
      expect.stringMatching(/^Sent on TRON\d\d:\d\d$/),
    ]),
  );
});

test.each(['completed', 'refunded'] as const)('asks a second device nothing about a %s order', async (name) => {
  await show(sampleOrders[name]());
  expect(plain()).not.toMatch(/order pass|asked when needed|Stay informed/i);
});
