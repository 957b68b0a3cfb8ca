import { describe, expect, it } from 'vitest';
import { ChainRefusedError } from '../chainGateway.ts';
import { expectedPrice, offerFor, raisedOffer, type GasPrice } from './evmFees.ts';

const GWEI = 1_000_000_000n;
const price: GasPrice = { kind: 'eip1559', baseFee: 10n * GWEI, tip: 2n * GWEI };
const legacy: GasPrice = { kind: 'legacy', price: 8n * GWEI };
const GAS = 21_000n;
const LIMIT = 300;

describe('offerFor', () => {
  it('covers a doubled base fee and the tip', () => {
    expect(offerFor(price, GAS, undefined, LIMIT)).toEqual({
      type: 'eip1559',
      maxFeePerGas: 22n * GWEI,
      maxPriorityFeePerGas: 2n * GWEI,
    });
  });

  it('stays within the limit, and refuses when the lowest price exceeds it', () => {
    expect(offerFor(price, GAS, undefined, 15)).toMatchObject({ maxFeePerGas: 15n * GWEI });
    expect(() => offerFor(price, GAS, undefined, 11)).toThrow(ChainRefusedError);
  });

  it('stays within the budget, or returns no offer', () => {
    expect(offerFor(price, GAS, GAS * 13n * GWEI, LIMIT)).toMatchObject({ maxFeePerGas: 13n * GWEI });
    expect(offerFor(price, GAS, GAS * 11n * GWEI, LIMIT)).toBeUndefined();
  });

  it('fits the budget of a sweep that left the expected fee', () => {
    expect(offerFor(price, GAS, GAS * expectedPrice(price), LIMIT)).toBeDefined();
    expect(offerFor(legacy, GAS, GAS * expectedPrice(legacy), LIMIT)).toBeDefined();
  });

  it('offers a gas price on a network without EIP-1559', () => {
    expect(offerFor(legacy, GAS, undefined, LIMIT)).toEqual({ type: 'legacy', gasPrice: 10n * GWEI });
  });

  it('raises fee and tip by at least an eighth, so that nodes accept the replacement', () => {
    const before = { type: 'eip1559', maxFeePerGas: 80n * GWEI, maxPriorityFeePerGas: 8n * GWEI } as const;
    const now = { type: 'eip1559', maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 20n * GWEI } as const;
    expect(raisedOffer(now, before)).toEqual({
      type: 'eip1559',
      maxFeePerGas: 90n * GWEI + 1n,
      maxPriorityFeePerGas: 20n * GWEI,
    });
  });
});
