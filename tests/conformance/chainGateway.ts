import { addressIndex, type AddressIndex } from '../../server/common/addressIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, amount as amountOf, compare, roundToDecimal, subtract, toDecimal, type Decimal } from '../../contract/money.ts';
import {
  ChainRefusedError,
  PayerRefusedError,
  type ChainGateway,
  type IncomingTransfer,
} from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { describeChainFaults } from './chainFaults.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

/** Describes the tests that every ChainGateway must pass. HD indexes from 1 on are used once each. */
export function describeChainGateway(name: string, open: () => Promise<ChainUnderTest>): void {
  describe(`${name} as a chain gateway`, () => {
    let chain: ChainUnderTest;
    let gateway: ChainGateway;
    beforeAll(async () => {
      chain = await open();
      gateway = chain.gateway;
    });
    afterAll(() => chain.close());

    const addressOf = async (index: AddressIndex) => (await gateway.addressAt(index)).address;
    const send = (
      idempotencyKey: string,
      instrumentSlug: string,
      toAddress: string,
      amount: Decimal,
      fromIndex = TREASURY_INDEX,
    ) => gateway.send({ idempotencyKey, instrumentSlug, fromIndex, toAddress, memo: null, amount });
    const deposits = (watched: string[], cursor: string | null, untilConfirmations = 3) =>
      gateway.incoming({ watched, cursor, untilConfirmations });
    const start = async () => (await deposits([], null)).cursor;

    it('returns the same address for the same index, and different ones for different indexes', async () => {
      expect(await gateway.addressAt(addressIndex(7))).toEqual(await gateway.addressAt(addressIndex(7)));
      expect(await chain.restart().addressAt(addressIndex(7))).toEqual(await gateway.addressAt(addressIndex(7)));
      expect(await gateway.addressAt(addressIndex(7))).not.toEqual(await gateway.addressAt(addressIndex(8)));
    });

    it.each(['native', 'token'] as const)(
      'repeats a %s deposit until it has its confirmations, and not afterwards',
      async (kind) => {
        const slug = chain[kind];
        const address = await addressOf(addressIndex(kind === 'native' ? 11 : 12));
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
      },
    );

    it('returns a deposit with all its confirmations to a caller with an older cursor', async () => {
      const address = await addressOf(addressIndex(13));
      const cursor = await start();
      await chain.payAsCustomer(chain.native, address, '0.25');
      await chain.mine(6);
      const { transfers } = await chain.restart().incoming({ watched: [address], cursor, untilConfirmations: 3 });
      expect(transfers).toMatchObject([{ amount: '0.25', confirmations: 6 }]);
    });

    it('returns the block time of a deposit, which does not change', async () => {
      const address = await addressOf(addressIndex(19));
      const cursor = await start();
      await chain.payAsCustomer(chain.native, address, '0.25');
      await chain.mine(1);
      const blockTime = await chain.newestBlockTime();
      expect((await deposits([address], cursor)).transfers).toMatchObject([{ blockTime, confirmations: 1 }]);
      await chain.mine(1);
      expect((await deposits([address], cursor)).transfers).toMatchObject([{ blockTime, confirmations: 2 }]);
    });

    it.each(['native', 'token'] as const)('locates a %s deposit once it is mined', async (kind) => {
      const address = await addressOf(addressIndex(kind === 'native' ? 17 : 18));
      const cursor = await start();
      await chain.payAsCustomer(chain[kind], address, '0.25');
      await chain.mine(4);
      const [deposit] = (await deposits([address], cursor)).transfers;
      const txHash = deposit?.txHash ?? '';
      expect(await gateway.locate(txHash)).toEqual({ blockHeight: deposit?.blockHeight, confirmations: 4 });
      expect(await gateway.locate(txHash.split('').toReversed().join(''))).toBeNull();
      expect(await gateway.locate('no hash of any network')).toBeNull();
      const sent = await send(`located ${kind}`, chain[kind], chain.stranger, '0.1');
      expect(await gateway.locate(sent.txHash)).toBeNull();
      await chain.mine(1);
      expect(await gateway.locate(sent.txHash)).toMatchObject({ confirmations: 1 });
    });

    it.each(['native', 'token'] as const)('returns the %s deposits of one past block', async (kind) => {
      const address = await addressOf(addressIndex(kind === 'native' ? 27 : 28));
      const cursor = await start();
      await chain.payAsCustomer(chain[kind], address, '0.25');
      await chain.mine(6);
      const [deposit] = (await deposits([address], cursor)).transfers;
      const through = deposit?.blockHeight ?? 0;
      const block = { watched: [address], cursor: String(through - 1), untilConfirmations: 3, through };
      expect((await gateway.incoming(block)).transfers).toEqual([deposit]);
    });

    it('leaves out addresses that are not watched', async () => {
      const cursor = await start();
      await chain.payAsCustomer(chain.native, await addressOf(addressIndex(14)), '0.25');
      await chain.mine(1);
      expect((await deposits([await addressOf(addressIndex(15))], cursor)).transfers).toEqual([]);
    });

    it('finds a deposit to an address in another spelling', async () => {
      const address = await addressOf(addressIndex(16));
      const cursor = await start();
      await chain.payAsCustomer(chain.token, chain.respell(address), '3');
      await chain.mine(1);
      expect((await deposits([address], cursor)).transfers).toMatchObject([{ toAddress: address, amount: '3' }]);
    });

    it.each(['native', 'token'] as const)('pays %s and reports each state', async (kind) => {
      const slug = chain[kind];
      const key = `payout-${kind}`;
      expect(await gateway.sendState(key)).toEqual({ state: 'unknown' });
      const before = await gateway.balance(TREASURY_INDEX, slug);
      const { txHash } = await send(key, slug, chain.stranger, '1.5');
      expect(await gateway.sendState(key)).toEqual({ state: 'pending', txHash });
      await chain.mine(2);
      const state = await gateway.sendState(key);
      expect(state).toMatchObject({ state: 'confirmed', txHash, confirmations: 2, feePaid: { instrumentSlug: chain.native } });
      const fee = state.state === 'confirmed' && kind === 'native' ? state.feePaid.amount : '0';
      expect(await gateway.balance(TREASURY_INDEX, slug)).toBe(subtract(before, add('1.5', fee)));
    });

    it('pays once for repeated requests with one key, also after a restart and in parallel', async () => {
      const before = await gateway.balance(TREASURY_INDEX, chain.token);
      const request = {
        idempotencyKey: 'once',
        instrumentSlug: chain.token,
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
      expect(await gateway.balance(TREASURY_INDEX, chain.token)).toBe(subtract(before, '2'));
    });

    it('pays nothing when the fence throws, and does not call the fence again after a payment', async () => {
      const request = {
        idempotencyKey: 'fenced',
        instrumentSlug: chain.token,
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
      const before = await gateway.balance(TREASURY_INDEX, chain.token);
      const keys = Array.from({ length: 8 }, (_, position) => `many-${position}`);
      const hashes = await Promise.all(keys.map((key) => send(key, chain.token, chain.stranger, '0.1')));
      expect(new Set(hashes.map(({ txHash }) => txHash)).size).toBe(keys.length);
      await chain.mine(1);
      const states = await Promise.all(keys.map((key) => gateway.sendState(key)));
      expect(states.map(({ state }) => state)).toEqual(keys.map(() => 'confirmed'));
      expect(await gateway.balance(TREASURY_INDEX, chain.token)).toBe(subtract(before, '0.8'));
    });

    it('refuses the key of another payment', async () => {
      await send('taken', chain.token, chain.stranger, '0.1');
      await expect(send('taken', chain.token, chain.stranger, '0.2')).rejects.toThrow(ChainRefusedError);
      await chain.mine(1);
    });

    it('refuses what the network would refuse, and stores nothing', async () => {
      const tooMuch = add(await gateway.balance(TREASURY_INDEX, chain.token), '1');
      await expect(send('overdraft', chain.token, chain.stranger, tooMuch)).rejects.toThrow(ChainRefusedError);
      await expect(send('nowhere', chain.token, 'nowhere', '1')).rejects.toThrow(ChainRefusedError);
      await expect(send('zero', chain.token, chain.stranger, '0')).rejects.toThrow(ChainRefusedError);
      await expect(send('dust', chain.native, chain.stranger, `0.${'0'.repeat(30)}1`)).rejects.toThrow(ChainRefusedError);
      await expect(send('foreign', 'btcelsewhere', chain.stranger, '1')).rejects.toThrow(ChainRefusedError);
      for (const key of ['overdraft', 'nowhere', 'zero', 'dust', 'foreign']) {
        expect(await gateway.sendState(key)).toEqual({ state: 'unknown' });
      }
    });

    it('does not spend the same money twice while the first payment is pending', async () => {
      const balance = await gateway.balance(TREASURY_INDEX, chain.token);
      await send('first-half', chain.token, chain.stranger, subtract(balance, '1'));
      await expect(send('second-half', chain.token, chain.stranger, '2')).rejects.toThrow(ChainRefusedError);
      await chain.mine(1);
      await chain.payAsCustomer(chain.token, await addressOf(TREASURY_INDEX), subtract(balance, '1'));
      await chain.mine(1);
      expect(await gateway.balance(TREASURY_INDEX, chain.token)).toBe(balance);
    });

    it('sweeps a deposit of the native coin, less the fee', async () => {
      const address = await addressOf(addressIndex(21));
      await chain.payAsCustomer(chain.native, address, '100');
      await chain.mine(1);
      const fee = await gateway.estimateFee(chain.native);
      const sweepable = subtract(await gateway.balance(addressIndex(21), chain.native), fee.amount);
      expect(compare(sweepable, '90')).toBe(1);
      await send('sweep-native', chain.native, await addressOf(TREASURY_INDEX), sweepable, addressIndex(21));
      await chain.mine(1);
      expect(await gateway.sendState('sweep-native')).toMatchObject({ state: 'confirmed' });
    });

    it('sweeps a token with exactly the native coin that its fee needs, and leaves less than a thousandth of it (D53)', async () => {
      const [deposit, treasury] = [await addressOf(addressIndex(23)), await addressOf(TREASURY_INDEX)];
      await chain.payAsCustomer(chain.token, deposit, '5');
      await chain.mine(1);
      const transfer = { fromIndex: addressIndex(23), toAddress: treasury, amount: subtract('5', gateway.residue(chain.token)) };
      const { amount: fee } = await gateway.estimateFee(chain.token, transfer);
      await send('top-up-exact', chain.native, deposit, fee);
      await chain.mine(1);
      const request = { idempotencyKey: 'exact', instrumentSlug: chain.token, memo: null, ...transfer };
      const tooLow = roundToDecimal(amountOf(fee).div(amountOf('100')), 9, 'down');
      await expect(gateway.send({ ...request, fee: tooLow })).rejects.toThrow(PayerRefusedError);
      await expect(gateway.send({ ...request, fee: add(fee, fee) })).rejects.toThrow(PayerRefusedError);
      await gateway.send({ ...request, fee });
      await chain.mine(1);
      expect(await gateway.sendState('exact')).toMatchObject({ state: 'confirmed' });
      expect(await gateway.balance(addressIndex(23), chain.token)).toBe(gateway.residue(chain.token));
      expect(gateway.residue(chain.native)).toBe('0');
      const left = await gateway.balance(addressIndex(23), chain.native);
      expect(compare(toDecimal(amountOf(left).times(amountOf('1000'))), fee)).toBe(-1);
    });

    it('sweeps a token only when the address can pay the fee', async () => {
      const address = await addressOf(addressIndex(22));
      await chain.payAsCustomer(chain.token, address, '5');
      await chain.mine(1);
      const treasury = await addressOf(TREASURY_INDEX);
      expect(await gateway.balance(addressIndex(22), chain.token)).toBe('5');
      await expect(send('sweep-token', chain.token, treasury, '5', addressIndex(22))).rejects.toThrow(ChainRefusedError);
      const fee = await gateway.estimateFee(chain.token);
      expect(fee.instrumentSlug).toBe(chain.native);
      await send('top-up', chain.native, address, add(fee.amount, fee.amount));
      await chain.mine(1);
      await send('sweep-token', chain.token, treasury, '5', addressIndex(22));
      await chain.mine(1);
      expect(await gateway.balance(addressIndex(22), chain.token)).toBe('0');
    });

    it('returns its growing height', async () => {
      const { height } = await gateway.probe();
      await chain.mine(3);
      expect((await gateway.probe()).height).toBe(height + 3);
    });

    describeChainFaults(() => chain);
  });
}
