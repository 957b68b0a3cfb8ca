import { fieldOf } from '../../server/ports/chain/nodeAnswers.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { LITECOIN_TREASURY, testBitcoinGateway } from '../support/nodes/bitcoinGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { NOBODY, startLitecoinNetwork } from '../support/nodes/litecoin.ts';
import { createLitecoinFaults } from '../support/nodes/litecoinFaults.ts';
import { describeChainGateway } from './chainGateway.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

/** As many as a deposit needs before it may be spent */
const MATURE_BLOCKS = 6;

/** Opens a gateway with proxies of two connected nodes. Bitcoin's gateway is the same code with other parameters. */
async function open(): Promise<ChainUnderTest> {
  const network = await startLitecoinNetwork();
  const database = await openMemoryDatabase();
  const [first, second] = network.nodes;
  if (!first || !second) throw new Error('two nodes are needed');
  const proxies = { first: await startFlakyNode(first.url), second: await startFlakyNode(second.url) };
  const { faults, mine } = createLitecoinFaults(network, proxies);
  const openGateway = () => testBitcoinGateway(database, [proxies.first, proxies.second]);
  await network.pay(...Array.from({ length: 10 }, () => ({ to: LITECOIN_TREASURY, amount: '10' })));
  await mine(MATURE_BLOCKS);
  return {
    gateway: openGateway(),
    newestBlockTime: async () => {
      const hash = String(await first.rpc.call('getbestblockhash'));
      return Number(fieldOf(await first.rpc.call('getblockheader', [hash]), 'time')) * 1_000;
    },
    stranger: NOBODY,
    async payAsCustomer(_instrumentSlug, toAddress, amount) {
      await network.pay({ to: toAddress, amount });
    },
    mine,
    mature: () => mine(MATURE_BLOCKS),
    faults,
    respell: (address) => address.toUpperCase(),
    restart: openGateway,
    async close() {
      await Promise.all([proxies.first.stop(), proxies.second.stop()]);
      await network.stop();
      await database.destroy();
    },
  };
}

describeChainGateway('Two real Litecoin nodes', { assets: ['ltc'], depositsAt: 'TREASURY', canReplace: true }, open);
