import { addressIndex, type AddressIndex } from '../../server/common/addressIndex.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { add, compare, subtract, sum, type Decimal } from '../../contract/money.ts';
import { ChainRefusedError, FundsLockedError, type ChainGateway, type SendState } from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

/** Describes the tests of pooled networks, whose deposit addresses belong to the treasury's wallet; part of `describeChainGateway`. */
export function describePool(chain: () => ChainUnderTest, native: string): void {
  describe('whose deposit addresses belong to one wallet', () => {
    let last = 200;
    const unused = (): AddressIndex => addressIndex((last += 1));
    const gateway = (): ChainGateway => chain().gateway;
    const addressOf = async (index: AddressIndex) => (await gateway().addressAt(index)).address;
    const held = () => gateway().balance(TREASURY_INDEX, native);
    const payment = (idempotencyKey: string, amount: Decimal) => ({
      idempotencyKey,
      instrumentSlug: native,
      toAddress: chain().stranger,
      memo: null,
      amount,
    });
    const send = (key: string, amount: Decimal) => gateway().send({ ...payment(key, amount), fromIndex: TREASURY_INDEX });
    const sendMany: NonNullable<ChainGateway['sendMany']> = async (requests, fence) => {
      const { sendMany: many = expect.fail('no batches') } = gateway();
      await many(requests, fence);
    };
    const statesOf = async (keys: readonly string[]) => await Promise.all(keys.map((key) => gateway().sendState(key)));
    const feeOf = (state: SendState): Decimal => (state.state === 'confirmed' ? state.feePaid.amount : expect.fail(state.state));
    beforeEach(() => chain().mature());

    it('shows a deposit in the mempool, and then the same one in its block', async () => {
      const address = await addressOf(unused());
      const scan = async () => (await gateway().incoming({ watched: [address], cursor: null, untilConfirmations: 3 })).transfers;
      await chain().payAsCustomer(native, address, '0.5');
      const [waiting] = await scan();
      expect(waiting).toMatchObject({ amount: '0.5', blockHeight: null, blockTime: null, confirmations: 0 });
      await chain().mine(1);
      expect(await scan()).toMatchObject([{ txHash: waiting?.txHash, index: waiting?.index, confirmations: 1 }]);
    });

    it('adds a deposit to the treasury’s balance, and to no other', async () => {
      const before = await held();
      const index = unused();
      const address = await addressOf(index);
      await chain().payAsCustomer(native, address, '0.5');
      expect(await held()).toBe(before);
      await chain().mine(1);
      expect(await held()).toBe(add(before, '0.5'));
      expect(await gateway().balance(index, native)).toBe('0');
      expect(await chain().restart().balance(index, native)).toBe('0');
    });

    it('pays one order with the coin of another, but not while its deposit is shallow', async () => {
      const before = await held();
      await chain().payAsCustomer(native, await addressOf(unused()), before);
      await chain().mine(1);
      const most = add(before, '0.5');
      await expect(send('of a deposit', most)).rejects.toThrow(FundsLockedError);
      expect(await gateway().sendState('of a deposit')).toEqual({ state: 'unknown' });
      await chain().mature();
      await send('of a deposit', most);
      await chain().mature();
      const [state = expect.fail('no state')] = await statesOf(['of a deposit']);
      expect(await held()).toBe(subtract(before, add('0.5', feeOf(state))));
      await chain().payAsCustomer(native, await addressOf(TREASURY_INDEX), '0.5');
    });

    it('makes several payments in one transaction, and each of them once', async () => {
      const before = await held();
      const alone = await gateway().estimateFee(native);
      const requests = [payment('batch 1', '0.1'), payment('batch 2', '0.2'), payment('batch 3', '0.3')];
      await sendMany(requests);
      await sendMany([...requests, payment('batch 4', '0.4')]);
      await chain().mine(1);
      await chain().restart().sendMany?.(requests);
      await chain().mature();
      const states = await statesOf(['batch 1', 'batch 2', 'batch 3', 'batch 4']);
      const hashes = states.map((state) => (state.state === 'confirmed' ? state.txHash : expect.fail(state.state)));
      expect(new Set(hashes.slice(0, 3)).size).toBe(1);
      expect(hashes[3]).not.toBe(hashes[0]);
      expect(await gateway().send({ ...payment('batch 2', '0.2'), fromIndex: TREASURY_INDEX })).toEqual({ txHash: hashes[0] });
      expect(await held()).toBe(subtract(before, sum(['1', ...states.map(feeOf)])));
      const shares = sum(states.slice(0, 3).map(feeOf));
      expect(compare(shares, add(alone.amount, alone.amount))).toBe(-1);
    });

    it('makes all payments of a batch or none, and asks the fence once', async () => {
      const tooMuch = add(await held(), '1');
      const keys = ['refused 1', 'refused 2'];
      await expect(sendMany([payment('refused 1', '0.1'), payment('refused 2', tooMuch)])).rejects.toThrow(ChainRefusedError);
      await expect(sendMany([payment('refused 1', '0.1'), payment('refused 1', '0.1')])).rejects.toThrow(ChainRefusedError);
      const refuse = () => Promise.reject(new RangeError('another process handles it'));
      const requests = [payment('refused 1', '0.1'), payment('refused 2', '0.1')];
      await expect(sendMany(requests, refuse)).rejects.toThrow(RangeError);
      expect(await statesOf(keys)).toEqual(keys.map(() => ({ state: 'unknown' })));
      let asked = 0;
      const count = async () => {
        asked += 1;
        return await Promise.resolve(undefined);
      };
      await sendMany(requests, count);
      await sendMany(requests, count);
      expect(asked).toBe(1);
    });

    it('lists a batch as one transaction of the treasury', async () => {
      const { known } = await gateway().records.count();
      await sendMany([payment('listed 1', '0.1'), payment('listed 2', '0.2')]);
      await chain().mature();
      expect(await gateway().records.count()).toMatchObject({ known: known + 1, mined: known + 1 });
      const [listed, ...more] = await gateway().records.list(known);
      expect(more).toEqual([]);
      expect(listed?.transfers.map(({ amount }) => amount).toSorted()).toEqual(['0.1', '0.2']);
      expect(listed?.fee).toBe(sum((await statesOf(['listed 1', 'listed 2'])).map(feeOf)));
    });

    it('returns what an input costs, which is less than a payment', async () => {
      const { inputFee = expect.fail('no fee of an input') } = gateway();
      const fee = await inputFee();
      expect(compare(fee, '0')).toBeGreaterThanOrEqual(0);
      expect(compare(fee, (await gateway().estimateFee(native)).amount)).toBe(-1);
    });
  });
}
