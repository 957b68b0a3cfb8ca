import { toBaseUnits, type Decimal } from '../../../contract/money.ts';
import { startMonerod, startMoneroWallet, type MoneroProgram } from '../../../scripts/nodes/monerod.ts';
import { createMoneroDaemon, listOf, type SeenTransaction } from '../../../server/ports/chain/monero/moneroDaemon.ts';
import { createMoneroKeys } from '../../../server/ports/chain/monero/moneroKeys.ts';
import { createMoneroRpc } from '../../../server/ports/chain/monero/moneroRpc.ts';
import { createMoneroWallet } from '../../../server/ports/chain/monero/moneroWallet.ts';
import { readKeyImages } from '../../../server/ports/chain/monero/readKeyImages.ts';
import { fieldOf } from '../../../server/ports/chain/nodeAnswers.ts';
import { CUSTOMER_KEYS } from './mineMoneroChain.ts';

/** Two nodes of a private chain with a wallet program beside each, and a customer with coins. */
export type MoneroNetwork = Awaited<ReturnType<typeof startMoneroNetwork>>;

const DECIMALS = 12;
/** Every output unlocks after as many blocks. */
export const UNLOCK_BLOCKS = 10;
/** An address of nobody */
export const NOBODY = createMoneroKeys(new Uint8Array(64).fill(1), 'regtest').addressAt(1);

/** `chain`: the folder of a mined chain. `walletLogin`: that of the second node's wallet program, "user:password" */
export async function startMoneroNetwork({ chain: from, walletLogin }: { chain: string; walletLogin?: string }) {
  const started: MoneroProgram[] = [];
  const keep = async (starting: Promise<MoneroProgram>): Promise<MoneroProgram> => {
    const program = await starting;
    started.push(program);
    return program;
  };
  const stop = async (): Promise<void> => void (await Promise.all(started.map((program) => program.stop())));
  async function startAll() {
    const nodes = await Promise.all([keep(startMonerod({ from })), keep(startMonerod({ from }))]);
    const [first, second] = nodes;
    if (!first || !second) throw new Error('two nodes are needed');
    const wallets = await Promise.all([
      keep(startMoneroWallet(first.url)),
      keep(startMoneroWallet(second.url, walletLogin)),
      keep(startMoneroWallet(first.url)),
    ]);
    return { nodes, wallets };
  }
  const { nodes, wallets } = await startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const rpcs = nodes.map(({ url }) => createMoneroRpc(url));
  const daemons = rpcs.map((rpc) => createMoneroDaemon(rpc, 'regtest'));
  const [miner = fail(), follower = fail()] = rpcs;
  const [first = fail(), second = fail()] = daemons;
  const customerRpc = createMoneroRpc(wallets[2]?.url ?? fail());
  const customer = createMoneroWallet({
    rpc: customerRpc,
    keys: CUSTOMER_KEYS,
    isViewOnly: false,
    restoreHeight: () => Promise.resolve(0),
    watchedIndex: () => Promise.resolve(0),
  });
  let miners = 0;

  async function broadcast(bytes: string): Promise<void> {
    for (const daemon of daemons) {
      const refusal = await daemon.broadcast(bytes);
      if (refusal !== null) throw new Error(`a node refuses a transaction: ${refusal}`);
    }
  }
  /** Mines on the first node what waits there, and passes the blocks on. A rival branch needs another miner. */
  async function mine(blocks: number): Promise<void> {
    miners += 1;
    const address = createMoneroKeys(new Uint8Array(64).fill(50 + (miners % 200)), 'regtest').addressAt(0);
    const known = (await first.top()).height;
    await miner.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address });
    for (let height = known + 1; height <= known + blocks; height += 1) {
      const block = await miner.call('get_block', { height });
      // The nodes are no peers. A transaction that could not be passed to the second one reaches it here.
      for (const { bytes } of await first.transactions(hashesIn(block))) await second.broadcast(bytes);
      await follower.call('submit_block', [String(fieldOf(block, 'blob'))]);
    }
    const [top, other] = await Promise.all(daemons.map((daemon) => daemon.top()));
    if (top?.hash !== other?.hash) throw new Error('the two nodes do not reach the same block');
  }
  /** Pays several addresses in one transaction of the customer, which locks until a height. Returns its hash. */
  async function pay(payments: readonly { to: string; amount: Decimal }[], unlockHeight = 0): Promise<string> {
    const answer = await customerRpc.call('transfer', {
      destinations: payments.map(({ to, amount }) => ({ address: to, amount: toBaseUnits(amount, DECIMALS) })),
      unlock_time: unlockHeight,
      do_not_relay: true,
      get_tx_hex: true,
    });
    const bytes = String(fieldOf(answer, 'tx_blob'));
    // Its wallet never reads a block again: it pays with what was mined at the start.
    await customer.freeze(readKeyImages(bytes));
    await broadcast(bytes);
    return String(fieldOf(answer, 'tx_hash'));
  }
  /** Returns a transaction of the customer to himself that spends the same coins; null when the customer did not sign the other one. */
  async function rivalOf({ bytes }: SeenTransaction): Promise<string | null> {
    const [image = fail()] = readKeyImages(bytes);
    const owned = await customer.unspent();
    if (!owned.some(({ keyImage }) => keyImage === image)) return null;
    await customer.thaw([image]);
    const answer = await customerRpc.call('sweep_single', {
      address: CUSTOMER_KEYS.addressAt(0),
      key_image: image,
      do_not_relay: true,
      get_tx_hex: true,
    });
    await customer.freeze([image]);
    return String(fieldOf(answer, 'tx_blob'));
  }
  /** Returns the transactions in the newest blocks, without those that pay miners. */
  async function transactionsIn(blocks: number): Promise<SeenTransaction[]> {
    const newest = (await first.top()).height;
    const hashes: string[] = [];
    for (let height = newest - blocks + 1; height <= newest; height += 1) {
      hashes.push(...hashesIn(await miner.call('get_block', { height })));
    }
    return await first.transactions(hashes);
  }
  /** Returns what waits to be mined. */
  async function waiting(): Promise<SeenTransaction[]> {
    const pool = await miner.post('/get_transaction_pool', {});
    return await first.transactions(listOf(pool, 'transactions').map((one) => String(fieldOf(one, 'id_hash'))));
  }
  async function forgetWaiting(): Promise<void> {
    for (const rpc of rpcs) await rpc.call('flush_txpool');
  }
  /** Removes the newest blocks on both nodes, and mines as many others without transactions. */
  async function replaceBlocks(blocks: number): Promise<void> {
    for (const rpc of rpcs) await rpc.post('/pop_blocks', { nblocks: blocks });
    await forgetWaiting();
    await mine(blocks);
  }

  await customer.refresh(await first.top());
  return {
    nodes: nodes.map(({ url }, place) => ({ url, walletUrl: wallets[place]?.url ?? fail() })),
    first,
    wallets: wallets.map(({ url }) => createMoneroRpc(url)),
    stopWallet: async (place: number): Promise<void> => await wallets[place]?.stop(),
    mine,
    pay,
    broadcast,
    rivalOf,
    transactionsIn,
    waiting,
    forgetWaiting,
    replaceBlocks,
    stop,
  };
}

function hashesIn(block: unknown): string[] {
  return listOf(block, 'tx_hashes').map(String);
}

function fail(): never {
  throw new Error('the private chain lacks what the test needs');
}
