import { openMemoryDatabase } from '../support/databases.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { NOBODY, startMoneroNetwork, UNLOCK_BLOCKS } from '../support/nodes/monero.ts';
import { minedChain } from '../support/nodes/moneroChain.ts';
import { createMoneroFaults, type FlakyMonero } from '../support/nodes/moneroFaults.ts';
import { MONERO_TREASURY, testMoneroGateway } from '../support/nodes/moneroGateway.ts';
import { describeChainGateway } from './chainGateway.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

const COINS = 15;

/** Opens a gateway with proxies of two nodes and of their wallet programs. */
async function open(): Promise<ChainUnderTest> {
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
  for (let paid = 0; paid < 2; paid += 1) {
    await network.pay(Array.from({ length: COINS }, () => ({ to: MONERO_TREASURY, amount: '2' })));
  }
  await network.mine(UNLOCK_BLOCKS);
  return {
    gateway: openGateway(),
    newestBlockTime: async () => (await network.first.blockAt((await network.first.top()).height)).time,
    stranger: NOBODY,
    async payAsCustomer(_instrumentSlug, toAddress, amount) {
      await network.pay([{ to: toAddress, amount }]);
    },
    mine,
    mature: () => mine(UNLOCK_BLOCKS),
    faults,
    respell: (address) => address,
    restart: openGateway,
    async close() {
      await Promise.all(proxies.flatMap(({ daemon, wallet }) => [daemon.stop(), wallet.stop()]));
      await network.stop();
      await database.destroy();
    },
  };
}

describeChainGateway('Two real Monero nodes', { assets: ['xmr'], depositsAt: 'TREASURY', canReplace: false }, open);
