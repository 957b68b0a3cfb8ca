import { addressIndex, type AddressIndex } from '../../server/common/addressIndex.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { add, compare, subtract, type Decimal } from '../../contract/money.ts';
import { ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import type { ChainTraits, ChainUnderTest } from './chainUnderTest.ts';

/** Describes the tests of faults and reorgs that every ChainGateway must pass; part of `describeChainGateway`. */
export function describeChainFaults(chain: () => ChainUnderTest, { assets, canReplace }: ChainTraits): void {
  const [native] = assets;
  const asset = assets.at(-1) ?? native;
  describe('when the network has a fault', () => {
    const UNTIL = 3;
    const addressOf = async (index: AddressIndex) => (await chain().gateway.addressAt(index)).address;
    const send = (idempotencyKey: string, instrumentSlug: string, toAddress: string, amount: Decimal) =>
      chain().gateway.send({ idempotencyKey, instrumentSlug, fromIndex: TREASURY_INDEX, toAddress, memo: null, amount });
    const deposits = (watched: string[], cursor: string | null, untilConfirmations: number) =>
      chain().gateway.incoming({ watched, cursor, untilConfirmations });
    const start = async () => (await deposits([], null, UNTIL)).cursor;

    let index = 100;
    /** Returns a new address and a scan of it that always starts at the same cursor. */
    async function watch() {
      index += 1;
      const address = await addressOf(addressIndex(index));
      const cursor = await start();
      return { address, scan: async () => (await deposits([address], cursor, UNTIL)).transfers };
    }
    afterEach(async () => {
      await chain().faults.mend();
      await chain().mine(1);
    });

    it.each(assets)('follows a deposit of %s to another block', async (slug) => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(slug, address, '0.5');
      await chain().mine(2);
      const [before] = await scan();
      const locate = () => chain().gateway.locate(before?.txHash ?? '');
      expect(await locate()).toEqual({ blockHeight: before?.blockHeight, confirmations: 2 });
      await chain().faults.reorganise(2, 'return');
      expect((await scan()).every(({ confirmations }) => confirmations === 0)).toBe(true);
      expect(await locate()).toBeNull();
      await chain().mine(1);
      const [after] = await scan();
      expect(await locate()).toEqual({ blockHeight: after?.blockHeight, confirmations: 1 });
      expect(after).toMatchObject({ txHash: before?.txHash, index: before?.index, amount: '0.5', confirmations: 1 });
      expect(after?.blockHeight).toBeGreaterThan(before?.blockHeight ?? 0);
    });

    it('drops a deposit whose coins were spent in a conflicting transaction', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(native, address, '0.5');
      await chain().mine(1);
      const [before] = await scan();
      await chain().faults.reorganise(1, 'doubleSpend');
      await chain().mine(UNTIL);
      expect(await scan()).toEqual([]);
      expect(before).toMatchObject({ amount: '0.5' });
      expect(await chain().gateway.locate(before?.txHash ?? '')).toBeNull();
    });

    it.runIf(canReplace)('returns a replaced payment once, with its new hash', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(native, address, '0.5');
      await chain().faults.replaceWaiting('same');
      await chain().mine(UNTIL);
      expect(await scan()).toMatchObject([{ amount: '0.5', confirmations: UNTIL }]);
    });

    it.runIf(canReplace)('drops a payment that was replaced by a payment to another address', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(native, address, '0.5');
      await chain().faults.replaceWaiting('conflicting');
      await chain().mine(UNTIL);
      expect(await scan()).toEqual([]);
    });

    it('waits for a lagging node', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(native, address, '0.5');
      await chain().mine(UNTIL);
      const { height } = await chain().gateway.probe();
      await chain().faults.break('lag');
      expect((await chain().gateway.probe()).height).toBeLessThan(height);
      expect((await scan()).every(({ confirmations }) => confirmations < UNTIL)).toBe(true);
      await chain().faults.mend();
      expect(await scan()).toMatchObject([{ confirmations: UNTIL }]);
    });

    it.each(['hide', 'invent'] as const)(
      'confirms nothing and fails the probe while a node lies (%s), and loses no deposit',
      async (fault) => {
        const { address, scan } = await watch();
        await chain().payAsCustomer(asset, address, '0.5');
        await chain().mine(UNTIL);
        await chain().faults.break(fault);
        await expect(scan()).rejects.toThrow(ChainUnavailableError);
        await expect(scan()).rejects.toThrow('contradict');
        await expect(chain().gateway.probe()).rejects.toThrow(ChainUnavailableError);
        await chain().faults.mend();
        expect(await scan()).toMatchObject([{ amount: '0.5', confirmations: UNTIL }]);
        await chain().gateway.probe();
      },
    );

    it('passes the probe after a read of one block on which the nodes contradicted each other', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(asset, address, '0.5');
      await chain().mine(UNTIL);
      const through = (await scan())[0]?.blockHeight ?? 0;
      const block = { watched: [address], cursor: String(through - 1), untilConfirmations: UNTIL, through };
      await chain().faults.break('hide');
      await expect(chain().gateway.incoming(block)).rejects.toThrow('contradict');
      await chain().faults.mend();
      await chain().gateway.probe();
      expect((await chain().gateway.incoming(block)).transfers).toMatchObject([{ amount: '0.5' }]);
    });

    it('does not locate a transaction while a node hides it', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(asset, address, '0.5');
      await chain().mine(UNTIL);
      const [deposit] = await scan();
      await chain().faults.break('hide');
      await expect(chain().gateway.locate(deposit?.txHash ?? '')).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      expect(await chain().gateway.locate(deposit?.txHash ?? '')).toEqual({
        blockHeight: deposit?.blockHeight,
        confirmations: UNTIL,
      });
    });

    it('uses the lower of two balances', async () => {
      const balance = await chain().gateway.balance(TREASURY_INDEX, native);
      await chain().faults.break('overstate');
      expect(await chain().gateway.balance(TREASURY_INDEX, native)).toBe(balance);
    });

    it('continues at its cursor when the network answers again', async () => {
      const { address, scan } = await watch();
      await chain().payAsCustomer(native, address, '0.5');
      await chain().mine(1);
      const [{ txHash } = { txHash: '' }] = await scan();
      await chain().faults.break('down');
      const calls = [
        scan(),
        chain().gateway.probe(),
        chain().gateway.locate(txHash),
        chain().gateway.sendState('once'),
        chain().gateway.balance(TREASURY_INDEX, native),
      ];
      // Together: one of them may fail before another one does.
      await Promise.all(calls.map((call) => expect(call).rejects.toThrow(ChainUnavailableError)));
      await expect(send('while down', native, chain().stranger, '1')).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      expect(await scan()).toMatchObject([{ amount: '0.5' }]);
      expect(await chain().gateway.sendState('while down')).toEqual({ state: 'unknown' });
    });

    it('pays once when the answer to the payment is lost', async () => {
      await chain().faults.break('lossy');
      await expect(send('lost answer', asset, chain().stranger, '0.25')).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      const before = await chain().gateway.balance(TREASURY_INDEX, asset);
      await send('lost answer', asset, chain().stranger, '0.25');
      await chain().mine(1);
      await chain().restart().send({
        idempotencyKey: 'lost answer',
        instrumentSlug: asset,
        fromIndex: TREASURY_INDEX,
        toAddress: chain().stranger,
        memo: null,
        amount: '0.25',
      });
      await chain().mine(1);
      const state = await chain().gateway.sendState('lost answer');
      expect(state).toMatchObject({ state: 'confirmed', confirmations: 2 });
      const after = await chain().gateway.balance(TREASURY_INDEX, asset);
      const fee = state.state === 'confirmed' && asset === native ? state.feePaid.amount : '0';
      expect(compare(subtract(before, after), add('0.25', fee))).toBeLessThanOrEqual(0);
    });

    it('keeps a payment of ours that is not mined, and one that is reorged out', async () => {
      await chain().faults.break('stuck');
      const { txHash } = await send('stuck', asset, chain().stranger, '0.25');
      await chain().mine(2);
      expect(await chain().gateway.sendState('stuck')).toMatchObject({ state: 'pending', txHash });
      await chain().faults.mend();
      await chain().mine(2);
      expect(await chain().gateway.sendState('stuck')).toMatchObject({ state: 'confirmed', txHash });
      await chain().faults.reorganise(2, 'return');
      expect(await chain().gateway.sendState('stuck')).toMatchObject({ state: 'pending', txHash });
      await chain().mine(2);
      expect(await chain().gateway.sendState('stuck')).toMatchObject({ state: 'confirmed', txHash });
    });

    it('estimates higher fees while the network’s fees are high', async () => {
      const usual = await chain().gateway.estimateFee(native);
      await chain().faults.break('highFees');
      const raised = await chain().gateway.estimateFee(native);
      expect(compare(raised.amount, add(usual.amount, usual.amount))).toBe(1);
    });
  });
}
