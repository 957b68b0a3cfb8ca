import { fromBaseUnits, toBaseUnits } from '../../contract/money.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { createAnvilFaults } from '../support/nodes/anvilFaults.ts';
import {
  contractAddress,
  EVM_CHAIN_ID,
  EVM_NETWORK,
  installTokens,
  testGateway,
  testWallet,
} from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';
import { describeBooks } from './chainBooks.ts';
import { describeChainGateway } from './chainGateway.ts';
import { describeHost } from './chainHost.ts';
import type { NodesWithPayees } from './chainUnderTest.ts';

const TOKEN = 'usdterc20';
const DECIMALS = { [TOKEN]: 6, eth: 18 };
/** Of the network in the catalogue */
const FINAL_AFTER = 12;
/** Where the payees of the tests of a host begin */
const FIRST_PAYEE = 2_000;

/** Opens a gateway with two proxies of a real node that mines on demand. The token has its real contract address. */
async function open(): Promise<NodesWithPayees> {
  const anvil = await freshAnvil();
  const database = await openMemoryDatabase();
  const treasury = testWallet.addressAt(TREASURY_INDEX);
  const million = toBaseUnits('1000000', DECIMALS[TOKEN]);
  await anvil.fund(treasury, '500');
  await installTokens(anvil);
  await anvil.installToken(contractAddress(TOKEN), [
    { owner: treasury, units: million },
    { owner: anvil.customer, units: million * 10n },
  ]);
  await anvil.mine(20);
  const nodes = { first: await startFlakyNode(anvil.url), second: await startFlakyNode(anvil.url) };
  const { faults, mine } = createAnvilFaults(anvil, nodes, contractAddress(TOKEN));
  const rpcUrls = [nodes.first.url, nodes.second.url];
  const openGateway = (books = database, networkSlug = EVM_NETWORK) =>
    testGateway(books, nodes.first, { networkSlug, more: [nodes.second.url] });
  return {
    gateway: openGateway(),
    newestBlockTime: async () => Number((await anvil.client.getBlock()).timestamp) * 1_000,
    stranger: testWallet.addressAt(1_000),
    listedStranger: testWallet.addressAt(1_000),
    payAsCustomer: (instrumentSlug, toAddress, amount) => {
      const to = evmAddress(toAddress);
      if (instrumentSlug !== TOKEN) return anvil.pay(to, amount);
      return anvil.payToken(contractAddress(TOKEN), to, toBaseUnits(amount, DECIMALS[TOKEN]));
    },
    mine,
    mature: () => mine(FINAL_AFTER),
    faults,
    respell: (address) => address.toLowerCase(),
    restart: openGateway,
    ofOtherChain: () => openGateway(database, 'polygon'),
    newBooks: () => Promise.resolve(openGateway),
    seenAfter: 0,
    countedAfter: 1,
    settings: { networkSlug: EVM_NETWORK, rpcUrls, chainId: EVM_CHAIN_ID },
    funds: [
      ['eth', '100'],
      [TOKEN, '1000000'],
    ],
    blocksAtOnce: 1,
    payeeAt: (number) => testWallet.addressAt(FIRST_PAYEE + number),
    async received(instrumentSlug, address, txHash) {
      if (txHash !== undefined) await anvil.client.getTransactionReceipt({ hash: evmAddress(txHash) });
      return instrumentSlug === TOKEN
        ? fromBaseUnits(await anvil.tokensOf(contractAddress(TOKEN), evmAddress(address)), DECIMALS[TOKEN])
        : fromBaseUnits(await anvil.coinsOf(evmAddress(address)), DECIMALS.eth);
    },
    async close() {
      await Promise.all([nodes.first.stop(), nodes.second.stop()]);
      await database.destroy();
    },
  };
}

function evmAddress(text: string): `0x${string}` {
  if (!text.startsWith('0x')) throw new Error('neither an address nor a hash');
  return text as `0x${string}`;
}

const traits = { assets: ['eth', TOKEN], depositsAt: 'ADDRESS', canReplace: true } as const;

describeChainGateway('Two real EVM nodes', traits, open, (chain) => {
  describeBooks(chain, traits);
  describeHost(chain, {
    ...traits,
    swaps: [
      ['eth', TOKEN],
      [TOKEN, 'eth'],
    ],
    confirmations: 12,
    chainName: null,
  });
});
