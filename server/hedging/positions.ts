import { add, amount, compare, subtract, toDecimal, type Decimal } from '../../contract/money.ts';
import { sumAccounts } from '../db/repositories/ledger.ts';
import { listUnsettledDeposits, type UnsettledDeposit } from '../db/repositories/venues/unsettledDeposits.ts';
import type { Executor } from '../db/database.ts';
import type { LedgerAccount } from '../db/tables/payments.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { negate } from '../payments/ledger.ts';
import { parseVenueInstrument } from '../payments/venueInstrument.ts';

/** What we own beyond our capital is the opposite of what these accounts hold. */
const OWN: readonly LedgerAccount[] = ['DESK', 'PLATFORM_FEES', 'NETWORK_FEES', 'AFFILIATE_COSTS', 'VENUE_FEES', 'VENUE_RESULT'];

/** How much of a coin (`marketSymbol`) is open, on all networks and at the exchange together. Positive: we own more than our capital. */
export interface Position {
  /** By the ledger alone (D71) */
  booked: Decimal;
  /** What the fixed rates of deposits in blocks will add. It is hedged too. */
  committed: Decimal;
  /** What deposits in the mempool may add. It counts toward limits only. */
  expected: Decimal;
}

/** Returns coin → its open position. Coins without one are left out. */
export async function readPositions(
  executor: Executor,
  catalogue: Pick<Catalogue, 'instruments'>,
): Promise<Map<string, Position>> {
  const positions = new Map<string, Position>();
  const change = (instrument: string, part: keyof Position, value: Decimal): void => {
    const coin = parseVenueInstrument(instrument)?.coin ?? catalogue.instruments.get(instrument)?.marketSymbol;
    // The catalogue has every instrument of an order. Without its coin there is no market either.
    if (coin === undefined) return;
    const position = positions.get(coin) ?? { booked: '0', committed: '0', expected: '0' };
    positions.set(coin, { ...position, [part]: add(position[part], value) });
  };
  for (const [instrument, total] of await sumAccounts(executor, OWN)) change(instrument, 'booked', negate(total));
  for (const deposit of await listUnsettledDeposits(executor)) {
    const part = deposit.isInBlock ? 'committed' : 'expected';
    change(deposit.instrument_from, part, deposit.amount);
    change(deposit.instrument_to, part, negate(payoutOf(deposit)));
  }
  return new Map([...positions].filter(([, position]) => Object.values(position).some((value) => compare(value, '0') !== 0)));
}

/** Returns what the deposit pays out, in instrument_to, at the order's price. */
function payoutOf({ amount: deposited, price, network_fee: fee }: UnsettledDeposit): Decimal {
  const payout = subtract(toDecimal(amount(deposited).times(amount(price))), fee);
  return compare(payout, '0') > 0 ? payout : '0';
}
