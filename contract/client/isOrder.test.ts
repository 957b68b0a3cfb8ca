import { expect, test } from 'vitest';
import { SAMPLE_ORDER_ID, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { isOrder } from './isOrder.ts';

test('accepts the state of the order, and nothing that clients could not show', () => {
  const order = sampleOrder();
  expect(isOrder(order, SAMPLE_ORDER_ID)).toBe(true);
  expect(isOrder(order, 'another')).toBe(false);
  expect(isOrder({ ...order, refunds: undefined }, SAMPLE_ORDER_ID)).toBe(false);
  const { pair: _, ...withoutPair } = order;
  expect(isOrder(withoutPair, SAMPLE_ORDER_ID)).toBe(false);
  expect([isOrder(null, SAMPLE_ORDER_ID), isOrder('order', SAMPLE_ORDER_ID)]).toEqual([false, false]);
});
