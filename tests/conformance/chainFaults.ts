import { afterEach, describe, expect, it } from 'vitest';
import { add, compare, subtract, type Decimal } from '../../contract/money.ts';
import { ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

/** What every ChainGateway must do while its network fails, lies or changes its mind; part of `describeChainGateway`. */
export function describeChainFaults(chain: () => ChainUnderTest): void {
  describe('when something goes wrong', () => {
    const UNTIL = 3;
    const addressOf = async (index: number) => (await chain().gateway.addressAt(index)).address;
    const send = (idempotencyKey: string, instrumentSlug: string, toAddress: string, amount: Decimal) =>
      chain().gateway.send({ idempotencyKey, instrumentSlug, fromIndex: TREASURY_INDEX, toAddress, memo: null, amount });
    const deposits = (watched: string[], cursor: string | null, untilConfirmations: number) =>
      chain().gateway.incoming({ watched, cursor, untilConfirmations });
    const start = async () => (await deposits([], null, UNTIL)).cursor;

    let index = 100;
    /** A fresh address, and a look at it from the same cursor on. */
    async function watch() {
      index += 1;
      const address = await addressOf(index);
      const cursor = await start();
      return { address, look: async () => (await deposits([address], cursor, UNTIL)).transfers };
    }
    afterEach(async () => {
      await chain().faults.mend();
      await chain().mine(1);
    });

    it.each(['native', 'token'] as const)('follows a %s deposit into another block', async (kind) => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain()[kind], address, '0.5');
      await chain().mine(2);
      const [before] = await look();
      const locate = () => chain().gateway.locate(before?.txHash ?? '');
      expect(await locate()).toEqual({ blockHeight: before?.blockHeight, confirmations: 2 });
      await chain().faults.reorganise(2, 'return');
      expect((await look()).every(({ confirmations }) => confirmations === 0)).toBe(true);
      expect(await locate()).toBeNull();
      await chain().mine(1);
      const [after] = await look();
      expect(await locate()).toEqual({ blockHeight: after?.blockHeight, confirmations: 1 });
      expect(after).toMatchObject({ txHash: before?.txHash, index: before?.index, amount: '0.5', confirmations: 1 });
      expect(after?.blockHeight).toBeGreaterThan(before?.blockHeight ?? 0);
    });

    it('lets go of a deposit that was spent elsewhere', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().native, address, '0.5');
      await chain().mine(1);
      const [before] = await look();
      await chain().faults.reorganise(1, 'doubleSpend');
      await chain().mine(UNTIL);
      expect(await look()).toEqual([]);
      expect(before).toMatchObject({ amount: '0.5' });
      expect(await chain().gateway.locate(before?.txHash ?? '')).toBeNull();
    });

    it('knows a replaced payment by its new hash, once', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().native, address, '0.5');
      await chain().faults.replaceWaiting('same');
      await chain().mine(UNTIL);
      expect(await look()).toMatchObject([{ amount: '0.5', confirmations: UNTIL }]);
    });

    it('counts nothing that was replaced by a payment to somebody else', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().native, address, '0.5');
      await chain().faults.replaceWaiting('elsewhere');
      await chain().mine(UNTIL);
      expect(await look()).toEqual([]);
    });

    it('waits for a node that lags', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().native, address, '0.5');
      await chain().mine(UNTIL);
      const { height } = await chain().gateway.probe();
      await chain().faults.break('lag');
      expect((await chain().gateway.probe()).height).toBeLessThan(height);
      expect((await look()).every(({ confirmations }) => confirmations < UNTIL)).toBe(true);
      await chain().faults.mend();
      expect(await look()).toMatchObject([{ confirmations: UNTIL }]);
    });

    it.each(['hide', 'invent'] as const)('confirms nothing while a node lies (%s), says so, and loses nothing', async (fault) => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().token, address, '0.5');
      await chain().mine(UNTIL);
      await chain().faults.break(fault);
      await expect(look()).rejects.toThrow(ChainUnavailableError);
      await expect(look()).rejects.toThrow('contradict');
      await expect(chain().gateway.probe()).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      expect(await look()).toMatchObject([{ amount: '0.5', confirmations: UNTIL }]);
      await chain().gateway.probe();
    });

    it('is not closed by a look at one block on which the nodes contradicted each other for a moment', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().token, address, '0.5');
      await chain().mine(UNTIL);
      const through = (await look())[0]?.blockHeight ?? 0;
      const block = { watched: [address], cursor: String(through - 1), untilConfirmations: UNTIL, through };
      await chain().faults.break('hide');
      await expect(chain().gateway.incoming(block)).rejects.toThrow('contradict');
      await chain().faults.mend();
      await chain().gateway.probe();
      expect((await chain().gateway.incoming(block)).transfers).toMatchObject([{ amount: '0.5' }]);
    });

    it('says of no transaction where it is while a node hides it', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().token, address, '0.5');
      await chain().mine(UNTIL);
      const [deposit] = await look();
      await chain().faults.break('hide');
      await expect(chain().gateway.locate(deposit?.txHash ?? '')).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      expect(await chain().gateway.locate(deposit?.txHash ?? '')).toEqual({
        blockHeight: deposit?.blockHeight,
        confirmations: UNTIL,
      });
    });

    it('promises no more than the lower of two balances', async () => {
      const held = await chain().gateway.balance(TREASURY_INDEX, chain().native);
      await chain().faults.break('overstate');
      expect(await chain().gateway.balance(TREASURY_INDEX, chain().native)).toBe(held);
    });

    it('goes on where it was when the network answers again', async () => {
      const { address, look } = await watch();
      await chain().payAsCustomer(chain().native, address, '0.5');
      await chain().mine(1);
      const [{ txHash } = { txHash: '' }] = await look();
      await chain().faults.break('down');
      for (const call of [
        look(),
        chain().gateway.probe(),
        chain().gateway.locate(txHash),
        chain().gateway.sendState('once'),
        chain().gateway.balance(0, chain().native),
      ]) {
        await expect(call).rejects.toThrow(ChainUnavailableError);
      }
      await expect(send('while down', chain().native, chain().stranger, '1')).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      expect(await look()).toMatchObject([{ amount: '0.5' }]);
      expect(await chain().gateway.sendState('while down')).toEqual({ state: 'unknown' });
    });

    it('pays once though the answer to the payment got lost', async () => {
      await chain().faults.break('lossy');
      await expect(send('lost answer', chain().token, chain().stranger, '0.25')).rejects.toThrow(ChainUnavailableError);
      await chain().faults.mend();
      const before = await chain().gateway.balance(TREASURY_INDEX, chain().token);
      await send('lost answer', chain().token, chain().stranger, '0.25');
      await chain().mine(1);
      await chain().restart().send({
        idempotencyKey: 'lost answer',
        instrumentSlug: chain().token,
        fromIndex: TREASURY_INDEX,
        toAddress: chain().stranger,
        memo: null,
        amount: '0.25',
      });
      await chain().mine(1);
      expect(await chain().gateway.sendState('lost answer')).toMatchObject({ state: 'confirmed', confirmations: 2 });
      const after = await chain().gateway.balance(TREASURY_INDEX, chain().token);
      expect(compare(subtract(before, after), '0.25')).toBeLessThanOrEqual(0);
    });

    it('keeps a payment of ours that gets into no block, and that leaves the chain with its block', async () => {
      await chain().faults.break('stuck');
      const { txHash } = await send('stuck', chain().token, chain().stranger, '0.25');
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

    it('tells what a transfer costs while the network is dear', async () => {
      const usual = await chain().gateway.estimateFee(chain().native);
      await chain().faults.break('highFees');
      const dear = await chain().gateway.estimateFee(chain().native);
      expect(compare(dear.amount, add(usual.amount, usual.amount))).toBe(1);
    });
  });
}
