import { expect, it } from 'vitest';
import { samplePairData } from '../../tests/support/samples/samplePairData.ts';
import { createTermsMemory, pairDataBody, pairDataText } from './pairDataText.ts';

it('equals the JSON of the pair data', () => {
  const pairData = samplePairData();
  expect(JSON.parse(pairDataBody(pairData).toString())).toEqual(pairData);
  const { quoteId: _id, validUntil: _until, ...less } = pairData;
  expect(JSON.parse(pairDataBody(less).toString())).toEqual(less);
});

it('has equal terms for a new quote and other terms for any other change', () => {
  const isSame = (changes: Parameters<typeof samplePairData>[0]) => {
    const memory = createTermsMemory();
    expect(memory.knows(pairDataText(samplePairData()))).toBe(false);
    return memory.knows(pairDataText(samplePairData(changes)));
  };
  expect(isSame({ quoteId: 'another', updatedAt: '2026-11-20T14:03:00.000Z', validUntil: '2026-11-20T14:03:30.000Z' })).toBe(
    true,
  );
  expect(isSame({ price: '1' })).toBe(false);
  expect(isSame({ instrumentTo: samplePairData().instrumentFrom })).toBe(false);
});

it('remembers the last terms of any length and alphabet', () => {
  const memory = createTermsMemory();
  const texts = ['', 'a', 'b', 'bb', 'b', 'ж'.repeat(3_000), `${'ж'.repeat(2_999)}з`, 'b', '😀', '😃'];
  for (const terms of texts) {
    expect(memory.knows({ instruments: ['x'], terms })).toBe(false);
    expect(memory.knows({ instruments: ['x'], terms })).toBe(true);
    expect(memory.knows({ instruments: ['y'], terms })).toBe(false);
    expect(memory.knows({ instruments: ['x'], terms })).toBe(false);
  }
});
