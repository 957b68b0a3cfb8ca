import type { Executor } from '../db/database.ts';
import { insertVenueFill } from '../db/repositories/venues/venueFills.ts';
import type { VenueFillRow } from '../db/tables/venues.ts';
import { post, transferLines, type LedgerLine } from '../payments/ledger.ts';
import { venueInstrument } from '../payments/venueInstrument.ts';
import type { LiquidityVenue, VenueFill } from '../ports/venue/liquidityVenue.ts';

export function fillJournalId({ venue, id }: Pick<VenueFillRow, 'venue' | 'id'>): string {
  return `fill:${venue}:${id}`;
}

/** Returns the lines of a fill: what was received and what was paid change our position at the exchange, and the fee is a cost. */
export function fillLines({ venue, side, coin, amount, base_coin, cost, fee, fee_coin }: VenueFillRow): LedgerLine[] {
  const [coinAt, baseAt, feeAt] = [
    venueInstrument(coin, venue),
    venueInstrument(base_coin, venue),
    venueInstrument(fee_coin, venue),
  ];
  const traded =
    side === 'BUY'
      ? [...transferLines('DESK', 'VENUE', coinAt, amount), ...transferLines('VENUE', 'DESK', baseAt, cost)]
      : [...transferLines('VENUE', 'DESK', coinAt, amount), ...transferLines('DESK', 'VENUE', baseAt, cost)];
  return [...traded, ...transferLines('VENUE', 'VENUE_FEES', feeAt, fee)];
}

/** Books the fills that are not booked yet, each as `fill:VENUE:ID`. Returns how many these are. */
export async function bookFills(
  transaction: Executor,
  { name, baseCoin }: Pick<LiquidityVenue, 'name' | 'baseCoin'>,
  fills: readonly VenueFill[],
  at: number,
): Promise<number> {
  let booked = 0;
  for (const { venueOrderId, feeCoin, at: filledAt, ...fill } of fills) {
    const row: VenueFillRow = {
      ...fill,
      venue: name,
      venue_order_id: venueOrderId,
      base_coin: baseCoin,
      fee_coin: feeCoin,
      filled_at: filledAt,
    };
    if (!(await insertVenueFill(transaction, row))) continue;
    await post(transaction, { id: fillJournalId(row), kind: 'FILL', lines: fillLines(row), at });
    booked += 1;
  }
  return booked;
}
