import { getAddress, type Address, type Hash, type PublicClient } from 'viem';
import { fromBaseUnits, toBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { NodeView, SeenTransfer } from '../agreement.ts';
import { createBlockScanner, REORG_DURING_READ } from '../blockScanner.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import type { FindDeposits } from '../depositScan.ts';
import { createInternalTransfers } from './internalTransfers.ts';
import { createReceiptCache } from './receipts.ts';
import { scannedBlocks, type ScannedBlock } from './scannedBlocks.ts';
import { createMeasureGain, shareOfGain, TRANSFER } from './tokenBalances.ts';

export interface IncomingOptions {
  node: PublicClient;
  native: CatalogueInstrument;
  /** Checksummed contract address → the token of the catalogue. */
  tokens: ReadonlyMap<Address, CatalogueInstrument>;
}

/** Accounts of tokens with a fee that are measured at the same time. */
const CONCURRENCY = 6;
/** Nodes limit the topics and blocks of one request. */
const ADDRESSES_PER_REQUEST = 200;
const BLOCKS_PER_REQUEST = 500;
/** Transfer 0 is the value of the transaction itself. Its logs follow in their order. */
const FIRST_LOG_INDEX = 1;
/** Index of an internal transfer: more than any number of logs. Its id alone identifies it. */
const INTERNAL_INDEX = 1_000_000;

/**
 * Returns a function that finds payments to the watched addresses: native coins as the value of a transaction, tokens by
 * their Transfer logs, and internal transfers of native coins by the change of the balance. Failed transactions are left out.
 * Throws ChainUnavailableError when a reorg happens during the read.
 */
export function createIncoming({ node, native, tokens }: IncomingOptions): FindDeposits<{ head: number }> {
  const feeTokens = new Map(
    [...tokens].flatMap(([contract, { slug, decimals, transferRules }]) =>
      transferRules?.hasFee ? [[slug, { contract, decimals }] as const] : [],
    ),
  );
  const scanner = createBlockScanner(scannedBlocks(node));
  const receipts = createReceiptCache(node);
  const findInternalTransfers = createInternalTransfers(node);
  const measureGain = createMeasureGain(node);

  async function nativePayments(block: ScannedBlock, watched: ReadonlySet<string>, head: number): Promise<SeenTransfer[]> {
    const transfers: SeenTransfer[] = [];
    const toUs = block.payments.filter(({ to }) => watched.has(getAddress(to)));
    await receipts.load(
      toUs.map(({ txHash }) => txHash),
      block.hash,
    );
    for (const { txHash, to, value } of toUs) {
      const receipt = await receipts.find(txHash, block.hash);
      if (!receipt) throw new ChainUnavailableError(REORG_DURING_READ);
      if (!receipt.isSuccess) continue;
      const amount = fromBaseUnits(value, native.decimals);
      transfers.push(transfer({ txHash, index: 0, instrumentSlug: native.slug, toAddress: getAddress(to), amount }, block, head));
    }
    return transfers;
  }

  async function internalTransfersOf(
    blocks: readonly ScannedBlock[],
    watched: readonly Address[],
    natives: readonly SeenTransfer[],
    head: number,
  ): Promise<NodeView> {
    const paid = new Map<string, bigint>();
    for (const { blockHeight, toAddress, amount } of natives) {
      const place = `${String(blockHeight)}/${toAddress}`;
      paid.set(place, (paid.get(place) ?? 0n) + toBaseUnits(amount, native.decimals));
    }
    const { found, isComplete } = await findInternalTransfers(
      blocks,
      watched,
      (block, owner) => paid.get(`${block.number}/${owner}`) ?? 0n,
    );
    const transfers = found.map(({ id, to, value, block }) => {
      const amount = fromBaseUnits(value, native.decimals);
      return transfer({ txHash: id, index: INTERNAL_INDEX, instrumentSlug: native.slug, toAddress: to, amount }, block, head);
    });
    return isComplete ? { transfers } : { transfers, isBlindTo: ({ index }) => index === INTERNAL_INDEX };
  }

  async function tokenPayments(
    blocks: readonly ScannedBlock[],
    watched: readonly Address[],
    head: number,
  ): Promise<SeenTransfer[]> {
    if (tokens.size === 0 || watched.length === 0) return [];
    const known = new Map(blocks.map((block) => [block.number, block]));
    const transfers: SeenTransfer[] = [];
    for (const [fromBlock, toBlock] of ranges(blocks)) {
      for (let start = 0; start < watched.length; start += ADDRESSES_PER_REQUEST) {
        const to = watched.slice(start, start + ADDRESSES_PER_REQUEST);
        const logs = await node.getLogs({
          address: [...tokens.keys()],
          event: TRANSFER,
          args: { to },
          fromBlock,
          toBlock,
          strict: true,
        });
        for (const log of logs) {
          const token = tokens.get(getAddress(log.address));
          const block = known.get(Number(log.blockNumber));
          if (!token || log.args.value === 0n) continue;
          if (log.removed || block?.hash !== log.blockHash) {
            throw new ChainUnavailableError(REORG_DURING_READ);
          }
          const index = await indexInTransaction(log.transactionHash, log.blockHash, log.logIndex);
          const amount = fromBaseUnits(log.args.value, token.decimals);
          const found = {
            txHash: log.transactionHash,
            index,
            instrumentSlug: token.slug,
            toAddress: getAddress(log.args.to),
            amount,
          };
          transfers.push(transfer(found, block, head));
        }
      }
    }
    return await withoutFees(transfers, blocks, head);
  }

  /**
   * Returns the transfers with what really arrived, where the token has a switchable fee: several to one address in a block share
   * what it gained. A transfer of which nothing arrived stays, with amount zero: another node must show the same. A node without
   * the state of an old block trusts the logs.
   */
  async function withoutFees(transfers: readonly SeenTransfer[], blocks: readonly ScannedBlock[], head: number) {
    const known = new Map(blocks.map((block) => [block.number, block]));
    const arrivedOf = async (one: SeenTransfer): Promise<SeenTransfer> => {
      const token = feeTokens.get(one.instrumentSlug);
      const block = one.blockHeight === null ? undefined : known.get(one.blockHeight);
      const owner = getAddress(one.toAddress);
      const gain = token && block && (await measureGain({ contract: token.contract, owner, block }, head));
      if (!gain) return one;
      return { ...one, amount: fromBaseUnits(shareOfGain(toBaseUnits(one.amount, token.decimals), gain), token.decimals) };
    };
    const arrived: SeenTransfer[] = [];
    for (let start = 0; start < transfers.length; start += CONCURRENCY) {
      arrived.push(...(await Promise.all(transfers.slice(start, start + CONCURRENCY).map(arrivedOf))));
    }
    return arrived;
  }

  /**
   * Returns the position of a log among the logs of its transaction. Nodes number logs per block. That number changes when a
   * reorg moves the transaction to another block, and the deposit would count twice.
   */
  async function indexInTransaction(txHash: Hash, blockHash: Hash, logIndex: number): Promise<number> {
    const receipt = await receipts.find(txHash, blockHash);
    const place = receipt?.placeOfLog.get(logIndex);
    if (place === undefined) throw new ChainUnavailableError(REORG_DURING_READ);
    return FIRST_LOG_INDEX + place;
  }

  return async (watched, from, to, { head }) => {
    const addresses = watched.map((address) => getAddress(address));
    const watchedSet = new Set<string>(addresses);
    const blocks = await scanner.scan(from, to);
    receipts.keepOnly(new Set(blocks.map(({ hash }) => hash)));
    const natives: SeenTransfer[] = [];
    for (const block of blocks) natives.push(...(await nativePayments(block, watchedSet, head)));
    const internal = await internalTransfersOf(blocks, addresses, natives, head);
    const ofTokens = await tokenPayments(blocks, addresses, head);
    const readUntil = blocks.at(-1)?.time ?? 0;
    return { ...internal, transfers: [...natives, ...internal.transfers, ...ofTokens], readUntil };
  };
}

function transfer(
  found: Pick<SeenTransfer, 'txHash' | 'index' | 'instrumentSlug' | 'toAddress' | 'amount'>,
  { number: blockHeight, hash: blockHash, time: blockTime }: ScannedBlock,
  head: number,
): SeenTransfer {
  return { ...found, memo: null, blockHeight, blockTime, blockHash, confirmations: head - blockHeight + 1 };
}

function ranges(blocks: readonly ScannedBlock[]): [bigint, bigint][] {
  const found: [bigint, bigint][] = [];
  for (let start = 0; start < blocks.length; start += BLOCKS_PER_REQUEST) {
    const part = blocks.slice(start, start + BLOCKS_PER_REQUEST);
    const first = part[0];
    const last = part.at(-1);
    if (first && last) found.push([BigInt(first.number), BigInt(last.number)]);
  }
  return found;
}
