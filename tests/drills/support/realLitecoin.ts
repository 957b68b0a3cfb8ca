import { add, type Decimal } from '../../../contract/money.ts';
import { createOneAtATime } from '../../../server/common/oneAtATime.ts';
import { createBitcoinWallet } from '../../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../../server/ports/chain/bitcoin/coinParameters.ts';
import { parseTransaction } from '../../../server/ports/chain/bitcoin/rawTransaction.ts';
import { fieldOf } from '../../../server/ports/chain/nodeAnswers.ts';
import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import { startFlakyNode } from '../../support/nodes/flakyNode.ts';
import { litecoinAddresses, startLitecoinNetwork } from '../../support/nodes/litecoin.ts';
import { createLitecoinFaults } from '../../support/nodes/litecoinFaults.ts';
import { createRealFolder, startMiner } from './realChain.ts';
import type { RealNetwork } from './realNetwork.ts';

const NETWORK = 'litecoin';
/** Blocks are found as fast as a host reads them with other work beside. */
const BLOCK_MS = 500;
const CONFIRMATIONS = 6;
const TREASURY_COINS = 8;
const TREASURY_COIN = '45';

const scriptOf = (address: string): string => litecoinAddresses.scriptOf(address) ?? '';

/** Starts two nodes of a private chain of Litecoin, with a treasury, and a miner that finds a block every half second. */
export async function startRealLitecoin(): Promise<RealNetwork> {
  const folder = await createRealFolder(NETWORK);
  const network = await startLitecoinNetwork();
  const [first, second] = await Promise.all(network.nodes.map(({ url }) => startFlakyNode(url)));
  if (!first || !second) throw new Error('two nodes are needed');
  const { faults, mine } = createLitecoinFaults(network, { first, second });
  // The treasury is funded before the host starts, and blocks are found meanwhile.
  const firstBlock = Number(await network.first.rpc.call('getblockcount'));
  folder.configure({ chain: 'regtest', rpcUrls: [first.url, second.url], firstBlock });
  const treasury = createBitcoinWallet(folder.seed, COINS.litecoin, 'regtest').addressAt(TREASURY_INDEX);
  for (let coin = 0; coin < TREASURY_COINS; coin += 1) await network.pay({ to: treasury, amount: TREASURY_COIN });
  await network.mine(CONFIRMATIONS);

  const { onChain, stop } = startMiner(() => mine(1), BLOCK_MS);
  const oneAtATime = createOneAtATime();
  const paid = new Set<string>();
  const receivedBy = (address: string): Promise<Decimal[]> =>
    // A node makes one scan at a time.
    oneAtATime('scan', async () => {
      const found = await network.first.rpc.call('scantxoutset', ['start', [`raw(${scriptOf(address)})`]]);
      const coins: unknown = fieldOf(found, 'unspents');
      return (Array.isArray(coins) ? coins : []).map((coin: unknown) => add(String(fieldOf(coin, 'amount')), '0'));
    });
  async function isWaiting(address: string): Promise<boolean> {
    const hashes: unknown = await network.first.rpc.call('getrawmempool');
    for (const hash of Array.isArray(hashes) ? hashes.map(String) : []) {
      const bytes = String(await network.first.rpc.call('getrawtransaction', [hash]));
      if (parseTransaction(bytes).outputs.some(({ script }) => script === scriptOf(address))) return true;
    }
    return false;
  }
  return {
    slug: NETWORK,
    faults: {
      ...faults,
      reorganise: (blocks, fate) => onChain(() => faults.reorganise(blocks, fate)),
      replaceWaiting: (fate) => onChain(() => faults.replaceWaiting(fate)),
    },
    canReplace: true,
    reorgDepth: CONFIRMATIONS - 1,
    environment: folder.environment,
    pay: (to, amount) =>
      onChain(async () => {
        if (paid.has(to) && ((await isWaiting(to)) || (await receivedBy(to)).length > 0)) return;
        await network.pay({ to, amount });
        paid.add(to);
      }),
    receivedBy,
    stop: async () => {
      await stop();
      await Promise.all([first.stop(), second.stop()]);
      await network.stop();
      folder.remove();
    },
  };
}
