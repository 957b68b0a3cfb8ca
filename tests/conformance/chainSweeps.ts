import { addressIndex, type AddressIndex } from '../../server/common/addressIndex.ts';
import { describe, expect, it } from 'vitest';
import { add, amount as amountOf, compare, roundToDecimal, subtract, toDecimal, type Decimal } from '../../contract/money.ts';
import { ChainRefusedError, PayerRefusedError, type ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import type { ChainTraits, ChainUnderTest } from './chainUnderTest.ts';

/** One unit of TRX, whose network names the least fee that it accepts. */
const UNIT = '0.000001';
/** What a sweep may leave of its fee: all that is paid for is spent, or the fee has a margin for changes. */
const LEFT_SHARE = '0.001';
const LEFT_SHARE_WITH_MARGIN = '0.15';

/** Describes the tests of networks on which sweeps collect deposits; part of `describeChainGateway`. */
export function describeSweeps(chain: () => ChainUnderTest, [native, ...tokens]: ChainTraits['assets']): void {
  describe('whose deposits arrive at addresses of their own', () => {
    let last = 200;
    const unused = (): AddressIndex => addressIndex((last += 1));
    const gateway = (): ChainGateway => chain().gateway;
    /** Embedded networks name addresses in their normal form. */
    const movedFrom = async (index: AddressIndex, txHash: string) => {
      const moved = await gateway().records.movedFrom?.(index, txHash);
      return moved && { ...moved, transfers: moved.transfers.map((one) => ({ ...one, toAddress: one.toAddress.toLowerCase() })) };
    };
    const addressOf = async (index: AddressIndex) => (await gateway().addressAt(index)).address;
    const send = (
      idempotencyKey: string,
      instrumentSlug: string,
      toAddress: string,
      amount: Decimal,
      fromIndex = TREASURY_INDEX,
    ) => gateway().send({ idempotencyKey, instrumentSlug, fromIndex, toAddress, memo: null, amount });

    it('sweeps a deposit of the native coin, less the fee', async () => {
      const index = unused();
      const address = await addressOf(index);
      await chain().payAsCustomer(native, address, '100');
      await chain().mine(1);
      const fee = await gateway().estimateFee(native);
      const sweepable = subtract(await gateway().balance(index, native), fee.amount);
      expect(compare(sweepable, '90')).toBe(1);
      await send('sweep-native', native, await addressOf(TREASURY_INDEX), sweepable, index);
      await chain().mine(1);
      const state = await gateway().sendState('sweep-native');
      expect(state).toMatchObject({ state: 'confirmed' });
      if (state.state !== 'confirmed') return;
      const { txHash, feePaid } = state;
      const toAddress = (await addressOf(TREASURY_INDEX)).toLowerCase();
      const transfer = { instrumentSlug: native, toAddress, memo: null, amount: sweepable };
      expect(await movedFrom(index, txHash)).toEqual({ transfers: [transfer], fee: feePaid.amount });
      expect(await movedFrom(unused(), txHash)).toBeNull();
      expect(await movedFrom(index, 'no hash of any network')).toBeNull();
    });

    it.each(tokens)(
      'sweeps %s with exactly the native coin that its fee needs, and leaves next to nothing or its margin (D53)',
      async (token) => {
        const index = unused();
        const [deposit, treasury] = [await addressOf(index), await addressOf(TREASURY_INDEX)];
        await chain().payAsCustomer(token, deposit, '5');
        await chain().mine(1);
        const transfer = { fromIndex: index, toAddress: treasury, amount: subtract('5', gateway().residue(token)) };
        const { amount: fee, least } = await gateway().estimateFee(token, transfer);
        await send(`top-up-exact ${token}`, native, deposit, fee);
        await chain().mine(1);
        const request = { idempotencyKey: `exact ${token}`, instrumentSlug: token, memo: null, ...transfer };
        const tooLow =
          least === undefined ? roundToDecimal(amountOf(fee).div(amountOf('100')), 9, 'down') : subtract(least, UNIT);
        await expect(gateway().send({ ...request, fee: tooLow })).rejects.toThrow(PayerRefusedError);
        await expect(gateway().send({ ...request, fee: add(fee, fee) })).rejects.toThrow(PayerRefusedError);
        await gateway().send({ ...request, fee });
        await chain().mine(1);
        expect(await gateway().sendState(`exact ${token}`)).toMatchObject({ state: 'confirmed' });
        expect(await gateway().balance(index, token)).toBe(gateway().residue(token));
        expect(gateway().residue(native)).toBe('0');
        const left = await gateway().balance(index, native);
        const share = amountOf(least === undefined ? LEFT_SHARE : LEFT_SHARE_WITH_MARGIN);
        expect(compare(left, toDecimal(amountOf(fee).times(share)))).toBe(-1);
      },
    );

    it.each(tokens)('sweeps %s only when the address can pay the fee', async (token) => {
      const index = unused();
      const address = await addressOf(index);
      await chain().payAsCustomer(token, address, '5');
      await chain().mine(1);
      const treasury = await addressOf(TREASURY_INDEX);
      expect(await gateway().balance(index, token)).toBe('5');
      await expect(send(`sweep ${token}`, token, treasury, '5', index)).rejects.toThrow(ChainRefusedError);
      const fee = await gateway().estimateFee(token);
      expect(fee.instrumentSlug).toBe(native);
      await send(`top-up ${token}`, native, address, add(fee.amount, fee.amount));
      await chain().mine(1);
      const { txHash } = await send(`sweep ${token}`, token, treasury, '5', index);
      await chain().mine(1);
      expect(await gateway().balance(index, token)).toBe('0');
      const transfers = [{ instrumentSlug: token, toAddress: treasury.toLowerCase(), memo: null, amount: '5' }];
      expect(await movedFrom(index, txHash)).toMatchObject({ transfers });
    });

    it('sends no batches and charges for no inputs', () => {
      expect(gateway().sendMany).toBeUndefined();
      expect(gateway().inputFee).toBeUndefined();
    });
  });
}
