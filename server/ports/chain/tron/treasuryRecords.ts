import { fromBaseUnits } from '../../../../contract/money.ts';
import type { AddressIndex } from '../../../common/addressIndex.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import type { TronReaderRow } from '../../../db/tables/tron.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  type MovedFrom,
  type OutgoingTransaction,
  type OutgoingTransfer,
  type RecordedTransaction,
  type TreasuryRecords,
} from '../chainGateway.ts';
import { ContradictionError } from '../nodeErrors.ts';
import { requireComplete, TREASURY_INDEX } from '../treasury.ts';
import { addressOfHex } from './tronAddresses.ts';
import { hexOf } from './tronCalls.ts';
import type { BlockHeader, TronNode } from './tronNode.ts';
import type { TronHead, TronNodes } from './tronNodes.ts';
import { LIFETIME_MS } from './tronSender.ts';
import type { TronStore } from './tronStore.ts';
import type { TronWallet } from './tronWallet.ts';

export interface TreasuryRecordsOptions {
  store: TronStore;
  nodes: TronNodes;
  wallet: TronWallet;
  treasury: string;
  native: CatalogueInstrument;
  /** Contract address in hex → the token of the catalogue */
  tokens: ReadonlyMap<string, CatalogueInstrument>;
  now: () => number;
}

export const TRANSACTION_HASH = /^[0-9a-f]{64}$/;
/** Blocks of one read. A host that was off reads the others later. */
const MAX_BLOCKS = 100;

/**
 * Returns what left the treasury of TRON (D73): the transactions of its address in solid blocks, counted in the order of the network. An
 * account has no count of them, so the host reads every block.
 */
export function createTreasuryRecords(options: TreasuryRecordsOptions) {
  const { store, nodes, wallet, treasury, native, tokens } = options;
  const owner = hexOf(treasury);
  const oneAtATime = createOneAtATime();

  async function outgoingOn(node: TronNode, from: number, to: number): Promise<{ hash: string; txHashes: string[] }> {
    const blocks = await nodes.scannerOf(node).scan(from, to);
    const ours = blocks.flatMap(({ transactions }) => transactions.filter((transaction) => transaction.owner === owner));
    return { hash: blocks.at(-1)?.hash ?? '', txHashes: ours.map(({ txHash }) => txHash) };
  }

  /** Reads solid blocks. The first ones that it reads are the newest ones. */
  async function advance(): Promise<{ view: TronHead; newest: BlockHeader }> {
    const view = await nodes.atHead();
    const newest = await nodes.solidHeader(view, view.solid);
    const from = await store.reader();
    if (!from) {
      // What left before was not counted.
      await store.acknowledged(0);
      await store.advance(undefined, { height: newest.number, time: newest.time, quiet_until: 0 }, []);
      return { view, newest };
    }
    const to = Math.min(view.solid, from.height + MAX_BLOCKS);
    if (to <= from.height) return { view, newest };
    const [first, ...others] = await nodes.answers(view.nodes, async (node) => await outgoingOn(node, from.height + 1, to));
    if (!first || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
      nodes.forgetBlocks();
      throw new ContradictionError(`the nodes contradict each other on blocks up to ${to}`);
    }
    const last = to === view.solid ? newest : await nodes.solidHeader(view, to);
    const isGap = newest.time - from.time > LIFETIME_MS;
    const quiet_until = isGap ? newest.time + LIFETIME_MS : from.quiet_until;
    await store.advance(from, { height: to, time: last.time, quiet_until }, first.txHashes);
    return { view, newest };
  }

  /** Returns how many transactions in blocks that are not solid the books do not know. One node that shows them is enough. */
  async function countUnknown({ head, solid, nodes: synced }: TronHead): Promise<number> {
    const views = await nodes.answers(synced, async (node) => await outgoingOn(node, solid + 1, head));
    const shown = [...new Set(views.flatMap(({ txHashes }) => txHashes))];
    return shown.length - (await store.findKnown(shown)).size;
  }

  /** Reads the solid blocks that are not read yet. Throws ChainUnavailableError while some are missing. */
  async function readAll(): Promise<{ view: TronHead; reader: TronReaderRow }> {
    const { view } = await oneAtATime('reader', advance);
    const reader = await store.reader();
    if (!reader || reader.height < view.solid) throw new ChainUnavailableError(`blocks up to ${view.solid} are not read yet`);
    return { view, reader };
  }

  const count: TreasuryRecords['count'] = async () => {
    const { view } = await readAll();
    const mined = await store.countOutgoing();
    const known = (await store.firstUnknown(await store.acknowledged(mined))) ?? mined;
    return { mined, pending: mined + (await countUnknown(view)), known };
  };

  async function describe(node: TronNode, position: number, txHash: string): Promise<OutgoingTransaction> {
    const moved = await movedFrom(node, owner, txHash);
    if (!moved) throw new ChainUnavailableError(`a node does not show the transaction ${txHash}`);
    return { position, txHash, ...moved };
  }

  /** `payer`: an address in hex. Null when no block has the transaction. */
  async function movedFrom(node: TronNode, payer: string, txHash: string): Promise<MovedFrom | null> {
    const receipt = await node.receipt(txHash);
    const block = receipt && (await node.block(receipt.blockNumber));
    const found = block?.transactions.find((transaction) => transaction.txHash === txHash);
    if (!found) return null;
    const { transfer, logs, fee } = found;
    const isSigner = found.owner === payer;
    const ofTokens = logs.flatMap(({ contract, from, to, units }) => {
      const token = tokens.get(contract);
      return token && from === payer ? [transferOf(token, to, units)] : [];
    });
    const transfers = [...(transfer && isSigner ? [transferOf(native, transfer.to, transfer.units)] : []), ...ofTokens];
    return { transfers, fee: isSigner ? fromBaseUnits(fee, native.decimals) : '0' };
  }

  const records: TreasuryRecords = {
    count,
    async movedFrom(index, txHash) {
      const hash = txHash.toLowerCase();
      if (!TRANSACTION_HASH.test(hash)) return null;
      const payer = hexOf(wallet.addressAt(index));
      const { nodes: synced } = await nodes.atHead();
      const [first, ...others] = await nodes.answers(synced, async (node) => await movedFrom(node, payer, hash));
      if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
        throw new ContradictionError(`the nodes contradict each other on ${hash}`);
      }
      return first && first.transfers.length > 0 ? first : null;
    },
    async list(position) {
      const { nodes: synced } = await nodes.atHead();
      const listed: RecordedTransaction[] = [];
      const rows = await store.listOutgoing(position);
      const known = await store.findKnown(rows.map(({ tx_hash }) => tx_hash));
      for (const row of rows) {
        const [first, ...others] = await nodes.answers(synced, async (node) => await describe(node, row.position, row.tx_hash));
        if (!first || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
          throw new ContradictionError(`the nodes contradict each other on the treasury's transaction ${row.position}`);
        }
        listed.push({ ...first, isKnown: known.has(first.txHash) });
      }
      return listed;
    },
    acknowledge: store.acknowledge,
    adopt({ idempotencyKey, toAddress, instrumentSlug }, { txHash, transfers, fee }) {
      const [transfer, ...others] = transfers;
      if (!transfer) throw new ChainRefusedError('the transaction moved nothing');
      // No payment of ours has several.
      if (others.length > 0) throw new ChainRefusedError('the transaction moved more than a payment does');
      const send = {
        tx_hash: txHash,
        idempotency_key: idempotencyKey,
        instrument: instrumentSlug,
        from_index: TREASURY_INDEX,
        from_address: treasury,
        to_address: toAddress,
        amount: transfer.amount,
        // It is solid: nobody broadcasts it again.
        bytes: '',
        reference_height: 0,
        expires_at: 0,
        max_fee: fee,
        created_at: options.now(),
        outcome: 'CONFIRMED' as const,
      };
      return Promise.resolve(async (storage) => {
        if (await store.insertWithin(storage, send)) return;
        throw new ChainRefusedError('the idempotency key or the transaction belongs to another payment');
      });
    },
  };

  return {
    records,
    /** Reads some of the solid blocks that are not read yet. */
    advance: async (): Promise<void> => void (await oneAtATime('reader', advance)),
    /** Throws while the books may not know every payment of an address (D73). Only those of the treasury are counted. */
    requirePayable: async (fromIndex: AddressIndex): Promise<void> => {
      if (fromIndex === TREASURY_INDEX) requireComplete(await count());
      const { reader } = await readAll();
      if (reader.time < reader.quiet_until) {
        throw new ChainUnavailableError('payments of another host, signed before this one read the network, may be on their way');
      }
    },
  };
}

const transferOf = (instrument: CatalogueInstrument, to: string, units: bigint): OutgoingTransfer => ({
  instrumentSlug: instrument.slug,
  toAddress: addressOfHex(to),
  memo: null,
  amount: fromBaseUnits(units, instrument.decimals),
});
