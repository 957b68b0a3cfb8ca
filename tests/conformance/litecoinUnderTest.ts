import { add, sum } from '../../contract/money.ts';
import { createBitcoinAddresses } from '../../server/ports/chain/bitcoin/keys/bitcoinAddresses.ts';
import { createBitcoinWallet } from '../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../server/ports/chain/bitcoin/coinParameters.ts';
import { fieldOf } from '../../server/ports/chain/nodeAnswers.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { LITECOIN, LITECOIN_TREASURY, testBitcoinGateway } from '../support/nodes/bitcoinGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { litecoinAddresses, NOBODY, startLitecoinNetwork } from '../support/nodes/litecoin.ts';
import { createLitecoinFaults } from '../support/nodes/litecoinFaults.ts';
import type { NodesWithPayees } from './chainUnderTest.ts';

/** As many as a deposit needs before it may be spent */
const MATURE_BLOCKS = 6;
const addresses = createBitcoinAddresses(COINS.litecoin, 'main');
const payees = createBitcoinWallet(new Uint8Array(64).fill(3), COINS.litecoin, 'main');

/** Opens a gateway with proxies of two connected nodes. Bitcoin's gateway is the same code with other parameters. */
export async function openLitecoin(): Promise<NodesWithPayees> {
  const network = await startLitecoinNetwork();
  const database = await openMemoryDatabase();
  const [first, second] = network.nodes;
  if (!first || !second) throw new Error('two nodes are needed');
  const proxies = { first: await startFlakyNode(first.url), second: await startFlakyNode(second.url) };
  const nodes = [proxies.first, proxies.second];
  const { faults, mine } = createLitecoinFaults(network, proxies);
  const openGateway = () => testBitcoinGateway(database, nodes);
  await network.pay(...Array.from({ length: 10 }, () => ({ to: LITECOIN_TREASURY, amount: '10' })));
  await mine(MATURE_BLOCKS);
  return {
    gateway: openGateway(),
    newestBlockTime: async () => {
      const hash = String(await first.rpc.call('getbestblockhash'));
      return Number(fieldOf(await first.rpc.call('getblockheader', [hash]), 'time')) * 1_000;
    },
    stranger: NOBODY,
    listedStranger: litecoinAddresses.payeeOf(litecoinAddresses.scriptOf(NOBODY) ?? '') ?? '',
    payAsCustomer: (_instrumentSlug, toAddress, amount) => network.pay({ to: toAddress, amount }),
    mine,
    mature: () => mine(MATURE_BLOCKS),
    faults,
    respell: (address) => address.toUpperCase(),
    restart: openGateway,
    ofOtherChain: () => testBitcoinGateway(database, nodes, { chain: 'main' }),
    async newBooks() {
      const firstBlock = Number(await first.rpc.call('getblockcount'));
      await network.pay(...Array.from({ length: 3 }, () => ({ to: LITECOIN_TREASURY, amount: '5' })));
      return (books) => testBitcoinGateway(books, nodes, { firstBlock });
    },
    seenAfter: 0,
    countedAfter: 1,
    // The second node's login is in its file.
    settings: {
      networkSlug: LITECOIN,
      chain: 'regtest',
      rpcUrls: [proxies.first.url, { url: new URL(proxies.second.url).origin, cookieFile: second.cookieFile }],
    },
    funds: Array.from({ length: 2 }, () => ['ltc', '60'] as const),
    blocksAtOnce: 1,
    payeeAt: payees.addressAt,
    async received(_instrumentSlug, address, txHash) {
      const found = await first.rpc.call('scantxoutset', ['start', [`raw(${addresses.scriptOf(address) ?? ''})`]]);
      const coins: unknown = fieldOf(found, 'unspents');
      const ofTransaction = (Array.isArray(coins) ? coins : []).filter((coin: unknown) => fieldOf(coin, 'txid') === txHash);
      return sum(ofTransaction.map((coin: unknown) => add(String(fieldOf(coin, 'amount')), '0')));
    },
    async close() {
      await Promise.all([proxies.first.stop(), proxies.second.stop()]);
      await network.stop();
      await database.destroy();
    },
  };
}
