import { fromBaseUnits, subtract, sum } from '../../../../contract/money.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  type OutgoingTransaction,
  type RecordedTransaction,
  type TreasuryCount,
  type TreasuryRecords,
} from '../chainGateway.ts';
import type { BitcoinAddresses } from './keys/bitcoinAddresses.ts';
import type { BitcoinNode } from './bitcoinNodes.ts';
import type { BitcoinStore } from './bitcoinStore.ts';
import type { OwnCoin } from './keys/bitcoinWallet.ts';
import type { BlockReader, ChainView } from './blockReader.ts';
import type { RawTransaction } from './rawTransaction.ts';
import { RpcError } from '../nodeAnswers.ts';
import { requireFree } from '../requireFree.ts';
import { shareFee } from '../shareFee.ts';
import { nameOf, type TreasuryCoins } from './treasuryCoins.ts';

export interface TreasuryRecordsOptions {
  store: BitcoinStore;
  reader: BlockReader;
  addresses: BitcoinAddresses;
  /** The script of the treasury's address, to which change returns */
  treasuryScript: string;
  native: { slug: string; decimals: number };
  finalAfter: number;
  listCoins: (view: ChainView) => Promise<TreasuryCoins>;
  now: () => number;
}

/**
 * Returns what left the treasury of a network of Bitcoin's family (D73): the transactions that spent coins of ours, counted in the order
 * of the network. The books know them up to the first one that is no payment of theirs.
 */
export function createTreasuryRecords(options: TreasuryRecordsOptions): TreasuryRecords {
  const { store, reader, addresses, treasuryScript, native } = options;

  /** Returns what `count` does; throws ChainUnavailableError while blocks are not read, because they may contain payments. */
  async function count(): Promise<TreasuryCount> {
    const view = await reader.advance();
    if (view.height < view.head) throw new ChainUnavailableError(`blocks up to ${view.head} are not read yet`);
    const mined = await store.countSpends();
    const known = (await store.firstUnknownSpend(await store.acknowledged(mined))) ?? mined;
    const spent = await listSpentUnmined(view, await options.listCoins(view));
    const isUnknown = spent.length > 0 && (await isAnyUnspent(view, spent));
    return { mined, pending: mined + (isUnknown ? 1 : 0), known };
  }

  /** Returns whether the books, read again, still show one of some coins as unspent: another process may have paid with them meanwhile. */
  async function isAnyUnspent(view: ChainView, coins: readonly OwnCoin[]): Promise<boolean> {
    const { spendable, locked } = await options.listCoins(view);
    const unspent = new Set([...spendable, ...locked].map(nameOf));
    return coins.some((coin) => unspent.has(nameOf(coin)));
  }

  async function readTransaction(node: BitcoinNode | undefined, blockHash: string, txHash: string): Promise<RawTransaction> {
    const block = await node?.block(blockHash);
    const found = block?.transactions.find((transaction) => transaction.txHash === txHash);
    if (!found) throw new ChainUnavailableError(`no node shows the transaction ${txHash}`);
    return found;
  }

  async function describe(position: number, { txHash, inputs, outputs }: RawTransaction): Promise<OutgoingTransaction> {
    const paid = outputs.filter(({ script, units }) => script !== treasuryScript && units > 0n);
    const spent = await store.findCoins(inputs);
    const held = sum(spent.map(({ amount }) => amount));
    const left = fromBaseUnits(
      outputs.reduce((total, { units }) => total + units, 0n),
      native.decimals,
    );
    // Somebody else may have paid a part. Then the fee is not known.
    const fee = spent.length === inputs.length ? subtract(held, left) : '0';
    const transfers = paid.map(({ script, units }) => ({
      instrumentSlug: native.slug,
      toAddress: addresses.payeeOf(script) ?? script,
      memo: null,
      amount: fromBaseUnits(units, native.decimals),
    }));
    return { position, txHash, transfers, fee };
  }

  return {
    count,
    async list(position) {
      const { height, nodes } = await reader.advance();
      const listed: RecordedTransaction[] = [];
      for (const { isKnown, ...row } of await store.listSpends(position)) {
        if (height - row.blockHeight + 1 < options.finalAfter) break;
        const transaction = await readTransaction(nodes[0], row.blockHash, row.txHash);
        listed.push({ ...(await describe(row.position, transaction)), isKnown });
      }
      return listed;
    },
    acknowledge: store.acknowledge,
    async adopt({ idempotencyKey, toAddress, instrumentSlug }, { position, txHash, transfers, fee }, place) {
      const transfer = transfers[place];
      if (!transfer) throw new ChainRefusedError('the transaction moved nothing');
      requireFree(transfer, transfers, await store.listSends(txHash), (address) => addresses.scriptOf(address) ?? address);
      const [row] = await store.listSpends(position);
      const { nodes } = await reader.advance();
      if (row?.txHash !== txHash) throw new ChainUnavailableError(`no block includes the transaction ${txHash}`);
      const { bytes, inputs, outputs } = await readTransaction(nodes[0], row.blockHash, txHash);
      const coins = await store.findCoins(inputs);
      const change = outputs.findIndex(({ script }) => script === treasuryScript);
      const created_at = options.now();
      const payments = {
        transaction: {
          tx_hash: txHash,
          bytes,
          fee,
          change_output: change < 0 ? null : change,
          change_amount: change < 0 ? null : fromBaseUnits(outputs[change]?.units ?? 0n, native.decimals),
          bumps: null,
          created_at,
        },
        sends: [
          {
            idempotency_key: idempotencyKey,
            tx_hash: txHash,
            instrument: instrumentSlug,
            to_address: toAddress,
            amount: transfer.amount,
            fee: shareFee(fee, transfers.length, native.decimals)[place] ?? '0',
            created_at,
          },
        ],
        inputs: coins.map(({ tx_hash, output }) => ({ txHash: tx_hash, output })),
      };
      return async (storage) => await store.insertWithin(storage, payments);
    },
  };
}

/**
 * Returns those of the treasury's coins that a transaction spends which waits to be mined, as a node shows it. One node is enough: a payment
 * that waits for nothing costs little, and a payment that is made twice is lost.
 */
async function listSpentUnmined(
  { nodes }: Pick<ChainView, 'nodes'>,
  { spendable, locked, unmined }: TreasuryCoins,
): Promise<OwnCoin[]> {
  const coins = [...spendable, ...locked];
  const views = await Promise.all(nodes.map((node) => spentOn(node, coins, unmined)));
  return views.flat();
}

async function spentOn(node: BitcoinNode, coins: readonly OwnCoin[], unmined: ReadonlySet<OwnCoin>): Promise<OwnCoin[]> {
  const lookUp = async (some: readonly OwnCoin[]) =>
    await node.batch(some.map(({ txHash, output }) => ({ method: 'gettxout', parameters: [txHash, output, true] })));
  const missing = (await lookUp(coins)).flatMap((answer, place) => (answer === null ? (coins[place] ?? []) : []));
  const change = missing.filter((coin) => unmined.has(coin));
  // A node that does not have our earlier payment can't show its change.
  const parents =
    change.length === 0
      ? []
      : await node.batch(change.map(({ txHash }) => ({ method: 'getmempoolentry', parameters: [txHash] })));
  const isShown = new Set(change.filter((_, place) => !(parents[place] instanceof RpcError)));
  return missing.filter((coin) => !unmined.has(coin) || isShown.has(coin));
}
