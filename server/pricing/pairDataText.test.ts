import { expect, it } from 'vitest';
import { samplePairData } from '../../tests/support/samplePairData.ts';
import { areSameTerms, pairDataBody, pairDataText } from './pairDataText.ts';

it('says what JSON says', () => {
  const pairData = samplePairData();
  expect(JSON.parse(pairDataBody(pairData))).toEqual(pairData);
  const { quoteId: _id, validUntil: _until, ...less } = pairData;
  expect(JSON.parse(pairDataBody(less))).toEqual(less);
});

it('has the same terms while only the quote is new, and others when anything else is', () => {
  const isSame = (changes: Parameters<typeof samplePairData>[0]) =>
    areSameTerms(pairDataText(samplePairData(changes)).terms, pairDataText(samplePairData()).terms);
  expect(isSame({ quoteId: 'another', updatedAt: '2026-11-20T14:03:00.000Z', validUntil: '2026-11-20T14:03:30.000Z' })).toBe(
    true,
  );
  expect(isSame({ price: '1' })).toBe(false);
  expect(isSame({ instrumentTo: samplePairData().instrumentFrom })).toBe(false);
});
