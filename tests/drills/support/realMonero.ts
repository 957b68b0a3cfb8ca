import { join } from 'node:path';
import { fromBaseUnits } from '../../../contract/money.ts';
import { startMoneroWallet } from '../../../scripts/nodes/monerod.ts';
import { createMoneroKeys } from '../../../server/ports/chain/monero/moneroKeys.ts';
import { createMoneroRpc } from '../../../server/ports/chain/monero/moneroRpc.ts';
import { createMoneroWallet } from '../../../server/ports/chain/monero/moneroWallet.ts';
import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import { mineMoneroChain } from '../../support/nodes/mineMoneroChain.ts';
import { startMoneroNetwork, UNLOCK_BLOCKS } from '../../support/nodes/monero.ts';
import { startMoneroFaults } from '../../support/nodes/moneroFaults.ts';
import { createRealFolder, startMiner } from './realChain.ts';
import type { RealNetwork } from './realNetwork.ts';

const NETWORK = 'monero';
const DECIMALS = 12;
/** A deposit needs 50 confirmations, so blocks are found as fast as a small machine computes them with other work beside. */
const BLOCKS_AT_ONCE = 2;
const PAUSE_MS = 500;
/** Each but the last 60 is a coin of the customer, and every payment spends one. */
const FIRST_BLOCKS = 220;
/** Change is locked for ten blocks, so the treasury has a coin for each payment. A transaction has 16 outputs at most. */
const TREASURY_PAYMENTS = 8;
const COINS_PER_PAYMENT = 15;
const TREASURY_COIN = '2.2';
/** More than the customers of a run have. A wallet does not look for later ones in blocks that it has read. */
const CUSTOMER_ADDRESSES = 400;
/** The fees of a young chain are hundreds of times those of the real one. */
const MAX_FEE_XMR = '1';

/** Starts two nodes of a private chain of Monero with their wallet programs, a treasury, and a miner that always finds blocks. */
export async function startRealMonero(): Promise<RealNetwork> {
  const folder = await createRealFolder(NETWORK);
  const chain = join(folder.directory, 'chain');
  await mineMoneroChain(chain, FIRST_BLOCKS);
  const network = await startMoneroNetwork({ chain });
  const watching = await startMoneroWallet(network.nodes[0]?.url ?? '');
  const { faults, mine, nodes: rpcUrls, firstWallet, stop: stopProxies } = await startMoneroFaults(network);
  // The treasury is funded before the host starts, and blocks are found meanwhile.
  const { height: firstBlock } = await network.first.top();
  folder.configure({ chain: 'regtest', rpcUrls, firstBlock, maxFeeXmr: MAX_FEE_XMR });
  const treasury = createMoneroKeys(folder.seed, 'regtest').addressAt(TREASURY_INDEX);
  for (let paid = 0; paid < TREASURY_PAYMENTS; paid += 1) {
    await network.pay(Array.from({ length: COINS_PER_PAYMENT }, () => ({ to: treasury, amount: TREASURY_COIN })));
  }
  await network.mine(UNLOCK_BLOCKS);

  // Only the recipient sees what an address has received.
  const recipients = createMoneroKeys(new Uint8Array(64).fill(4), 'regtest');
  const indexes = new Map<string, number>();
  const wallet = createMoneroWallet({
    rpc: createMoneroRpc(watching.url),
    keys: recipients,
    isViewOnly: true,
    restoreHeight: () => Promise.resolve(firstBlock),
    watchedIndex: () => Promise.resolve(CUSTOMER_ADDRESSES),
  });
  /** Address → hash of the newest payment to it */
  const paid = new Map<string, string>();
  const { onChain, stop } = startMiner(() => mine(BLOCKS_AT_ONCE), PAUSE_MS);
  return {
    slug: NETWORK,
    faults: { ...faults, reorganise: (blocks, fate) => onChain(() => faults.reorganise(blocks, fate)) },
    ownFaults: [
      { words: 'has a wallet that can spend and does not answer', begin: () => firstWallet.fail('*', 'refuse') },
      { words: 'loses the payments that its wallet signs', begin: () => firstWallet.fail('transfer', 'lose') },
    ],
    canReplace: false,
    reorgDepth: UNLOCK_BLOCKS - 1,
    coin: {
      slug: 'xmr',
      amount: '1.5',
      addressOf(number, purpose) {
        const index = 2 * number + (purpose === 'refund' ? 2 : 1);
        const address = recipients.addressAt(index);
        indexes.set(address, index);
        return address;
      },
    },
    environment: folder.environment,
    pay: (to, amount) =>
      onChain(async () => {
        const known = paid.get(to);
        if (known !== undefined && (await network.first.transactions([known])).length > 0) return;
        paid.set(to, await network.pay([{ to, amount }]));
      }),
    receivedBy: async (address) => {
      const index = indexes.get(address);
      if (index === undefined) throw new Error(`${address} belongs to no customer`);
      await wallet.watch(index);
      await wallet.refresh(await network.first.top());
      return (await wallet.coinsOf([index])).map(({ units }) => fromBaseUnits(units, DECIMALS));
    },
    stop: async () => {
      await stop();
      await stopProxies();
      await Promise.all([watching.stop(), network.stop()]);
      folder.remove();
    },
  };
}
