import { addressIndex } from '../../server/common/addressIndex.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberToHex, pad, type Hash } from 'viem';
import { toBaseUnits } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import { ChainRefusedError, ChainUnavailableError, type ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import { TRANSFER_TOPIC } from '../../server/ports/chain/evm/evmCalls.ts';
import { RAISE_AFTER_MS } from '../../server/ports/chain/evm/evmFees.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { contractAddress, payment, STRANGER, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';
import { startFlakyNode, type Lie } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const TOKEN = contractAddress('usdterc20');
const UNTIL = 4;
const FINAL = 12;
/** Price per gas in wei, far above every limit. */
const INFLATED = numberToHex(10_000n * 10n ** 9n);
/** Hash of a transaction that does not exist. */
const INVENTED: Hash = `0x${'1f'.repeat(32)}`;

/** Two nodes of one network. The first is honest, the second says what the test wants. */
describe('Two EVM nodes', () => {
  let anvil: Anvil;
  let second: Awaited<ReturnType<typeof startFlakyNode>>;
  let database: Database;
  let now: number;
  let index = 200;
  const nextAddress = () => testWallet.addressAt((index += 1));

  beforeAll(async () => {
    anvil = await freshAnvil();
    second = await startFlakyNode(anvil.url);
    await anvil.installToken(TOKEN, [{ owner: anvil.customer, units: toBaseUnits('1000000', 6) }]);
    await anvil.mine(20);
  });
  afterAll(() => second.stop());
  beforeEach(async () => {
    now = Date.now();
    second.mend();
    database = await openMemoryDatabase();
    await anvil.fund(TREASURY, '100');
    await anvil.mine(1);
    return () => database.destroy();
  });

  const open = () => testGateway(database, anvil, { more: [second.url], now: () => now });
  /** Returns a scan that starts at the same block each time, like a host whose cursor does not move. */
  async function watch(gateway: ChainGateway, address: string) {
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    return async () => (await gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL })).transfers;
  }
  const strangerHas = () => anvil.coinsOf(STRANGER);
  const behind =
    (blocks: number): Lie =>
    (truth) =>
      numberToHex(Number(truth) - blocks);

  describe('reading deposits', () => {
    it('counts what both nodes show', async () => {
      const address = nextAddress();
      const scan = await watch(open(), address);
      await anvil.pay(address, '1');
      await anvil.payToken(TOKEN, address, 7n);
      await anvil.payThroughContract(address, '2');
      await anvil.mine(UNTIL);
      const seen = await scan();
      expect(seen.map(({ amount, confirmations }) => `${amount} at ${confirmations}`).toSorted()).toEqual([
        `0.000007 at ${UNTIL}`,
        `1 at ${UNTIL}`,
        `2 at ${UNTIL}`,
      ]);
    });

    it('waits for a lagging node', async () => {
      const address = nextAddress();
      const scan = await watch(open(), address);
      await anvil.pay(address, '1');
      await anvil.mine(UNTIL);
      second.lie('eth_blockNumber', behind(2));
      expect(await scan()).toMatchObject([{ confirmations: UNTIL - 2 }]);
      second.lie('eth_blockNumber', behind(10));
      expect(await scan()).toEqual([]);
      second.mend();
      expect(await scan()).toMatchObject([{ confirmations: UNTIL }]);
    });

    it('confirms nothing while a node hides a payment, fails the probe, and reads the payment afterwards', async () => {
      const gateway = open();
      const address = nextAddress();
      const scan = await watch(gateway, address);
      second.lie('eth_getLogs', () => []);
      await anvil.payToken(TOKEN, address, 5n);
      await anvil.mine(1);
      expect(await scan()).toEqual([]);
      await gateway.probe();
      await anvil.mine(UNTIL);
      await expect(scan()).rejects.toThrow(ChainUnavailableError);
      await expect(gateway.probe()).rejects.toThrow('contradict');
      second.mend();
      expect(await scan()).toMatchObject([{ amount: '0.000005', confirmations: UNTIL + 1 }]);
      await gateway.probe();
    });

    it.each(['first', 'second'] as const)('ignores a forged deposit that only the %s node shows', async (liar) => {
      const urls = { first: [second.url, anvil.url], second: [anvil.url, second.url] }[liar];
      const gateway = testGateway(database, { url: urls[0] ?? '' }, { more: urls.slice(1), now: () => now });
      const address = nextAddress();
      const scan = await watch(gateway, address);
      await anvil.mine(1);
      const block = await anvil.client.getBlock();
      const log = {
        address: TOKEN,
        topics: [TRANSFER_TOPIC, pad(anvil.customer), pad(address)],
        data: numberToHex(1_000_000_000n, { size: 32 }),
        blockNumber: numberToHex(block.number ?? 0n),
        blockHash: block.hash,
        transactionHash: INVENTED,
        transactionIndex: '0x0',
        logIndex: '0x0',
        removed: false,
      };
      const receipt = { ...log, from: anvil.customer, to: TOKEN, status: '0x1', type: '0x2', logs: [log], contractAddress: null };
      second.lie('eth_getLogs', (truth) => [...(Array.isArray(truth) ? truth : []), log]);
      second.lie('eth_getTransactionReceipt', (truth, [hash]) => (hash === INVENTED ? receipt : truth));
      expect(await scan()).toEqual([]);
      await anvil.mine(UNTIL);
      await expect(scan()).rejects.toThrow(`contradict each other on transaction ${INVENTED}`);
      await expect(gateway.probe()).rejects.toThrow(ChainUnavailableError);
    });

    it('fails the probe when a node contradicts itself for a minute', async () => {
      const gateway = open();
      const address = nextAddress();
      const scan = await watch(gateway, address);
      await anvil.payToken(TOKEN, address, 5n);
      await anvil.mine(UNTIL);
      second.lie('eth_getTransactionReceipt', () => null);
      await expect(scan()).rejects.toThrow(ChainUnavailableError);
      await gateway.probe();
      for (let half = 0; half < 2; half += 1) {
        now += 30_000;
        await expect(scan()).rejects.toThrow(ChainUnavailableError);
      }
      await expect(gateway.probe()).rejects.toThrow('deposits can not be read');
    });

    /** Pays a deposit. Returns the read of its old block that a customer's claim triggers. */
    async function oldBlock(gateway: ChainGateway) {
      const address = nextAddress();
      await anvil.payToken(TOKEN, address, 5n);
      await anvil.mine(1);
      const through = Number(await anvil.client.getBlockNumber());
      await anvil.mine(UNTIL);
      const request = { watched: [address], cursor: String(through - 1), untilConfirmations: UNTIL, through };
      return async () => (await gateway.incoming(request)).transfers;
    }

    it('fails the probe when scans fail, although reads of old blocks succeed', async () => {
      const gateway = open();
      const claim = await oldBlock(gateway);
      const scan = await watch(gateway, nextAddress());
      await anvil.mine(UNTIL);
      second.lie('eth_getLogs', (truth, [filter]) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
        if (fromBlock !== toBlock) throw new Error('too many blocks');
        return truth;
      });
      for (let third = 0; third < 3; third += 1) {
        await expect(scan()).rejects.toThrow(ChainUnavailableError);
        now += 30_000;
        expect(await claim()).toMatchObject([{ amount: '0.000005' }]);
      }
      await expect(scan()).rejects.toThrow(ChainUnavailableError);
      await expect(gateway.probe()).rejects.toThrow('deposits can not be read');
    });

    const refuse: Lie = () => {
      throw new Error('history has been pruned');
    };
    it.each([
      ['refuses', refuse],
      ['has pruned', () => []],
    ] as const)('passes the probe although a claim keeps reading an old block that a node %s', async (_what, pruned) => {
      const gateway = open();
      const claim = await oldBlock(gateway);
      second.lie('eth_getLogs', pruned);
      for (let third = 0; third < 3; third += 1) {
        await expect(claim()).rejects.toThrow(ChainUnavailableError);
        now += 30_000;
      }
      await expect(claim()).rejects.toThrow(ChainUnavailableError);
      await gateway.probe();
    });

    it('waits while a node is down, unless agreeingNodes is 1', async () => {
      second.fail('*', 'refuse');
      const address = nextAddress();
      const careless = testGateway(database, anvil, { more: [second.url], agreeingNodes: 1 });
      const scan = await watch(careless, address);
      await anvil.pay(address, '1');
      await anvil.mine(1);
      expect(await scan()).toMatchObject([{ amount: '1' }]);
      const careful = open();
      await expect(watch(careful, address)).rejects.toThrow('1 of 2 nodes answer, 2 are needed');
      await expect(careful.probe()).rejects.toThrow(ChainUnavailableError);
    });

    it('fails the probe when the nodes follow different chains', async () => {
      const gateway = open();
      await gateway.probe();
      second.lie('eth_getBlockByNumber', (truth) => (typeof truth === 'object' ? { ...truth, hash: INVENTED } : truth));
      await expect(gateway.probe()).rejects.toThrow('contradict each other on block');
    });
  });

  describe('estimating the fee of a transfer', () => {
    const lies: [string, string, Lie][] = [
      ['base fee', 'eth_getBlockByNumber', (truth) => ({ ...(truth as object), baseFeePerGas: INFLATED })],
      ['tip', 'eth_maxPriorityFeePerGas', () => INFLATED],
      ['gas', 'eth_estimateGas', () => numberToHex(2_000_000n)],
    ];

    it.each(lies.flatMap((lie) => (['first', 'second'] as const).map((liar) => [lie[0], liar, lie] as const)))(
      'ignores an inflated %s that only the %s node reports',
      async (_what, liar, [, method, lie]) => {
        const urls = { first: [second.url, anvil.url], second: [anvil.url, second.url] }[liar];
        const gateway = () => testGateway(database, { url: urls[0] ?? '' }, { more: urls.slice(1) });
        const usual = await gateway().estimateFee('eth');
        second.lie(method, lie);
        expect(await gateway().estimateFee('eth')).toEqual(usual);
      },
    );

    it('limits the price per gas, and reports a delay above the limit', async () => {
      const alone = testGateway(database, { url: second.url }, { maxFeePerGasGwei: 300 });
      expect(await alone.estimateFee('eth')).not.toHaveProperty('delay');
      second.lie('eth_getBlockByNumber', (truth) => ({ ...(truth as object), baseFeePerGas: INFLATED }));
      // 21,000 gas at 300 gwei
      expect(await alone.estimateFee('eth')).toEqual({ instrumentSlug: 'eth', amount: '0.0063', delay: 'FEE_ABOVE_LIMIT' });
    });

    it('rejects when only one node answers', async () => {
      second.fail('*', 'refuse');
      await expect(open().estimateFee('eth')).rejects.toThrow(ChainUnavailableError);
    });
  });

  describe('sending payments', () => {
    it('uses the lower balance of the two nodes', async () => {
      second.lie('eth_getBalance', () => numberToHex(10n ** 24n));
      expect(await open().balance(open().treasury(), 'eth')).toBe('100');
      await expect(open().send(payment('too much', '101'))).rejects.toThrow('insufficient funds: 100 eth');
    });

    it.each([
      ['high', INFLATED],
      ['low', numberToHex(1n)],
    ])('arrives although the preferred node reports a fee that is far too %s', async (_what, baseFeePerGas) => {
      second.lie('eth_getBlockByNumber', (truth) => ({ ...(truth as object), baseFeePerGas }));
      second.lie('eth_maxPriorityFeePerGas', () => baseFeePerGas);
      const gateway = testGateway(database, { url: second.url }, { more: [anvil.url], now: () => now });
      const before = await strangerHas();
      // An offer that is too low is stored and retried: the honest node asks for more, and the fee is bumped.
      await gateway.send(payment('lied about', '1')).catch(() => undefined);
      now += RAISE_AFTER_MS;
      await gateway.monitor();
      await anvil.mine(1);
      expect((await strangerHas()) - before).toBe(10n ** 18n);
    });

    it.each(['first', 'second'] as const)(
      'broadcasts to both nodes: the payment arrives when the %s one refuses it',
      async (refusing) => {
        second.fail('eth_sendRawTransaction', 'refuse');
        const [url, ...more] = refusing === 'first' ? [second.url, anvil.url] : [anvil.url, second.url];
        const before = await strangerHas();
        await testGateway(database, { url }, { more }).send(payment('broadcast', '1'));
        await anvil.mine(1);
        expect(await open().sendState('broadcast')).toMatchObject({ state: 'confirmed' });
        expect((await strangerHas()) - before).toBe(10n ** 18n);
      },
    );

    it.each([0, 1, 2])('works with two of three nodes when node %i answers nothing but its height', async (place) => {
      const urls = [anvil.url, anvil.url];
      urls.splice(place, 0, second.url);
      const gateway = testGateway(database, { url: urls[0] ?? '' }, { more: urls.slice(1), now: () => now });
      second.fail('*', 'refuse');
      for (const method of ['eth_blockNumber', 'eth_chainId']) second.fail(method, 'none');
      const address = nextAddress();
      const scan = await watch(gateway, address);
      expect(await gateway.probe()).toEqual({ height: Number(await anvil.client.getBlockNumber()) });
      await gateway.estimateFee('eth');
      const { txHash } = await gateway.send({ ...payment('two of three', '1'), toAddress: address });
      now += RAISE_AFTER_MS;
      expect(await gateway.sendState('two of three')).toMatchObject({ state: 'pending', txHash });
      await gateway.monitor();
      const bumped = await gateway.sendState('two of three');
      expect(bumped).not.toMatchObject({ txHash });
      await anvil.mine(UNTIL);
      expect(await gateway.sendState('two of three')).toMatchObject({ ...bumped, state: 'confirmed', confirmations: UNTIL });
      expect(await scan()).toMatchObject([{ amount: '1', confirmations: UNTIL }]);
      expect(await gateway.locate('txHash' in bumped ? bumped.txHash : '')).toMatchObject({ confirmations: UNTIL });
      expect(await gateway.balance(addressIndex(index), 'eth')).toBe('1');
    });

    const impossible = () => new Error('execution reverted');

    it.each([
      ['impossible', impossible],
      ['too expensive', () => numberToHex(2_000_000n)],
    ])('sends a payment that only the preferred node calls %s', async (_what, verdict) => {
      // Only for this payment: the estimate of the usual gas stays true.
      second.lie('eth_estimateGas', (truth, [call]) => ((call as { to: string }).to === STRANGER ? verdict() : truth));
      const before = await strangerHas();
      await testGateway(database, { url: second.url }, { more: [anvil.url] }).send(payment('called impossible', '1'));
      await anvil.mine(1);
      expect((await strangerHas()) - before).toBe(10n ** 18n);
    });

    it.each([0, 1, 2])('refuses a payment that two of three nodes call impossible, when node %i does not', async (place) => {
      second.lie('eth_estimateGas', (truth, [call]) => ((call as { to: string }).to === STRANGER ? impossible() : truth));
      const urls = [second.url, second.url];
      urls.splice(place, 0, anvil.url);
      const gateway = testGateway(database, { url: urls[0] ?? '' }, { more: urls.slice(1) });
      await expect(gateway.send(payment('impossible', '1'))).rejects.toThrow(ChainRefusedError);
      expect(await gateway.sendState('impossible')).toEqual({ state: 'unknown' });
    });

    it('sends enough gas although the preferred node reports far too little', async () => {
      await anvil.payToken(TOKEN, TREASURY, 5n);
      await anvil.mine(1);
      second.lie('eth_estimateGas', () => numberToHex(21_700n));
      const gateway = testGateway(database, { url: second.url }, { more: [anvil.url] });
      const toAddress = nextAddress();
      await gateway.send({ ...payment('too little gas', '0.000005', 'usdterc20'), toAddress });
      await anvil.mine(1);
      expect(await anvil.tokensOf(TOKEN, toAddress)).toBe(5n);
    });

    it('leaves no nonce gap when a node counts too many waiting transactions', async () => {
      second.lie('eth_getTransactionCount', (truth, [, block]) => (block === 'pending' ? numberToHex(Number(truth) + 3) : truth));
      await open().send(payment('no gap', '1'));
      second.mend();
      await anvil.mine(1);
      expect(await open().sendState('no gap')).toMatchObject({ state: 'confirmed' });
    });

    it.each([
      ['has no receipt', () => null],
      ['shows a failed receipt', (truth: unknown) => ({ ...(truth as object), status: '0x0' })],
      ['shows another block', (truth: unknown) => ({ ...(truth as object), blockHash: INVENTED })],
    ])('keeps a payment pending while a node %s', async (_what, lie) => {
      const gateway = open();
      await gateway.send(payment('disputed', '1'));
      await anvil.mine(FINAL + 2);
      second.lie('eth_getTransactionReceipt', (truth) => (truth === null ? null : lie(truth)));
      expect(await gateway.sendState('disputed')).toMatchObject({ state: 'pending' });
      second.mend();
      expect(await gateway.sendState('disputed')).toMatchObject({ state: 'confirmed', confirmations: FINAL + 2 });
    });

    it('never calls a payment failed because its receipt is lost', async () => {
      const gateway = open();
      const { txHash } = await gateway.send(payment('receipt lost', '1'));
      await anvil.mine(FINAL + 2);
      const lossy = await startFlakyNode(anvil.url);
      lossy.lie('eth_getTransactionReceipt', () => null);
      second.lie('eth_getTransactionReceipt', () => null);
      const withoutReceipts = testGateway(database, lossy, { more: [second.url] });
      expect(await withoutReceipts.sendState('receipt lost')).toEqual({ state: 'pending', txHash });
      // Nor when the nodes have pruned the state that shows who used the nonce.
      await anvil.mine(300);
      const head = Number(await anvil.client.getBlockNumber());
      for (const node of [lossy, second]) {
        node.lie('eth_getTransactionCount', (truth, [, block]) => {
          if (Number(block) < head - 100) throw new Error('missing trie node');
          return truth;
        });
      }
      // This process caches the result of its search. Another process has to search again.
      expect(await withoutReceipts.sendState('receipt lost')).toEqual({ state: 'pending', txHash });
      const another = testGateway(database, lossy, { more: [second.url] });
      await expect(another.sendState('receipt lost')).rejects.toThrow('nonce');
      await lossy.stop();
    });
  });
});
