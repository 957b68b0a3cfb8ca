import { openMemoryDatabase } from '../support/databases.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { NOBODY, startMoneroNetwork, UNLOCK_BLOCKS, type MoneroNetwork } from '../support/nodes/monero.ts';
import { minedChain } from '../support/nodes/moneroChain.ts';
import { createMoneroFaults, type FlakyMonero } from '../support/nodes/moneroFaults.ts';
import { MONERO, MONERO_TREASURY, testMoneroGateway } from '../support/nodes/moneroGateway.ts';
import type { NodesUnderTest } from './chainUnderTest.ts';

const COINS = 15;

/** Opens a gateway with proxies of two nodes and of their wallet programs. */
export async function openMonero(): Promise<NodesUnderTest & { network: MoneroNetwork }> {
  const network = await startMoneroNetwork({ chain: await minedChain() });
  const database = await openMemoryDatabase();
  const proxies = await Promise.all(
    network.nodes.map(async ({ url, walletUrl }): Promise<FlakyMonero> => {
      return { daemon: await startFlakyNode(url), wallet: await startFlakyNode(walletUrl) };
    }),
  );
  const [first, second] = proxies;
  if (!first || !second) throw new Error('two nodes are needed');
  const { faults, mine } = createMoneroFaults(network, { first, second });
  const nodes = proxies.map(({ daemon, wallet }) => ({ url: daemon.url, walletUrl: wallet.url }));
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
      await Promise.all(proxies.flatMap(({ daemon, wallet }) => [daemon.stop(), wallet.stop()]));
      await network.stop();
      await database.destroy();
    },
  };
}
