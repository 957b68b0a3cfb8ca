import { fromBaseUnits } from '../../../../contract/money.ts';
import type { ChainGateway, IncomingTransfer } from '../chainGateway.ts';
import type { BitcoinAddresses } from './keys/bitcoinAddresses.ts';
import type { BitcoinStore } from './bitcoinStore.ts';
import type { BlockReader } from './blockReader.ts';
import type { SerialisationRules } from './coinParameters.ts';
import { createMempoolWatch } from './mempoolWatch.ts';
import type { OwnScripts } from './ownScripts.ts';
import type { CoinName } from './rawTransaction.ts';

export interface IncomingOptions {
  store: BitcoinStore;
  reader: BlockReader;
  scripts: OwnScripts;
  rules: SerialisationRules;
  addresses: BitcoinAddresses;
  native: { slug: string; decimals: number };
  now: () => number;
}

/** Returns the `incoming` of a network of Bitcoin's family: coins of the blocks that were read, and those that wait to be mined. */
export function createIncoming(options: IncomingOptions): ChainGateway['incoming'] {
  const { store, reader, scripts, addresses, native, now } = options;
  const readMempool = createMempoolWatch(scripts, options.rules);

  return async ({ watched, cursor, untilConfirmations, through }) => {
    const view = await reader.advance();
    const deep = view.height - untilConfirmations + 1;
    // Without a cursor, in all blocks that were read: the host may have been down for long before its first scan.
    const reported = cursor === null ? -1 : Number(cursor);
    if (!Number.isSafeInteger(reported)) throw new RangeError('the cursor is not one of ours');
    const addressesByIndex = new Map<number, string>();
    for (const address of watched) {
      const keyIndex = scripts.indexOf(addresses.scriptOf(address) ?? '');
      if (keyIndex !== undefined) addressesByIndex.set(keyIndex, address);
    }
    const found: IncomingTransfer[] = [];
    const add = (
      name: CoinName,
      keyIndex: number,
      rest: Pick<IncomingTransfer, 'amount' | 'blockHeight' | 'blockTime'>,
    ): void => {
      const toAddress = addressesByIndex.get(keyIndex);
      if (toAddress === undefined) return;
      const confirmations = rest.blockHeight === null ? 0 : view.height - rest.blockHeight + 1;
      found.push({
        txHash: name.txHash,
        index: name.output,
        instrumentSlug: native.slug,
        toAddress,
        memo: null,
        confirmations,
        ...rest,
      });
    };

    const arrivals = await store.listArrivals([...addressesByIndex.keys()], reported);
    for (const { tx_hash, output, key_index, amount, block_height, block_time } of arrivals) {
      // A block above the agreed one doesn't count yet.
      if (block_height > view.height) continue;
      add({ txHash: tx_hash, output }, key_index, { amount, blockHeight: block_height, blockTime: block_time });
    }
    const [node] = view.nodes;
    const waiting = node && through === undefined && addressesByIndex.size > 0 ? await readMempool(node) : [];
    for (const { txHash, output, keyIndex, units } of waiting) {
      if (found.some((one) => one.txHash === txHash && one.index === output)) continue;
      add({ txHash, output }, keyIndex, { amount: fromBaseUnits(units, native.decimals), blockHeight: null, blockTime: null });
    }
    const change = await store.listChange(found.map(({ txHash }) => txHash));
    const isChange = (transfer: IncomingTransfer): boolean =>
      change.some(({ txHash, output }) => txHash === transfer.txHash && output === transfer.index);
    const block = await store.blockAt(view.height);
    return {
      transfers: found.filter((transfer) => !isChange(transfer)),
      cursor: String(Math.max(reported, deep)),
      // A node that was offline answers before it has caught up. A miner's clock may be two hours fast.
      ...(block && { readUntil: Math.min(block.time, now()) }),
    };
  };
}
