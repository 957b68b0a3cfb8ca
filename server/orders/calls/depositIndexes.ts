import { addressIndex, type AddressIndex } from '../../common/addressIndex.ts';
import type { Database } from '../../db/database.ts';
import { nextCounterValue } from '../../db/repositories/cursors.ts';

/** Each reservation is a commit of its own. A larger block would skip more indexes when the host stops. */
const LARGEST_BLOCK = 50;

/**
 * Returns a function that returns the HD index of a new order's deposit address. An index is never returned twice, not by other
 * processes either. Indexes are reserved in blocks, each twice as large as the one before, up to {@link LARGEST_BLOCK}: a host that
 * stops leaves at most as many unused as it used, since reconciliation queries the balance of each unused one.
 */
export function createDepositIndexes(database: Database): () => Promise<AddressIndex> {
  let size = 1;
  let next = 1;
  let last = 0;
  let reservation: Promise<void> | null = null;
  const reserve = async (): Promise<void> => {
    last = await nextCounterValue(database, 'deposit_index', size);
    next = last - size + 1;
    size = Math.min(2 * size, LARGEST_BLOCK);
  };
  return async () => {
    while (next > last) await (reservation ??= reserve().finally(() => (reservation = null)));
    next += 1;
    return addressIndex(next - 1);
  };
}
