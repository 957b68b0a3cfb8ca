import type { MoneroKeys } from './moneroKeys.ts';
import { LOOKAHEAD, type MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore } from './moneroStore.ts';

export interface WatchedAddresses {
  /** Returns an address that enough wallets watch from then on. Throws ChainUnavailableError. */
  addressAt(index: number): Promise<string>;
  /** Lets the wallets watch some more addresses in advance. */
  extend(): Promise<void>;
}

/** Gives addresses out. A wallet does not find by itself what pays an address far beyond the last one that it knows. */
export function createWatchedAddresses(nodes: MoneroNodes, store: MoneroStore, keys: MoneroKeys): WatchedAddresses {
  /** Those that this process has given out */
  const given = new Set<number>();
  return {
    async addressAt(index) {
      const address = keys.addressAt(index);
      if (given.has(index)) return address;
      // Before anybody can pay it: from then on all processes watch it.
      await store.addAddress(index, address);
      if (index > 0) await nodes.answers(nodes.each, async ({ wallet }) => await wallet.watch(index));
      given.add(index);
      return address;
    },
    async extend() {
      const highest = await store.highestIndex();
      await nodes.answers(nodes.each, async ({ wallet }) => await wallet.watchMore(highest + LOOKAHEAD));
    },
  };
}
