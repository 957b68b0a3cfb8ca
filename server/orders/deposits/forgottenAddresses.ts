import { setImmediate } from 'node:timers/promises';
import { FLOATING_DEPOSIT_WINDOW_MS, WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import { addressIndex, type AddressIndex } from '../../common/addressIndex.ts';
import type { Executor } from '../../db/database.ts';
import { listForgottenIndexes, raiseLastUsed } from '../../db/repositories/recovery/forgottenIndexes.ts';
import type { ForgottenIndexesTable } from '../../db/tables/recovery.ts';
import type { ChainGateway, IncomingTransfer } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';

/** Fewer orders than this are created after a backup and lost with the books. They end the range of a row. */
export const MOST_FORGOTTEN = 20_000;
/** Addresses are read until this many in a row are unused. */
const UNUSED_IN_A_ROW = 1_000;
const YIELD_EVERY = 20;
/** As long as an order is watched that nobody pays */
export const FORGOTTEN_WATCHED_MS = FLOATING_DEPOSIT_WINDOW_MS + WATCH_AFTER_END_MS;

type Target = Awaited<ReturnType<ChainGateway['addressAt']>>;
interface Derived {
  address: string;
  normalised: string;
  /** {@link keyOf} */
  key: string;
}
/** A derivation takes up to a millisecond, and each round of a network needs all. */
const derived = new WeakMap<ChainGateway['addressAt'], Map<number, Derived>>();

/** The deposit addresses of a network that orders may have which the books have forgotten (D73). Payments to them get no order. */
export interface ForgottenAddresses {
  /** Those to watch, some more after each {@link extend} */
  readonly addresses: ReadonlySet<string>;
  /** Whether it is one of them, in its normalised form */
  has(normalised: string): boolean;
  /** Adds the addresses that follow what the transfers paid. Returns the new ones. */
  extend(transfers: readonly IncomingTransfer[]): Promise<string[]>;
  /** Stores the highest index that was paid: the next scan continues from there. */
  store(transaction: Executor): Promise<void>;
}

export async function readForgottenAddresses(
  { database, now }: Pick<OrderContext, 'database' | 'now'>,
  gateway: Pick<ChainGateway, 'addressAt'>,
  normalise: (address: string) => string,
): Promise<ForgottenAddresses> {
  const ranges = (await listForgottenIndexes(database, now() - FORGOTTEN_WATCHED_MS)).map((row) => ({
    ...row,
    used: row.last_used,
  }));
  const addresses = new Set<string>();
  const normalisedAddresses = new Set<string>();
  const places = new Map<string, { range: (typeof ranges)[number]; index: number }>();
  const watch = async (range: (typeof ranges)[number], first: number): Promise<void> => {
    for (let index = first; index <= lastToRead(range); index += 1) {
      const { address, normalised, key } = await derive(gateway, normalise, index);
      addresses.add(address);
      normalisedAddresses.add(normalised);
      places.set(key, { range, index });
    }
  };
  for (const range of ranges) await watch(range, range.first_index);

  return {
    addresses,
    has: (normalised) => normalisedAddresses.has(normalised),
    extend: async (transfers) => {
      const before = new Set(addresses);
      for (const { toAddress, memo } of transfers) {
        const normalised = normalise(toAddress);
        const place = places.get(keyOf(normalised, memo)) ?? places.get(keyOf(normalised, null));
        if (!place || place.index <= (place.range.used ?? 0)) continue;
        const next = lastToRead(place.range) + 1;
        place.range.used = place.index;
        await watch(place.range, next);
      }
      return [...addresses].filter((address) => !before.has(address));
    },
    store: async (transaction) => {
      for (const { first_index: first, last_used: stored, used } of ranges) {
        if (used !== null && used !== stored) await raiseLastUsed(transaction, first, used);
      }
    },
  };
}

function lastToRead({ last_index, used }: ForgottenIndexesTable & { used: number | null }): number {
  return Math.min(last_index, Math.max(last_index - MOST_FORGOTTEN, used ?? 0) + UNUSED_IN_A_ROW);
}

/** Returns the index of a forgotten order's address; null if our seed derives it at none of them. */
export async function findForgottenIndex(
  { database }: Pick<OrderContext, 'database'>,
  gateway: Pick<ChainGateway, 'addressAt'>,
  normalise: (address: string) => string,
  target: Target,
): Promise<AddressIndex | null> {
  const wanted = keyOf(normalise(target.address), target.memo);
  for (const { first_index: first, last_index: last } of await listForgottenIndexes(database, 0)) {
    for (let index = first; index <= last; index += 1) {
      if ((await derive(gateway, normalise, index)).key === wanted) return addressIndex(index);
    }
  }
  return null;
}

async function derive(
  { addressAt }: Pick<ChainGateway, 'addressAt'>,
  normalise: (address: string) => string,
  index: number,
): Promise<Derived> {
  const known = derived.get(addressAt) ?? new Map<number, Derived>();
  derived.set(addressAt, known);
  const found = known.get(index);
  if (found) return found;
  // So many derivations in a row would hold up the host.
  if (index % YIELD_EVERY === 0) await setImmediate();
  const { address, memo } = await addressAt(addressIndex(index));
  const normalised = normalise(address);
  const target = { address, normalised, key: keyOf(normalised, memo) };
  known.set(index, target);
  return target;
}

const keyOf = (normalised: string, memo: string | null): string => JSON.stringify([normalised, memo?.trim() ?? null]);
