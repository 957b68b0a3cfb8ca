import {
  getAddress,
  hexToBigInt,
  isAddressEqual,
  isHash,
  keccak256,
  pad,
  serializeTransaction,
  size,
  slice,
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
  type Transaction,
  type TransactionReceipt,
} from 'viem';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  type MovedFrom,
  type OutgoingTransaction,
  type OutgoingTransfer,
  type RecordedTransaction,
  type TreasuryCount,
  type TreasuryRecords,
} from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { findByNonce } from './conflictingTransactions.ts';
import { TRANSFER_TOPIC } from './evmCalls.ts';
import type { EvmNodes } from './evmNode.ts';
import type { EvmSendStore } from './evmSendStore.ts';
import type { EvmWallet } from './evmWallet.ts';
import { findReceipt } from './receipts.ts';
import { layerOneFee } from './sendStates.ts';

interface TreasuryRecordsOptions {
  nodes: EvmNodes;
  sends: EvmSendStore;
  wallet: EvmWallet;
  treasury: Address;
  native: CatalogueInstrument;
  tokens: ReadonlyMap<Address, CatalogueInstrument>;
  finalAfter: number;
  now: () => number;
}

/** Each of them takes dozens of requests. */
const PAGE_SIZE = 5;
/** Blocks to search one by one where the nodes have dropped the state of old blocks: about a day on Ethereum. */
const MAX_BLOCKS = 7_200;

/** Returns what left the treasury of an EVM network: the transactions by nonce, as all nodes that must agree show them. */
export function createTreasuryRecords(options: TreasuryRecordsOptions): Required<TreasuryRecords> {
  const { nodes, wallet, treasury, native, tokens, finalAfter } = options;
  const count = createTreasuryCount(options);

  async function read(node: PublicClient, nonce: number, head: number): Promise<OutgoingTransaction | null> {
    const hash = (await findByNonce(node, { owner: treasury, nonce, head, maxBlocks: MAX_BLOCKS }))?.hash;
    const receipt = hash && (await findReceipt(node, hash));
    if (!hash || !receipt) throw new ChainUnavailableError(`a node can't say which transaction used nonce ${nonce}`);
    if (head - Number(receipt.blockNumber) + 1 < finalAfter) return null;
    return { position: nonce, txHash: hash, ...(await moved(node, receipt, treasury)) };
  }

  async function moved(node: PublicClient, receipt: TransactionReceipt, owner: Address): Promise<MovedFrom> {
    const { value, from, to } = await node.getTransaction({ hash: receipt.transactionHash });
    const isSigner = isAddressEqual(from, owner);
    const cost = receipt.gasUsed * receipt.effectiveGasPrice + layerOneFee(receipt);
    const fee = isSigner ? fromBaseUnits(cost, native.decimals) : '0';
    const coins = isSigner && value > 0n && to ? [transferOf(native, to, value)] : [];
    return { transfers: receipt.status === 'success' ? [...coins, ...tokenTransfers(receipt, owner)] : [], fee };
  }

  /** Whether the books have the transaction: where another one took the nonce of a payment, later ones may be ours again. */
  async function isOwn({ position, txHash }: OutgoingTransaction): Promise<boolean> {
    const row = await options.sends.findAt(treasury, position);
    if (!row) return false;
    return (await options.sends.listAttempts(row.idempotency_key)).some((attempt) => attempt.tx_hash === txHash);
  }

  function tokenTransfers(receipt: TransactionReceipt, owner: Address): OutgoingTransfer[] {
    return receipt.logs.flatMap(({ address, topics: [topic, from, to], data }) => {
      const token = tokens.get(getAddress(address));
      const isOurs = topic === TRANSFER_TOPIC && from?.toLowerCase() === pad(owner).toLowerCase();
      if (!token || !isOurs || to === undefined || size(data) !== 32) return [];
      return [transferOf(token, getAddress(slice(to, 12)), hexToBigInt(data))];
    });
  }

  return {
    count,
    async movedFrom(index, txHash) {
      const hash = txHash.toLowerCase();
      if (!isHash(hash)) return null;
      const owner = wallet.addressAt(index);
      const { nodes: synced } = await nodes.atHead();
      const [first, ...others] = await nodes.answers(synced, async (node) => {
        const receipt = await findReceipt(node, hash);
        return receipt ? await moved(node, receipt, owner) : null;
      });
      if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
        throw new ChainUnavailableError(`the nodes contradict each other on ${hash}`);
      }
      return first && first.transfers.length > 0 ? first : null;
    },
    async list(position) {
      const { mined } = await count();
      const found: RecordedTransaction[] = [];
      for (let nonce = position; nonce < Math.min(mined, position + PAGE_SIZE); nonce += 1) {
        const { head, nodes: synced } = await nodes.atHead();
        const [first, ...others] = await nodes.answers(synced, (node) => read(node, nonce, head));
        if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
          throw new ChainUnavailableError(`the nodes contradict each other on the treasury's transaction ${nonce}`);
        }
        if (!first) break;
        found.push({ ...first, isKnown: await isOwn(first) });
      }
      return found;
    },
    acknowledge: (storage, mined) => options.sends.acknowledge(storage, treasury, mined),
    async adopt({ idempotencyKey, toAddress, instrumentSlug }, { position, txHash, transfers }) {
      const [transfer, ...others] = transfers;
      if (!transfer) throw new ChainRefusedError('the transaction moved nothing');
      // No payment of ours has several.
      if (others.length > 0) throw new ChainRefusedError('the transaction moved more than a payment does');
      const raw = await readSigned(nodes.any, txHash as Hash);
      const created_at = options.now();
      const send = {
        idempotency_key: idempotencyKey,
        instrument: instrumentSlug,
        from_index: TREASURY_INDEX,
        from_address: treasury,
        to_address: toAddress,
        amount: transfer.amount,
        nonce: position,
        settled: 0,
        created_at,
      };
      const attempt = {
        idempotency_key: idempotencyKey,
        tx_hash: txHash,
        raw_transaction: raw.bytes,
        max_fee: fromBaseUnits(raw.maxFee, native.decimals),
        created_at,
      };
      return async (storage) => {
        if (await options.sends.insertAdopted(storage, send, attempt)) return;
        throw new ChainRefusedError('the idempotency key or the nonce belongs to another payment');
      };
    },
  };
}

/**
 * Returns a function that counts the transactions of the treasury (D73). A host with older books than the network, such as a restored
 * backup, would pay again what has left already.
 *
 * Deposit addresses need no such check: they pay no customers, and strangers could raise their counts.
 *
 * @throws ChainUnavailableError when the nodes disagree
 */
function createTreasuryCount({ nodes, sends, treasury }: TreasuryRecordsOptions): () => Promise<TreasuryCount> {
  return async () => {
    // The network first: what is stored meanwhile is known when the books are read.
    const { head, nodes: synced } = await nodes.atHead();
    const counts = await nodes.answers(synced, async (node) => {
      const [mined, pending] = await Promise.all([
        node.getTransactionCount({ address: treasury, blockNumber: BigInt(head) }),
        node.getTransactionCount({ address: treasury, blockTag: 'pending' }),
      ]);
      return { mined, pending };
    });
    const mined = Math.max(...counts.map((count) => count.mined));
    // All of them name the same block.
    if (counts.some((count) => count.mined !== mined)) {
      throw new ChainUnavailableError('the nodes contradict each other on the transactions of the treasury');
    }
    // A single node may have in its mempool what the others dropped.
    const pending = Math.max(mined, Math.min(...counts.map((count) => count.pending)));
    const acknowledged = await sends.acknowledged(treasury, mined);
    // A nonce that another transaction used is unknown, although the books gave it to a payment (D76).
    const known =
      (await sends.firstTakenNonce(treasury, acknowledged)) ?? Math.max(acknowledged, await sends.nextNonce(treasury));
    return { mined, pending, known };
  };
}

const transferOf = (instrument: CatalogueInstrument, to: Address, units: bigint): OutgoingTransfer => ({
  instrumentSlug: instrument.slug,
  toAddress: getAddress(to),
  memo: null,
  amount: fromBaseUnits(units, instrument.decimals),
});

/** Returns the signed bytes of a transaction: after a reorg they are broadcast again. Throws ChainUnavailableError. */
async function readSigned(node: PublicClient, hash: Hash): Promise<{ bytes: Hex; maxFee: bigint }> {
  const transaction = await node.getTransaction({ hash });
  const bytes = serialize(transaction);
  if (bytes === undefined || keccak256(bytes) !== hash) {
    throw new ChainUnavailableError(`the signed transaction ${hash} can't be rebuilt from what the node returns`);
  }
  return { bytes, maxFee: transaction.gas * (transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n) };
}

function serialize(transaction: Transaction): Hex | undefined {
  const { chainId, nonce, gas, to, value, input: data, r, s, v, yParity } = transaction;
  const shared = { nonce, gas, to, value, data };
  if (transaction.type === 'legacy') {
    const { gasPrice } = transaction;
    const unsigned = { ...shared, type: 'legacy', gasPrice, ...(chainId !== undefined && { chainId }) } as const;
    return serializeTransaction(unsigned, { r, s, v });
  }
  if (transaction.type !== 'eip1559' || chainId === undefined || yParity === undefined) return undefined;
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = transaction;
  return serializeTransaction(
    { ...shared, type: 'eip1559', chainId, maxFeePerGas, maxPriorityFeePerGas, accessList },
    { r, s, yParity },
  );
}
