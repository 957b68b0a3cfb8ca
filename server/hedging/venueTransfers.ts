import { compare } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { explainTransaction, listUnexplained } from '../db/repositories/recovery/treasuryTransactions.ts';
import {
  countTransfersOf,
  listKnownTransferIds,
  listSentVenueTransfers,
  updateSentVenueTransfer,
} from '../db/repositories/venues/venueTransfers.ts';
import type { VenueTable, VenueTransferRow } from '../db/tables/venues.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import { transactionOf } from '../payments/listedTransaction.ts';
import type { NetworkLease } from '../payments/networkLeases.ts';
import { parseVenueInstrument, venueInstrument } from '../payments/venueInstrument.ts';
import type { VenueTransfer } from '../ports/venue/liquidityVenue.ts';
import type { HedgingContext } from './hedgingContext.ts';
import { bookArrived, bookCancelled, bookLeftForVenue, bookSent, isArrivalOf, isSameHash } from './transferBooks.ts';
import { findArrival, findTreasuries } from './treasuryArrivals.ts';

type TransferContext = Pick<HedgingContext, 'database' | 'catalogue' | 'gateways' | 'venue' | 'now' | 'log'>;

const DAY_MS = 24 * 3_600_000;
/** A host that was down for longer leaves what moved meanwhile to an operator. RECOVERY reads all. */
const LISTED_MS = 7 * DAY_MS;

/**
 * Books what moved between the treasury and the exchange, each once: what the exchange lists is matched with what left the treasury, and with
 * what arrived there, by the hash of the transaction. What does not match exactly is left to an operator. Throws
 * VenueUnavailableError.
 */
export async function bookTransfers(context: TransferContext, lease: NetworkLease, stored: VenueTable): Promise<void> {
  const { database, venue, now } = context;
  const first = (await listSent(context))[0]?.sent_at ?? now();
  const since = stored.recovery_since === null ? Math.min(now() - LISTED_MS, first - DAY_MS) : 0;
  const listed = await venue.transfers(Math.max(stored.transfers_since, since));
  const known = await listKnownTransferIds(
    database,
    venue.name,
    listed.map(({ id }) => id),
  );
  const unknown = listed.filter(({ id }) => !known.has(id));
  const write = async (work: (transaction: Executor) => Promise<void>): Promise<void> => {
    await database.transaction().execute(async (transaction) => {
      await lease.assertHeld(transaction);
      await work(transaction);
    });
  };
  const deposits = unknown.filter(({ direction, state }) => direction === 'IN' && state === 'DONE');
  await explainDeposits(context, write, deposits);
  const withdrawals = unknown.filter(({ direction, state }) => direction === 'OUT' && state !== 'FAILED');
  for (const one of withdrawals) await bookWithdrawal(context, write, one);
  const left = [...deposits];
  for (const row of await listSent(context)) {
    if (parseVenueInstrument(row.instrument_from)) {
      try {
        await followWithdrawal(
          context,
          write,
          row,
          listed.find(({ id }) => id === row.venue_transfer_id),
        );
      } catch (error) {
        context.log.warn({ err: error, transfer: row.id }, 'it could not be read whether a withdrawal arrived');
      }
      continue;
    }
    const index = left.findIndex((one) => isArrivalOf(row, one));
    const [deposit] = index === -1 ? [] : left.splice(index, 1);
    if (!deposit) continue;
    const arrival = {
      instrument_to: venueInstrument(row.coin, venue.name),
      arrival_fee: deposit.fee,
      venue_transfer_id: deposit.id,
    };
    await write((transaction) => bookArrived(transaction, row, arrival, now()));
  }
}

type Write = (work: (transaction: Executor) => Promise<void>) => Promise<void>;

async function listSent({ database, venue }: TransferContext): Promise<VenueTransferRow[]> {
  return (await listSentVenueTransfers(database)).filter((row) => row.venue === venue.name);
}

/** Explains transactions of treasuries in RECOVERY (D73) that the exchange received: the books have forgotten their announcement. */
async function explainDeposits(context: TransferContext, write: Write, deposits: readonly VenueTransfer[]): Promise<void> {
  const { database, catalogue, gateways, venue, now } = context;
  if (deposits.length === 0) return;
  for (const network of gateways.keys()) {
    for (const row of await listUnexplained(database, network)) {
      const listed = transactionOf(row);
      const [transfer, ...others] = listed.transfers;
      if (!transfer || others.length > 0) continue;
      const coin = catalogue.instruments.get(transfer.instrumentSlug)?.marketSymbol ?? '';
      const sent = { coin, amount: transfer.amount, tx_hash: listed.txHash };
      if (deposits.filter((one) => isArrivalOf(sent, one)).length !== 1) continue;
      const explained = { explanation: 'OWN', explained_by: null, explained_at: now() } as const;
      await write(async (transaction) => {
        if (!(await explainTransaction(transaction, row, explained))) throw new ConcurrentUpdateError(row.tx_hash);
        await bookLeftForVenue(context, transaction, listed, venue.name);
      });
    }
  }
}

/** Books a withdrawal that pays the treasury. Any other one is a difference, which an operator explains. */
async function bookWithdrawal(context: TransferContext, write: Write, withdrawal: VenueTransfer): Promise<void> {
  const { id, coin, amount, fee, address, txHash } = withdrawal;
  if (address === null || (await findTreasuries(context, coin, address)).length === 0) return;
  const instrument = venueInstrument(coin, context.venue.name);
  const sent = {
    venue: context.venue.name,
    coin,
    instrument_from: instrument,
    instrument_to: null,
    amount,
    fee,
    fee_instrument: instrument,
    tx_hash: txHash,
    venue_transfer_id: id,
  };
  await write(async (transaction) => void (await bookSent(transaction, sent, context.now())));
}

async function followWithdrawal(
  context: TransferContext,
  write: Write,
  row: VenueTransferRow,
  listed: VenueTransfer | undefined,
): Promise<void> {
  const { database, now } = context;
  if (!listed) return;
  if (listed.state === 'FAILED') return await write((transaction) => bookCancelled(transaction, row, now()));
  const { txHash: tx_hash, address } = listed;
  if (tx_hash === null || address === null) return;
  if (!isSameHash(row.tx_hash, tx_hash)) {
    await write(async (transaction) => void (await updateSentVenueTransfer(transaction, row.id, { tx_hash })));
  }
  // Which of them arrived is not certain.
  if ((await countTransfersOf(database, { ...row, tx_hash })) !== 1) return;
  const arrived = await findArrival(context, { coin: row.coin, address, txHash: tx_hash });
  if (!arrived || compare(arrived.amount, row.amount) !== 0) return;
  const { instrument } = arrived;
  const arrival = { instrument_to: instrument, arrival_fee: '0', venue_transfer_id: row.venue_transfer_id };
  await write((transaction) => bookArrived(transaction, row, arrival, now()));
}
