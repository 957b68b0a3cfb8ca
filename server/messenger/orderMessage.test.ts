import { expect, it } from 'vitest';
import { sampleOrders } from '../../tests/support/samples/sampleOrder.ts';
import { loadMailLanguages } from '../mail/mailLanguage.ts';
import { orderMessage } from './orderMessage.ts';

const languages = loadMailLanguages();
const late = (reason: 'PAYOUT_HELD' | 'PAYOUT_FAILED' | 'PAYOUT_DELAYED' | 'DEPOSIT_BLOCKED') => ({
  ...sampleOrders.payingOut(),
  attention: { reason, actions: [], deadline: null },
});

it('announces a payout that waits for a person, and only edits the message about a short delay', () => {
  expect(
    [late('PAYOUT_HELD'), late('PAYOUT_FAILED'), late('DEPOSIT_BLOCKED')].map((order) => orderMessage(order).isNews),
  ).toEqual([true, true, true]);
  expect(orderMessage(late('PAYOUT_DELAYED')).isNews).toBe(false);
});

it('says why a payout is late, in both languages', () => {
  const keys = [sampleOrders.payingOut(), late('PAYOUT_HELD'), late('PAYOUT_DELAYED')].map((order) => orderMessage(order).key);
  expect(new Set(keys).size).toBe(3);
  expect(orderMessage(late('PAYOUT_HELD')).text(languages('en')).split('\n').at(-1)).toMatch(/^Our staff check it/);
  expect(orderMessage(late('PAYOUT_DELAYED')).text(languages('ru'))).toContain('больше времени, чем обычно');
});
