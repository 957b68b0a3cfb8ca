import { addressIndex, type AddressIndex } from '../../server/common/addressIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, compare, fromBaseUnits, isPositive, subtract, sum, type Decimal } from '../../contract/money.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import {
  BelowLeastPaymentError,
  ChainRefusedError,
  type ChainGateway,
  type IncomingTransfer,
} from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { describeChainFaults } from './chainFaults.ts';
import { describePool } from './chainPool.ts';
import { describeSweeps } from './chainSweeps.ts';
import type { ChainTraits, ChainUnderTest } from './chainUnderTest.ts';

/**
 * Describes the tests that every ChainGateway must pass, and at their end `describeMore` on the same network. HD indexes from 1 on are used
 * once each.
 */
export function describeChainGateway<Chain extends ChainUnderTest>(
  name: string,
  traits: ChainTraits,
  open: () => Promise<Chain>,
  describeMore?: (chain: () => Chain) => void,
): void {
  const { assets, depositsAt } = traits;
  const [native, ...tokens] = assets;
  const asset = tokens.at(-1) ?? native;
  describe(`${name} as a chain gateway`, () => {
    let chain: Chain;
    let gateway: ChainGateway;
    beforeAll(async () => {
      chain = await open();
      gateway = chain.gateway;
    });
    afterAll(() => chain.close());

    const addressOf = async (index: AddressIndex) => (await gateway.addressAt(index)).address;
    const send = (idempotencyKey: string, instrumentSlug: string, toAddress: string, amount: Decimal) =>
      gateway.send({ idempotencyKey, instrumentSlug, fromIndex: TREASURY_INDEX, toAddress, memo: null, amount });
    const deposits = (watched: string[], cursor: string | null, untilConfirmations = 3) =>
      gateway.incoming({ watched, cursor, untilConfirmations });
    const start = async () => (await deposits([], null)).cursor;
    let index = 10;
    /** Returns an HD index that no test has used. */
    const unused = (): AddressIndex => addressIndex((index += 1));
    /** Returns what confirmed payments cost in `asset`. */
    const feesOf = async (keys: readonly string[]): Promise<Decimal> => {
      const states = await Promise.all(keys.map((key) => gateway.sendState(key)));
      const fees = states.map((state) => (state.state === 'confirmed' ? state.feePaid.amount : expect.fail(state.state)));
      return asset === native ? sum(fees) : '0';
    };

    it('returns the same address for the same index, and different ones for different indexes', async () => {
      expect(await gateway.addressAt(addressIndex(7))).toEqual(await gateway.addressAt(addressIndex(7)));
      expect(await chain.restart().addressAt(addressIndex(7))).toEqual(await gateway.addressAt(addressIndex(7)));
      expect(await gateway.addressAt(addressIndex(7))).not.toEqual(await gateway.addressAt(addressIndex(8)));
    });

    it.each(assets)('repeats a deposit of %s until it has its confirmations, and not afterwards', async (slug) => {
      const address = await addressOf(unused());
      let { cursor } = await deposits([address], await start());
      await chain.payAsCustomer(slug, address, '0.5');
      await chain.mine(1);
      const seen: (IncomingTransfer | undefined)[] = [];
      for (let round = 0; round < 4; round += 1) {
        const answer = await deposits([address], cursor);
        cursor = answer.cursor;
        seen.push(answer.transfers[0]);
        await chain.mine(1);
      }
      expect(seen[0]).toMatchObject({ instrumentSlug: slug, toAddress: address, amount: '0.5', memo: null, confirmations: 1 });
      expect(seen.map((transfer) => transfer?.confirmations)).toEqual([1, 2, 3, undefined]);
      expect(new Set(seen.slice(0, 3).map((transfer) => `${transfer?.txHash}/${transfer?.index}`)).size).toBe(1);
    });

    it('returns a deposit with all its confirmations to a caller with an older cursor', async () => {
      const address = await addressOf(unused());
      const cursor = await start();
      await chain.payAsCustomer(native, address, '0.25');
      await chain.mine(6);
      const { transfers } = await chain.restart().incoming({ watched: [address], cursor, untilConfirmations: 3 });
      expect(transfers).toMatchObject([{ amount: '0.25', confirmations: 6 }]);
    });

    it('returns the block time of a deposit, which does not change', async () => {
      const address = await addressOf(unused());
      const cursor = await start();
      await chain.payAsCustomer(native, address, '0.25');
      await chain.mine(1);
      const blockTime = await chain.newestBlockTime();
      expect((await deposits([address], cursor)).transfers).toMatchObject([{ blockTime, confirmations: 1 }]);
      await chain.mine(1);
      expect((await deposits([address], cursor)).transfers).toMatchObject([{ blockTime, confirmations: 2 }]);
    });

    it.each(assets)('locates a deposit of %s once it is mined', async (slug) => {
      const address = await addressOf(unused());
      const cursor = await start();
      await chain.payAsCustomer(slug, address, '0.25');
      await chain.mine(4);
      const [deposit] = (await deposits([address], cursor)).transfers;
      const txHash = deposit?.txHash ?? '';
      expect(await gateway.locate(txHash)).toEqual({ blockHeight: deposit?.blockHeight, confirmations: 4 });
      expect(await gateway.locate(txHash.split('').toReversed().join(''))).toBeNull();
      expect(await gateway.locate('no hash of any network')).toBeNull();
      const sent = await send(`located ${slug}`, slug, chain.stranger, '0.1');
      expect(await gateway.locate(sent.txHash)).toBeNull();
      await chain.mine(1);
      expect(await gateway.locate(sent.txHash)).toMatchObject({ confirmations: 1 });
    });

    it.each(assets)('returns the deposits of %s in one past block', async (slug) => {
      const address = await addressOf(unused());
      const cursor = await start();
      await chain.payAsCustomer(slug, address, '0.25');
      await chain.mine(6);
      const [deposit] = (await deposits([address], cursor)).transfers;
      const through = deposit?.blockHeight ?? 0;
      const block = { watched: [address], cursor: String(through - 1), untilConfirmations: 3, through };
      expect((await gateway.incoming(block)).transfers).toEqual([deposit]);
    });

    it('leaves out addresses that are not watched', async () => {
      const cursor = await start();
      await chain.payAsCustomer(native, await addressOf(unused()), '0.25');
      await chain.mine(1);
      expect((await deposits([await addressOf(unused())], cursor)).transfers).toEqual([]);
    });

    it('finds a deposit to an address in another spelling', async () => {
      const address = await addressOf(unused());
      const cursor = await start();
      await chain.payAsCustomer(asset, chain.respell(address), '3');
      await chain.mine(1);
      expect((await deposits([address], cursor)).transfers).toMatchObject([{ toAddress: address, amount: '3' }]);
    });

    it.each(assets)('pays %s and reports each state', async (slug) => {
      const key = `payout-${slug}`;
      expect(await gateway.sendState(key)).toEqual({ state: 'unknown' });
      const before = await gateway.balance(TREASURY_INDEX, slug);
      const { txHash } = await send(key, slug, chain.stranger, '1.5');
      expect(await gateway.sendState(key)).toEqual({ state: 'pending', txHash });
      await chain.mine(2);
      const state = await gateway.sendState(key);
      expect(state).toMatchObject({ state: 'confirmed', txHash, confirmations: 2, feePaid: { instrumentSlug: native } });
      const fee = state.state === 'confirmed' && slug === native ? state.feePaid.amount : '0';
      expect(await gateway.balance(TREASURY_INDEX, slug)).toBe(subtract(before, add('1.5', fee)));
    });

    it('pays once for repeated requests with one key, also after a restart and in parallel', async () => {
      const before = await gateway.balance(TREASURY_INDEX, asset);
      const request = {
        idempotencyKey: 'once',
        instrumentSlug: asset,
        fromIndex: TREASURY_INDEX,
        toAddress: chain.stranger,
        memo: null,
        amount: '2',
      };
      const answers = await Promise.all([gateway.send(request), gateway.send(request), gateway.send(request)]);
      answers.push(await chain.restart().send(request));
      await chain.mine(1);
      answers.push(await chain.restart().send(request));
      expect(new Set(answers.map(({ txHash }) => txHash)).size).toBe(1);
      await chain.mine(1);
      expect(await gateway.balance(TREASURY_INDEX, asset)).toBe(subtract(before, add('2', await feesOf(['once']))));
    });

    it('pays nothing when the fence throws, and does not call the fence again after a payment', async () => {
      const request = {
        idempotencyKey: 'fenced',
        instrumentSlug: asset,
        fromIndex: TREASURY_INDEX,
        toAddress: chain.stranger,
        memo: null,
        amount: '0.1',
      };
      const refuse = () => Promise.reject(new RangeError('another process handles it'));
      await expect(gateway.send(request, refuse)).rejects.toThrow(RangeError);
      expect(await gateway.sendState('fenced')).toEqual({ state: 'unknown' });
      const { txHash } = await gateway.send(request, async () => undefined);
      expect(await gateway.send(request, refuse)).toEqual({ txHash });
      await chain.mine(1);
    });

    it('makes many parallel payments, each of them once', async () => {
      const before = await gateway.balance(TREASURY_INDEX, asset);
      const keys = Array.from({ length: 8 }, (_, position) => `many-${position}`);
      const hashes = await Promise.all(keys.map((key) => send(key, asset, chain.stranger, '0.1')));
      expect(new Set(hashes.map(({ txHash }) => txHash)).size).toBe(keys.length);
      await chain.mine(1);
      const states = await Promise.all(keys.map((key) => gateway.sendState(key)));
      expect(states.map(({ state }) => state)).toEqual(keys.map(() => 'confirmed'));
      expect(await gateway.balance(TREASURY_INDEX, asset)).toBe(subtract(before, add('0.8', await feesOf(keys))));
    });

    it('refuses the key of another payment', async () => {
      await send('taken', asset, chain.stranger, '0.1');
      await expect(send('taken', asset, chain.stranger, '0.2')).rejects.toThrow(ChainRefusedError);
      await chain.mine(1);
    });

    it('refuses what the network would refuse, and stores nothing', async () => {
      const tooMuch = add(await gateway.balance(TREASURY_INDEX, asset), '1');
      await expect(send('overdraft', asset, chain.stranger, tooMuch)).rejects.toThrow(ChainRefusedError);
      await expect(send('nowhere', asset, 'nowhere', '1')).rejects.toThrow(ChainRefusedError);
      await expect(send('zero', asset, chain.stranger, '0')).rejects.toThrow(ChainRefusedError);
      await expect(send('dust', native, chain.stranger, `0.${'0'.repeat(30)}1`)).rejects.toThrow(ChainRefusedError);
      await expect(send('foreign', 'btcelsewhere', chain.stranger, '1')).rejects.toThrow(ChainRefusedError);
      for (const key of ['overdraft', 'nowhere', 'zero', 'dust', 'foreign']) {
        expect(await gateway.sendState(key)).toEqual({ state: 'unknown' });
      }
    });

    it('delivers its least payment to an address, and refuses less (D78)', async () => {
      const least = (await gateway.leastPayment?.(native, chain.stranger)) ?? '0';
      const unit = fromBaseUnits(1n, loadCatalogue().instruments.get(native)?.decimals ?? 0);
      if (isPositive(least)) {
        await expect(send('below the least', native, chain.stranger, subtract(least, unit))).rejects.toThrow(
          BelowLeastPaymentError,
        );
        expect(await gateway.sendState('below the least')).toEqual({ state: 'unknown' });
      }
      await send('the least', native, chain.stranger, compare(least, unit) < 0 ? unit : least);
      await chain.mine(1);
      expect(await gateway.sendState('the least')).toMatchObject({ state: 'confirmed' });
    });

    it('does not spend the same money twice while the first payment is pending', async () => {
      await chain.mature();
      const balance = await gateway.balance(TREASURY_INDEX, asset);
      await send('first-half', asset, chain.stranger, subtract(balance, '1'));
      await expect(send('second-half', asset, chain.stranger, '2')).rejects.toThrow(ChainRefusedError);
      await chain.mine(1);
      await chain.payAsCustomer(asset, await addressOf(TREASURY_INDEX), subtract(balance, '1'));
      await chain.mature();
      expect(await gateway.balance(TREASURY_INDEX, asset)).toBe(subtract(balance, await feesOf(['first-half'])));
    });

    if (depositsAt === 'ADDRESS') {
      describeSweeps(() => chain, assets);
    } else {
      describePool(() => chain, native);
    }

    it('returns its growing height', async () => {
      const { height } = await gateway.probe();
      await chain.mine(3);
      expect((await gateway.probe()).height).toBe(height + 3);
    });

    describeChainFaults(() => chain, traits);
    describeMore?.(() => chain);
  });
}
