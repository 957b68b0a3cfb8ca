import { openMemoryDatabase } from '../support/databases.ts';
import { NOBODY, startMoneroNetwork, UNLOCK_BLOCKS, type MoneroNetwork } from '../support/nodes/monero.ts';
import { minedChain } from '../support/nodes/moneroChain.ts';
import { startMoneroFaults } from '../support/nodes/moneroFaults.ts';
import { MONERO, MONERO_TREASURY, testMoneroGateway } from '../support/nodes/moneroGateway.ts';
import type { NodesUnderTest } from './chainUnderTest.ts';

const COINS = 15;

/** Opens a gateway with proxies of two nodes and of their wallet programs. */
export async function openMonero(): Promise<NodesUnderTest & { network: MoneroNetwork }> {
  const network = await startMoneroNetwork({ chain: await minedChain() });
  const database = await openMemoryDatabase();
  const { faults, mine, nodes, stop } = await startMoneroFaults(network);
  const openGateway = () => testMoneroGateway(database, nodes);
  const fund = (amount: string) => network.pay(Array.from({ length: COINS }, () => ({ to: MONERO_TREASURY, amount })));
  for (let paid = 0; paid < 2; paid += 1) await fund('2');
  await network.mine(UNLOCK_BLOCKS);
  return {
    network,
    gateway: openGateway(),
    newestBlockTime: async () => (await network.first.blockAt((await network.first.top()).height)).time,
    stranger: NOBODY,
    listedStranger: NOBODY,
    payAsCustomer: (_instrumentSlug, toAddress, amount) => network.pay([{ to: toAddress, amount }]),
    mine,
    mature: () => mine(UNLOCK_BLOCKS),
    faults,
    respell: (address) => address,
    restart: openGateway,
    ofOtherChain: () => testMoneroGateway(database, nodes, { chain: 'main' }),
    async newBooks() {
      await fund('1');
      return (books) => testMoneroGateway(books, nodes, { firstBlock: 0 });
    },
    seenAfter: 0,
    countedAfter: 1,
    // The fees of a young chain are hundreds of times those of the real one.
    settings: { networkSlug: MONERO, chain: 'regtest', rpcUrls: nodes, firstBlock: 0, maxFeeXmr: '1' },
    funds: Array.from({ length: 4 }, () => ['xmr', '5'] as const),
    blocksAtOnce: 2,
    async close() {
      await stop();
      await network.stop();
      await database.destroy();
    },
  };
}
