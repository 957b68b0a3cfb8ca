import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount, subtract, toDecimal } from '../../contract/money.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import type { Database } from '../../server/db/database.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  PayerRefusedError,
  SendUndecidedError,
} from '../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { hexOf } from '../../server/ports/chain/tron/tronCalls.ts';
import type { TronGateway } from '../../server/ports/chain/tron/tronGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import {
  startTronStandin,
  testTronGateway,
  TRON_CONTRACT,
  TRON_STRANGER,
  TRON_TREASURY,
  tronPayment as payment,
  tronWallet,
  USDT,
  type TronStandin,
} from '../support/nodes/tron/tronStandin.ts';

/** A block is solid when so many newer ones follow. */
const SOLID = 19;
/** Blocks until a transaction is dead: four minutes after its reference block, which was as old as it takes to become solid */
const LIFE = 80;

describe('Payments on stand-in TRON nodes', () => {
  let standin: TronStandin;
  let database: Database;
  let gateway: TronGateway;

  beforeEach(async () => {
    standin = await startTronStandin();
    database = await openMemoryDatabase();
    gateway = open();
    await gateway.monitor();
  });
  afterEach(async () => {
    await database.destroy();
    await standin.close();
  });

  const open = (on = database): TronGateway => testTronGateway(on, standin.urls);
  const held = async (slug: string, on = gateway) => await on.balance(TREASURY_INDEX, slug);
  const stateOf = async (key: string) => await gateway.sendState(key);
  /** Mines until what was mined before is final, and lets the gateway settle it. */
  async function settle(on = gateway): Promise<void> {
    standin.chain.mine(SOLID + 1);
    await on.monitor();
  }

  describe('whose transaction no block includes', () => {
    it('stay pending until no block can include it, and are then made once under their key', async () => {
      standin.chain.setStuck(true);
      const first = await gateway.send(payment('lost', '5'));
      standin.chain.mine(LIFE - 1);
      await gateway.monitor();
      expect(await stateOf('lost')).toEqual({ state: 'pending', txHash: first.txHash });
      standin.chain.mine(1);
      await gateway.monitor();
      expect(await stateOf('lost')).toEqual({ state: 'unknown' });

      standin.chain.setStuck(false);
      const before = await held(USDT);
      const second = await gateway.send(payment('lost', '5'));
      expect(second.txHash).not.toBe(first.txHash);
      await settle();
      expect(await stateOf('lost')).toMatchObject({ state: 'confirmed', txHash: second.txHash });
      expect(subtract(before, await held(USDT))).toBe('5');
    });

    it('wait while nodes call it known and have lost it', async () => {
      const { txHash } = await gateway.send(payment('lost', '5'));
      standin.chain.losePool();
      standin.chain.mine(1);
      await gateway.monitor();
      expect(await gateway.send(payment('lost', '5'))).toEqual({ txHash });
      expect(await stateOf('lost')).toMatchObject({ state: 'pending' });
      standin.chain.mine(LIFE);
      await gateway.monitor();
      expect(await stateOf('lost')).toEqual({ state: 'unknown' });
    });

    it('are not given up while a node hides the block that includes it', async () => {
      const { txHash } = await gateway.send(payment('hidden', '5'));
      standin.chain.mine(1);
      standin.nodes.second.break({ hides: (transaction) => transaction.txHash === txHash });
      standin.chain.mine(LIFE);
      await expect(gateway.monitor()).rejects.toThrow(ChainUnavailableError);
      expect(await stateOf('hidden')).toEqual({ state: 'pending', txHash });
      standin.nodes.second.break({});
      await gateway.monitor();
      expect(await stateOf('hidden')).toMatchObject({ state: 'confirmed', txHash });
    });

    it('are not given up while a node is behind', async () => {
      standin.chain.setStuck(true);
      const { txHash } = await gateway.send(payment('behind', '5'));
      standin.nodes.second.break({ lag: 50 });
      standin.chain.mine(LIFE);
      await gateway.monitor().catch(() => undefined);
      expect(await stateOf('behind')).toEqual({ state: 'pending', txHash });
    });

    it('are no refusals, whatever the nodes say, and are broadcast again', async () => {
      const codes = ['SERVER_BUSY', 'TAPOS_ERROR', 'CONTRACT_VALIDATE_ERROR', 'BANDWITH_ERROR'];
      for (const refuses of codes) {
        for (const node of Object.values(standin.nodes)) node.break({ refuses });
        await expect(gateway.send(payment(refuses, '5'))).rejects.toThrow(ChainUnavailableError);
        expect(await stateOf(refuses)).toMatchObject({ state: 'pending' });
      }
      for (const node of Object.values(standin.nodes)) node.break({});
      await gateway.monitor();
      await settle();
      for (const code of codes) expect(await stateOf(code)).toMatchObject({ state: 'confirmed' });
    });
  });

  it('is final only in a solid block, however many confirmations it has', async () => {
    await gateway.send(payment('solid', '5'));
    standin.chain.mine(SOLID);
    expect(await stateOf('solid')).toMatchObject({ state: 'confirmed', confirmations: SOLID - 1 });
    expect(await held(USDT)).toBe('1000000');
    standin.chain.mine(1);
    expect(await stateOf('solid')).toMatchObject({ state: 'confirmed', confirmations: SOLID + 1 });
    expect(await held(USDT)).toBe('999995');
  });

  it('is made once when one node takes it and its answer is lost', async () => {
    standin.nodes.first.break({ silence: 'broadcast' });
    const { txHash } = await gateway.send(payment('lost answer', '5'));
    standin.nodes.first.break({ refuses: 'SERVER_BUSY' });
    expect(await open().send(payment('lost answer', '5'))).toEqual({ txHash });
    standin.nodes.first.break({});
    await settle();
    expect(await open().send(payment('lost answer', '5'))).toEqual({ txHash });
    expect(subtract('1000000', await held(USDT))).toBe('5');
  });

  describe('fees', () => {
    it('makes a sweep with its top-up although the prices of energy and bandwidth change', async () => {
      const fromIndex = addressIndex(9);
      const { address } = await gateway.addressAt(fromIndex);
      standin.pay(USDT, address, '3');
      await settle();
      const sweep = { ...payment('sweep', '3'), fromIndex, toAddress: TRON_TREASURY };
      const { amount: fee, least } = await gateway.estimateFee(USDT, sweep);
      // 64,285 of energy at 100 sun, with and without a tenth more, and 350 bytes at 1,000 sun
      expect([fee, least]).toEqual(['7.42135', '6.7785']);
      await gateway.send({ ...payment('top-up', fee, 'trx'), toAddress: address });
      await settle();
      standin.change({ energyPercent: 105n, isPublicBandwidthUsed: true });
      await settle();
      await gateway.send({ ...sweep, fee });
      standin.change({ energyPercent: 109n });
      await settle();
      expect(await stateOf('sweep')).toMatchObject({ state: 'confirmed' });
      standin.pay(USDT, address, '3');
      await settle();
      await expect(gateway.send({ ...sweep, idempotencyKey: 'too little', fee: '7.3' })).rejects.toThrow(PayerRefusedError);
    });

    it('covers a recipient without the token, and pays what one with it takes', async () => {
      const estimate = await gateway.estimateFee(USDT);
      // 130,285 of energy at 100 sun, and 350 bytes at 1,000 sun
      expect(estimate).toEqual({ instrumentSlug: 'trx', amount: '13.3785' });
      await gateway.send(payment('new', '1'));
      await settle();
      await gateway.send(payment('known', '1'));
      await settle();
      const feeOf = async (key: string) => {
        const state = await stateOf(key);
        return state.state === 'confirmed' ? state.feePaid.amount : expect.fail(state.state);
      };
      // The free bandwidth of the first payment is used.
      expect([await feeOf('new'), await feeOf('known')]).toEqual(['13.0285', expect.stringMatching(/^6\.77/)]);
    });

    it('charges for an account that a payment of TRX creates', async () => {
      expect(await gateway.gasFactor?.('trx', TRON_STRANGER, '1')).toBe('4');
      expect(await gateway.gasFactor?.(USDT, TRON_STRANGER, '1')).toBe('1');
      expect(await gateway.gasFactor?.('trx', standin.customer, '1')).toBe('1');
      await expect(gateway.gasFactor?.('trx', 'nowhere', '1')).rejects.toThrow(ChainRefusedError);
      await gateway.send(payment('created', '1', 'trx'));
      await settle();
      expect(await stateOf('created')).toMatchObject({ feePaid: { amount: '1.1' } });
    });

    it('refunds TRX to a new account for the fee that its recipient is charged, and leaves nothing (D53)', async () => {
      const fromIndex = addressIndex(6);
      const { address } = await gateway.addressAt(fromIndex);
      standin.pay('trx', address, '7');
      await settle();
      const { amount: usual } = await gateway.estimateFee('trx');
      const factor = (await gateway.gasFactor?.('trx', TRON_STRANGER, '7')) ?? '0';
      const fee = toDecimal(amount(usual).times(amount(factor)));
      const refund = { ...payment('refund', subtract('7', fee), 'trx'), fromIndex };
      await expect(gateway.send({ ...refund, fee: usual })).rejects.toThrow(PayerRefusedError);
      await gateway.send({ ...refund, fee });
      await settle();
      expect(await stateOf('refund')).toMatchObject({ state: 'confirmed', feePaid: { amount: '1.1' } });
      expect(await gateway.balance(fromIndex, 'trx')).toBe('0');
    });

    it('refuses TRX to a contract before anything is signed', async () => {
      await expect(gateway.gasFactor?.('trx', TRON_CONTRACT, '1')).rejects.toThrow(ChainRefusedError);
      expect(await gateway.gasFactor?.(USDT, TRON_CONTRACT, '1')).toBe('1');
      const { address } = await gateway.addressAt(addressIndex(5));
      standin.pay('trx', address, '7');
      await settle();
      const toContract = { ...payment('to a contract', '1', 'trx'), toAddress: TRON_CONTRACT };
      for (const request of [toContract, { ...toContract, fromIndex: addressIndex(5), fee: '2' }])
        await expect(gateway.send(request)).rejects.toThrow('contract');
      expect(await stateOf('to a contract')).toEqual({ state: 'unknown' });
    });

    it('reports a payment that ran out of energy as failed, with what it burnt, once that is final', async () => {
      await gateway.send(payment('dear', '1'));
      standin.chain.setPrices(2n);
      standin.chain.mine(1);
      expect(await stateOf('dear')).toMatchObject({ state: 'pending' });
      await settle();
      expect(await stateOf('dear')).toMatchObject({
        state: 'failed',
        reason: 'OUT_OF_ENERGY',
        // 130,285 of energy at 100 sun and a quarter more: all that it allowed, in whole units of energy
        feePaid: { instrumentSlug: 'trx', amount: expect.stringMatching(/^16\.28/) },
      });
      expect(await held(USDT)).toBe('1000000');
    });

    it('allows the energy of a recipient without the token, in case it gives its tokens away meanwhile', async () => {
      standin.pay(USDT, TRON_STRANGER, '1');
      await settle();
      await gateway.send(payment('emptied', '1'));
      standin.takeTokens(TRON_STRANGER);
      await settle();
      // Nothing that was not used is burnt: 130,285 of energy at 100 sun
      expect(await stateOf('emptied')).toMatchObject({ state: 'confirmed', feePaid: { amount: '13.0285' } });
    });

    it('delays payments while the network’s fees exceed the limit', async () => {
      const limited = testTronGateway(database, standin.urls, { maxFeeTrx: 20 });
      standin.chain.setPrices(2n);
      expect(await limited.estimateFee(USDT)).toEqual({ instrumentSlug: 'trx', amount: '20', delay: 'FEE_ABOVE_LIMIT' });
      await expect(limited.send(payment('delayed', '1'))).rejects.toThrow(ChainRefusedError);
      expect(await stateOf('delayed')).toEqual({ state: 'unknown' });
    });

    it('estimates enough bandwidth for the largest payments', () => {
      const call = { owner: hexOf(TRON_TREASURY), units: 10n ** 17n } as const;
      const times = { expiresAt: 2 ** 42, createdAt: 2 ** 42, reference: { height: 2 ** 31, hash: 'f'.repeat(64) } };
      const transfer = { call: { type: 'transfer', to: hexOf(TRON_STRANGER), ...call }, feeLimit: 0n, ...times } as const;
      const data = 'f'.repeat(136);
      const trigger = {
        call: { type: 'trigger', contract: hexOf(TRON_STRANGER), data, ...call },
        feeLimit: 10n ** 9n,
        ...times,
      } as const;
      expect(tronWallet.sign(0, transfer).bandwidth).toBeLessThanOrEqual(275);
      expect(tronWallet.sign(0, trigger).bandwidth).toBeLessThanOrEqual(350);
    });

    it('refuses a payment that the treasury can not pay the fee of', async () => {
      const poor = addressIndex(9);
      standin.pay(USDT, (await gateway.addressAt(poor)).address, '3');
      standin.chain.mine(SOLID + 1);
      const sweep = { ...payment('poor', '3'), fromIndex: poor, toAddress: TRON_TREASURY };
      await expect(gateway.send(sweep)).rejects.toThrow(PayerRefusedError);
    });
  });

  it('says that a token blocks our address', async () => {
    standin.chain.head().after.blocked.add(hexOf(TRON_TREASURY));
    standin.chain.mine(SOLID + 1);
    await expect(gateway.send(payment('blocked', '1'))).rejects.toThrow(`blocks our address ${TRON_TREASURY}`);
    expect(await gateway.isBlocked?.(USDT, TRON_TREASURY)).toBe(true);
    expect(await gateway.isBlocked?.(USDT, TRON_STRANGER)).toBe(false);
    expect(await gateway.isBlocked?.('trx', TRON_TREASURY)).toBe(false);
  });

  it('does not call a final payment undone when a node has lost its receipt', async () => {
    await gateway.send(payment('final', '5'));
    await settle();
    await settle();
    standin.nodes.second.break({ hides: () => true });
    await expect(stateOf('final')).rejects.toThrow(SendUndecidedError);
  });

  it('is down when no block became solid for minutes', async () => {
    const { time } = standin.chain.head();
    await gateway.probe();
    const later = testTronGateway(database, standin.urls, { now: () => time + 400_000 });
    await expect(later.probe()).rejects.toThrow('can not be removed');
  });
});
