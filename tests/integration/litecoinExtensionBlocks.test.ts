import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startLitecoind, type Litecoind } from '../../scripts/nodes/litecoind.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import { createRpcClient, type RpcClient } from '../../server/ports/chain/bitcoin/rpcClient.ts';
import { FundsLockedError } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { litecoinPayment, testBitcoinGateway } from '../support/nodes/bitcoinGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';

/** Extension blocks begin at block 432, if a payment into them waits then. */
const BLOCKS_BEFORE = 431;

let node: Litecoind;
/** Mines, and pays into the extension blocks */
let miner: RpcClient;
/** Has coins in the extension blocks only */
let hidden: RpcClient;
let mined: string;

beforeAll(async () => {
  node = await startLitecoind({ hasExtensionBlocks: true });
  const openWallet = async (name: string): Promise<RpcClient> => {
    await createRpcClient(node).call('createwallet', [name]);
    return createRpcClient({ ...node, url: `${node.url}/wallet/${name}` });
  };
  [miner, hidden] = [await openWallet('miner'), await openWallet('hidden')];
  mined = String(await miner.call('getnewaddress'));
  // In parts, because a busy machine would need longer than a call may take.
  for (let height = 0; height < BLOCKS_BEFORE; height += 50) {
    await miner.call('generatetoaddress', [Math.min(50, BLOCKS_BEFORE - height), mined]);
  }
  await miner.call('sendtoaddress', [String(await hidden.call('getnewaddress', ['', 'mweb'])), 10]);
  await miner.call('generatetoaddress', [12, mined]);
});
afterAll(() => node.stop());

it('returns a payment out of Litecoin’s extension blocks once, and another one for it after a reorg', async () => {
  const database = await openMemoryDatabase();
  const proxy = await startFlakyNode(node.url);
  onTestFinished(async () => {
    await proxy.stop();
    await database.destroy();
  });
  // One node and its proxy: the test is about what blocks contain.
  const gateway = testBitcoinGateway(database, [node, proxy]);
  const { address } = await gateway.addressAt(addressIndex(5));
  const { cursor } = await gateway.incoming({ watched: [], cursor: null, untilConfirmations: 3 });
  const scan = async () => (await gateway.incoming({ watched: [address], cursor, untilConfirmations: 3 })).transfers;

  await hidden.call('sendtoaddress', [address, 3]);
  // The network shows the payment only in the block that takes it out.
  expect(await scan()).toEqual([]);
  await miner.call('generatetoaddress', [1, mined]);
  const [deposit, ...more] = await scan();
  expect(more).toEqual([]);
  expect(deposit).toMatchObject({ amount: '3', toAddress: address, confirmations: 1 });
  expect(await gateway.locate(deposit?.txHash ?? '')).toMatchObject({ confirmations: 1 });
  await expect(gateway.send(litecoinPayment('immature', '1'))).rejects.toThrow(FundsLockedError);

  await miner.call('invalidateblock', [String(await miner.call('getbestblockhash'))]);
  const other = String(await miner.call('getnewaddress'));
  // Another payment out of the extension blocks changes the transaction that connects them.
  await hidden.call('sendtoaddress', [other, 2]);
  await miner.call('generatetoaddress', [2, other]);
  const replaced = await scan();
  expect(replaced).toMatchObject([{ amount: '3', toAddress: address, confirmations: 2 }]);
  expect(replaced[0]?.txHash).not.toBe(deposit?.txHash);
  expect(await gateway.locate(deposit?.txHash ?? '')).toBeNull();
  await miner.call('generatetoaddress', [5, other]);
  expect(await gateway.balance(gateway.treasury(), 'ltc')).toBe('3');
  await gateway.send(litecoinPayment('mature', '1'));
  await miner.call('generatetoaddress', [1, other]);
  expect(await gateway.sendState('mature')).toMatchObject({ state: 'confirmed' });
});
