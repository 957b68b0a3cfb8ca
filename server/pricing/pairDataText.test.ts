import { expect, it } from 'vitest';
import { samplePairData } from '../../tests/support/samplePairData.ts';
import { pairDataText } from './pairDataText.ts';

it('says what JSON says', () => {
  const pairData = samplePairData();
  expect(JSON.parse(pairDataText(pairData).body)).toEqual(pairData);
  const { quoteId: _id, validUntil: _until, ...less } = pairData;
  expect(JSON.parse(pairDataText(less).body)).toEqual(less);
});

it('has the same content while only the quote is new, and another when anything else is', () => {
  const content = (changes = {}) => pairDataText(samplePairData(changes)).content;
  expect(content({ quoteId: 'another', updatedAt: '2026-11-20T14:03:00.000Z', validUntil: '2026-11-20T14:03:30.000Z' })).toBe(
    content(),
  );
  expect(content({ price: '1' })).not.toBe(content());
  expect(content({ instrumentTo: samplePairData().instrumentFrom })).not.toBe(content());
});
