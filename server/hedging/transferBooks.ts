import { compare, type Decimal } from '../../contract/money.ts';
import { randomId } from '../common/hashing.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Executor } from '../db/database.ts';
import { insertVenueTransfer, updateSentVenueTransfer } from '../db/repositories/venues/venueTransfers.ts';
import type { VenueTransferRow } from '../db/tables/venues.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { networkOf } from '../instruments/lookup.ts';
import { post, reverseJournal, transferLines, type Journal, type LedgerLine } from '../payments/ledger.ts';
import { parseVenueInstrument, venueInstrument } from '../payments/venueInstrument.ts';
import type { OutgoingTransaction } from '../ports/chain/chainGateway.ts';

/** Our own coins that left the treasury or the exchange, before they are stored. */
export type SentTransfer = Omit<VenueTransferRow, 'id' | 'state' | 'sent_at' | 'arrival_fee' | 'ended_at'>;

const sentId = (id: string): string => `moved:${id}:sent`;

/** The coins are between both: what left is an asset still, and the fee that the sender paid is a cost. */
export function sentJournal(row: VenueTransferRow): Omit<Journal, 'at'> {
  const { id, instrument_from: from, amount, fee, fee_instrument: feeInstrument } = row;
  const cost = parseVenueInstrument(feeInstrument) ? 'VENUE_FEES' : 'NETWORK_FEES';
  const lines = [
    ...transferLines(holderOf(from), 'VENUE_TRANSIT', from, amount),
    ...transferLines(holderOf(feeInstrument), cost, feeInstrument, fee),
  ];
  return { id: sentId(id), kind: 'MOVE', lines };
}

/** The coins are at the other side. DESK joins both instruments of the coin, and stays as it was. Empty: they have not arrived. */
export function arrivedJournals(row: VenueTransferRow): Omit<Journal, 'at'>[] {
  const { id, instrument_from: from, instrument_to: to, amount, arrival_fee: fee, state } = row;
  if (state !== 'ARRIVED' || to === null) return [];
  const lines: LedgerLine[] = [
    ...transferLines('DESK', holderOf(to), to, amount),
    ...transferLines('VENUE_TRANSIT', 'DESK', from, amount),
    ...transferLines('VENUE', 'VENUE_FEES', to, fee ?? '0'),
  ];
  return [{ id: `moved:${id}:arrived`, kind: 'MOVE', lines }];
}

/** Stores and books what left. Returns false if the exchange's transfer is known. */
export async function bookSent(transaction: Executor, sent: SentTransfer, at: number): Promise<boolean> {
  const row = { ...sent, id: randomId(), state: 'SENT', sent_at: at, arrival_fee: null, ended_at: null } as const;
  if (!(await insertVenueTransfer(transaction, row))) return false;
  await post(transaction, { ...sentJournal(row), at });
  return true;
}

/** Books what a transaction of the treasury moved to the exchange. */
export async function bookLeftForVenue(
  { catalogue, now }: { catalogue: Catalogue; now: () => number },
  transaction: Executor,
  { txHash, transfers, fee }: Pick<OutgoingTransaction, 'txHash' | 'transfers' | 'fee'>,
  venue: string,
): Promise<void> {
  for (const [index, { instrumentSlug, amount }] of transfers.entries()) {
    const coin = catalogue.instruments.get(instrumentSlug)?.marketSymbol ?? '';
    const sent: SentTransfer = {
      venue,
      coin,
      instrument_from: instrumentSlug,
      instrument_to: venueInstrument(coin, venue),
      amount,
      // The transaction has one fee.
      fee: index === 0 ? fee : '0',
      fee_instrument: networkOf({ catalogue }, instrumentSlug).nativeInstrument,
      tx_hash: txHash,
      venue_transfer_id: null,
    };
    await bookSent(transaction, sent, now());
  }
}

/** Books that a transfer arrived. Throws ConcurrentUpdateError if it has ended. */
export async function bookArrived(
  transaction: Executor,
  row: VenueTransferRow,
  arrival: { instrument_to: string; arrival_fee: Decimal; venue_transfer_id: string | null },
  at: number,
): Promise<void> {
  const ended = { ...arrival, state: 'ARRIVED', ended_at: at } as const;
  if (!(await updateSentVenueTransfer(transaction, row.id, ended))) throw new ConcurrentUpdateError(row.id);
  await post(transaction, ...arrivedJournals({ ...row, ...ended }).map((journal) => ({ ...journal, at })));
}

/** Books that what left is at its sender: the exchange did not carry it out. Throws ConcurrentUpdateError if it has ended. */
export async function bookCancelled(transaction: Executor, { id }: Pick<VenueTransferRow, 'id'>, at: number): Promise<void> {
  const isOpen = await updateSentVenueTransfer(transaction, id, { state: 'CANCELLED', ended_at: at });
  if (!isOpen) throw new ConcurrentUpdateError(id);
  await reverseJournal(transaction, sentId(id), at);
}

/** Whether both name one transaction: networks and exchanges write hashes differently. */
export function isSameHash(left: string | null, right: string | null): boolean {
  const plain = (hash: string): string => hash.toLowerCase().replace(/^0x/, '');
  return left !== null && right !== null && plain(left) === plain(right);
}

/** Whether a deposit that the exchange lists is what was sent. */
export function isArrivalOf(
  row: Pick<VenueTransferRow, 'coin' | 'amount' | 'tx_hash'>,
  listed: { coin: string; amount: Decimal; txHash: string | null },
): boolean {
  return row.coin === listed.coin && isSameHash(row.tx_hash, listed.txHash) && compare(row.amount, listed.amount) === 0;
}

function holderOf(instrument: string): 'VENUE' | 'TREASURY' {
  return parseVenueInstrument(instrument) ? 'VENUE' : 'TREASURY';
}
