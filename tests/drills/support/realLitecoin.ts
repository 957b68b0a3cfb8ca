import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { add, type Decimal } from '../../../contract/money.ts';
import { quickFolder } from '../../../scripts/site/quickFolder.ts';
import { createOneAtATime } from '../../../server/common/oneAtATime.ts';
import { createBitcoinWallet } from '../../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../../server/ports/chain/bitcoin/coinParameters.ts';
import { parseTransaction } from '../../../server/ports/chain/bitcoin/rawTransaction.ts';
import { fieldOf } from '../../../server/ports/chain/nodeAnswers.ts';
import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import { readSeedFile } from '../../../server/ports/chain/wallet/seedFile.ts';
import { startFlakyNode } from '../../support/nodes/flakyNode.ts';
import type { ChainFaultsUnderTest } from '../../conformance/chainUnderTest.ts';
import { litecoinAddresses, startLitecoinNetwork } from '../../support/nodes/litecoin.ts';
import { createLitecoinFaults } from '../../support/nodes/litecoinFaults.ts';

/** A network of real nodes in place of an embedded one. Its customers are part of the drill. */
export interface RealNetwork {
  slug: string;
  /** What a host needs to use it */
  environment: Record<string, string>;
  /** Faults of the chain and of the two nodes, as the host sees them */
  faults: ChainFaultsUnderTest;
  /** Pays an address, once however often it is called. Pays again when the payment was double-spent. */
  pay(address: string, amount: Decimal): Promise<void>;
  /** Returns the amount of every payment that an address has received and not spent. */
  receivedBy(address: string): Promise<Decimal[]>;
  stop(): Promise<void>;
}

/** Blocks are found as fast as a host reads them with other work beside. */
const BLOCK_MS = 500;
const CONFIRMATIONS = 6;
const TREASURY_COINS = 8;
const TREASURY_COIN = '45';

const scriptOf = (address: string): string => litecoinAddresses.scriptOf(address) ?? '';

/** Starts two nodes of a private chain of Litecoin, with a treasury, and a miner that finds a block every half second. */
export async function startRealLitecoin(): Promise<RealNetwork> {
  const directory = mkdtempSync(join(quickFolder(), 'causeway-litecoin-'));
  const network = await startLitecoinNetwork();
  const seedFile = join(directory, 'seed');
  writeFileSync(seedFile, '6c'.repeat(32));
  chmodSync(seedFile, 0o600);
  const networksFile = join(directory, 'networks.json');
  const [first, second] = await Promise.all(network.nodes.map(({ url }) => startFlakyNode(url)));
  if (!first || !second) throw new Error('two nodes are needed');
  const { faults, mine } = createLitecoinFaults(network, { first, second });
  const rpcUrls = [first.url, second.url];
  // The treasury is funded before the host starts, and blocks are found meanwhile.
  const firstBlock = Number(await network.first.rpc.call('getblockcount'));
  writeFileSync(networksFile, JSON.stringify([{ networkSlug: 'litecoin', chain: 'regtest', rpcUrls, firstBlock }]));
  const treasury = createBitcoinWallet(await readSeedFile(seedFile), COINS.litecoin, 'regtest').addressAt(TREASURY_INDEX);
  for (let coin = 0; coin < TREASURY_COINS; coin += 1) await network.pay({ to: treasury, amount: TREASURY_COIN });
  await network.mine(CONFIRMATIONS);

  const oneAtATime = createOneAtATime();
  const onChain = async <Result>(work: () => Promise<Result>): Promise<Result> => await oneAtATime('chain', work);
  const paid = new Set<string>();
  let isStopping = false;
  const mining = (async () => {
    while (!isStopping) {
      await onChain(() => mine(1));
      await wait(BLOCK_MS);
    }
  })();
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
    slug: 'litecoin',
    faults: {
      ...faults,
      reorganise: (blocks, fate) => onChain(() => faults.reorganise(blocks, fate)),
      replaceWaiting: (fate) => onChain(() => faults.replaceWaiting(fate)),
    },
    environment: { SEED_FILE: seedFile, LOCAL_NETWORKS_FILE: networksFile },
    pay: (to, amount) =>
      onChain(async () => {
        if (paid.has(to) && ((await isWaiting(to)) || (await receivedBy(to)).length > 0)) return;
        await network.pay({ to, amount });
        paid.add(to);
      }),
    receivedBy,
    stop: async () => {
      isStopping = true;
      await mining;
      await Promise.all([first.stop(), second.stop()]);
      await network.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
