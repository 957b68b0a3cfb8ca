import { expect, it } from 'vitest';
import { ChainRefusedError, type OutgoingTransfer } from './chainGateway.ts';
import { requireFree } from './requireFree.ts';

const transfer = (toAddress: string, amount: string): OutgoingTransfer => ({
  instrumentSlug: 'xmr',
  toAddress,
  memo: null,
  amount,
});
const send = (to_address: string, amount: string) => ({ to_address, amount });

it('refuses a transfer that is a payment of the books, and leaves another one that equals it', () => {
  const twice = [transfer('a', '1'), transfer('a', '1.0'), transfer('b', '1')];
  const [first = expect.fail()] = twice;
  requireFree(first, twice, [send('a', '1'), send('b', '1'), send('a', '2')]);
  expect(() => requireFree(first, twice, [send('a', '1'), send('a', '1')])).toThrow(ChainRefusedError);
  requireFree(first, twice, [send('A', '1'), send('A', '1')]);
  expect(() => requireFree(first, twice, [send('A', '1'), send('A', '1')], (text) => text.toLowerCase())).toThrow(
    ChainRefusedError,
  );
});
