import { setImmediate as turn } from 'node:timers/promises';
import type { BitcoinStore } from './bitcoinStore.ts';
import type { BitcoinWallet } from './keys/bitcoinWallet.ts';

/**
 * Addresses that are watched beyond the last one that was given out or paid. A host on a restored backup finds what arrived at
 * addresses that the backup does not know, as long as not more than these were given out since (BIP-44's gap limit).
 */
const LOOKAHEAD = 1_000;
/** Keys to derive before other work of the process may go on */
const CHUNK = 20;

/** The scripts of our addresses, by which the reader finds what pays us. */
export interface OwnScripts {
  /** Reads the addresses that were given out since the last call, also by other processes. */
  refresh(): Promise<void>;
  /** Returns the HD index of the address that a script pays; undefined when it is not ours. */
  indexOf(script: string): number | undefined;
  /** Extends the watched addresses beyond an index that was paid. */
  extendBeyond(keyIndex: number): void;
}

export function createOwnScripts(store: Pick<BitcoinStore, 'listScripts'>, wallet: Pick<BitcoinWallet, 'scriptAt'>): OwnScripts {
  const indexes = new Map<string, number>();
  /** All lower ones are in the map. */
  let next = 0;

  function extendTo(end: number, known: ReadonlyMap<number, string> = new Map()): void {
    // A derivation takes a millisecond, so stored scripts are used.
    for (; next < end; next += 1) indexes.set(known.get(next) ?? wallet.scriptAt(next), next);
  }

  async function lookAhead(last: number): Promise<void> {
    for (const end = last + 1 + LOOKAHEAD; next < end; await turn()) extendTo(Math.min(end, next + CHUNK));
  }

  return {
    async refresh() {
      const given = await store.listScripts(Math.max(0, next - LOOKAHEAD));
      const last = given.at(-1)?.keyIndex ?? 0;
      extendTo(last + 1, new Map(given.map(({ keyIndex, script }) => [keyIndex, script])));
      await lookAhead(last);
    },
    indexOf: (script) => indexes.get(script),
    extendBeyond: (keyIndex) => extendTo(keyIndex + 1 + LOOKAHEAD),
  };
}
