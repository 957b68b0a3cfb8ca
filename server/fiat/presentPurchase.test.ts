import { expect, test } from 'vitest';
import { pageOf } from './presentPurchase.ts';
import { purchaseRow } from './testing/purchaseRow.ts';

test('names the page of a purchase in the language of its customer, and none without a site', () => {
  const row = purchaseRow({ id: 'p1' });
  expect(pageOf(row)).toBe('https://swap.example/order/p1');
  expect(pageOf({ ...row, locale: 'ru' })).toBe('https://swap.example/ru/order/p1');
  expect(pageOf({ ...row, origin: '' })).toBeNull();
});
