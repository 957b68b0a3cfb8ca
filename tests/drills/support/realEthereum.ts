import { getAddress } from 'viem';
import { fromBaseUnits, type Decimal } from '../../../contract/money.ts';
import { createEvmWallet } from '../../../server/ports/chain/evm/evmWallet.ts';
import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import { startAnvil } from '../../support/nodes/anvil.ts';
import { createAnvilFaults } from '../../support/nodes/anvilFaults.ts';
import { contractAddress, EVM_CHAIN_ID, EVM_NETWORK, installTokens } from '../../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../../support/nodes/flakyNode.ts';
import { createRealFolder, startMiner } from './realChain.ts';
import type { RealNetwork } from './realNetwork.ts';

const DECIMALS = 18;
/** A block is found as fast as a host reads it with other work beside. */
const BLOCK_MS = 500;
const FINAL_AFTER = 12;
const TREASURY_COINS = '500';

/** Starts a node of a private Ethereum behind two proxies, with a treasury, and a miner that finds a block every half second. */
export async function startRealEthereum(): Promise<RealNetwork> {
  const folder = await createRealFolder(EVM_NETWORK);
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  const [first, second] = await Promise.all([startFlakyNode(anvil.url), startFlakyNode(anvil.url)]);
  const { faults, mine } = createAnvilFaults(anvil, { first, second }, contractAddress('usdterc20'));
  folder.configure({ rpcUrls: [first.url, second.url], chainId: EVM_CHAIN_ID });
  await anvil.fund(createEvmWallet(folder.seed).addressAt(TREASURY_INDEX), TREASURY_COINS);
  await installTokens(anvil);
  await anvil.mine(FINAL_AFTER);

  const { onChain, stop } = startMiner(() => mine(1), BLOCK_MS);
  const paid = new Set<string>();
  return {
    slug: EVM_NETWORK,
    faults: {
      ...faults,
      reorganise: (blocks, fate) => onChain(() => faults.reorganise(blocks, fate)),
      replaceWaiting: (fate) => onChain(() => faults.replaceWaiting(fate)),
    },
    canReplace: true,
    reorgDepth: FINAL_AFTER - 1,
    environment: folder.environment,
    pay: (to, amount) =>
      onChain(async () => {
        if (paid.has(to)) return;
        await anvil.pay(getAddress(to), amount);
        paid.add(to);
      }),
    receivedBy: async (address) => {
      const received: Decimal[] = [];
      const head = await anvil.client.getBlockNumber();
      for (let number = 0n; number <= head; number += 1n) {
        const { transactions } = await anvil.client.getBlock({ blockNumber: number, includeTransactions: true });
        const own = transactions.filter(({ to, value }) => to !== null && value > 0n && getAddress(to) === getAddress(address));
        received.push(...own.map(({ value }) => fromBaseUnits(value, DECIMALS)));
      }
      return received;
    },
    stop: async () => {
      await stop();
      await Promise.all([first.stop(), second.stop()]);
      anvil.stop();
      folder.remove();
    },
  };
}
