import type { Decimal } from '../../../../contract/money.ts';
import type { EmbeddedVenueFillTable, EmbeddedVenueOrder, EmbeddedVenueTransferTable } from '../../../db/tables/venues.ts';

/** The storage that the embedded venue needs. */
export interface EmbeddedVenueStore {
  /** Returns the stored mode; undefined: none was set. */
  findMode(): Promise<string | undefined>;
  writeMode(mode: string): Promise<void>;
  /** Runs work in a transaction that no other one of the venue overlaps. */
  lock<Result>(work: (books: EmbeddedVenueBooks) => Promise<Result>): Promise<Result>;
}

export interface EmbeddedVenueBooks {
  balances(): Promise<Map<string, Decimal>>;
  writeBalance(coin: string, amount: Decimal): Promise<void>;
  addOrder(order: EmbeddedVenueOrder): Promise<void>;
  updateOrder(id: string, changes: Pick<EmbeddedVenueOrder, 'filled' | 'is_ended'>): Promise<void>;
  /** Returns the orders with this id of ours, oldest first. */
  listByClientId(clientId: string): Promise<EmbeddedVenueOrder[]>;
  /** Returns the orders that wait and are to be executed by now. */
  listDue(now: number): Promise<EmbeddedVenueOrder[]>;
  addFill(fill: EmbeddedVenueFillTable): Promise<void>;
  listFills(coin: string, since: number): Promise<EmbeddedVenueFillTable[]>;
  addTransfer(transfer: EmbeddedVenueTransferTable): Promise<void>;
  listTransfers(since: number): Promise<EmbeddedVenueTransferTable[]>;
}
