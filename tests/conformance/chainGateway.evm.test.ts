import { toBaseUnits } from '../../contract/money.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { startAnvil } from '../support/nodes/anvil.ts';
import { createAnvilFaults } from '../support/nodes/anvilFaults.ts';
import { contractAddress, EVM_CHAIN_ID, testGateway, testWallet } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { describeChainGateway } from './chainGateway.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

const TOKEN = 'usdterc20';
const TOKEN_DECIMALS = 6;

/** Opens a gateway with two proxies of a real node that mines on demand. The token has its real contract address. */
async function open(): Promise<ChainUnderTest> {
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  const database = await openMemoryDatabase();
  const treasury = testWallet.addressAt(TREASURY_INDEX);
  const million = toBaseUnits('1000000', TOKEN_DECIMALS);
  await anvil.fund(treasury, '500');
  await anvil.installToken(contractAddress(TOKEN), [
    { owner: treasury, units: million },
    { owner: anvil.customer, units: million * 10n },
  ]);
  await anvil.mine(20);
  const nodes = { first: await startFlakyNode(anvil.url), second: await startFlakyNode(anvil.url) };
  const { faults, mine } = createAnvilFaults(anvil, nodes, contractAddress(TOKEN));
  const openGateway = () => testGateway(database, nodes.first, { more: [nodes.second.url] });
  return {
    gateway: openGateway(),
    newestBlockTime: async () => Number((await anvil.client.getBlock()).timestamp) * 1_000,
    stranger: testWallet.addressAt(1_000),
    async payAsCustomer(instrumentSlug, toAddress, amount) {
      if (!toAddress.startsWith('0x')) throw new Error('not an address');
      const to = toAddress as `0x${string}`;
      if (instrumentSlug === TOKEN) await anvil.payToken(contractAddress(TOKEN), to, toBaseUnits(amount, TOKEN_DECIMALS));
      else await anvil.pay(to, amount);
    },
    mine,
    mature: () => mine(1),
    faults,
    respell: (address) => address.toLowerCase(),
    restart: openGateway,
    async close() {
      await Promise.all([nodes.first.stop(), nodes.second.stop()]);
      anvil.stop();
      await database.destroy();
    },
  };
}

describeChainGateway('Two real EVM nodes', { assets: ['eth', TOKEN], depositsAt: 'ADDRESS', canReplace: true }, open);
