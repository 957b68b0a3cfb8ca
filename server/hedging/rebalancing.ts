import { add, amount, compare, roundToDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { sumAccounts } from '../db/repositories/ledger.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { parseVenueInstrument } from '../payments/venueInstrument.ts';

/** A transfer between the treasury and the exchange, which an operator makes. */
export interface Proposal {
  /** In the treasury: that of which it holds the most */
  instrument: string;
  /** "BTC@kraken" */
  venueInstrument: string;
  direction: 'TO_VENUE' | 'FROM_VENUE';
  amount: Decimal;
}

/** Below the low and above the high share of a coin at the exchange, a transfer to the middle is proposed. */
const [LOW, HIGH, MIDDLE] = [amount('0.2'), amount('0.8'), amount('0.5')];
/** Less is not worth the fees of a transfer, in USD. */
const LEAST_USD = amount('1000');
const DECIMALS = 6;

/** Returns the proposed transfers of some coins, by what the ledger says that treasury and exchange hold. `prices`: coin → USD. */
export async function proposeTransfers(
  executor: Executor,
  { instruments }: Pick<Catalogue, 'instruments'>,
  { coins, prices }: { coins: ReadonlySet<string>; prices: ReadonlyMap<string, Decimal> },
): Promise<Proposal[]> {
  const held = new Map<string, { total: Decimal; largest: { instrument: string; amount: Decimal } }>();
  for (const [instrument, balance] of await sumAccounts(executor, ['TREASURY'])) {
    const coin = instruments.get(instrument)?.marketSymbol ?? '';
    const known = held.get(coin);
    const largest = known && compare(known.largest.amount, balance) >= 0 ? known.largest : { instrument, amount: balance };
    held.set(coin, { total: add(known?.total ?? '0', balance), largest });
  }
  const proposals: Proposal[] = [];
  for (const [venueInstrument, balance] of await sumAccounts(executor, ['VENUE'])) {
    const coin = parseVenueInstrument(venueInstrument)?.coin ?? '';
    const [treasury, price] = [held.get(coin), prices.get(coin)];
    if (!treasury || price === undefined || !coins.has(coin)) continue;
    const [atVenue, total] = [amount(balance), amount(treasury.total).plus(amount(balance))];
    if (isWithin(atVenue, total)) continue;
    const missing = total.times(MIDDLE).minus(atVenue);
    if (missing.abs().times(amount(price)).lt(LEAST_USD)) continue;
    proposals.push({
      instrument: treasury.largest.instrument,
      venueInstrument,
      direction: missing.gt(amount('0')) ? 'TO_VENUE' : 'FROM_VENUE',
      amount: roundToDecimal(missing.abs(), DECIMALS, 'down'),
    });
  }
  return proposals;
}

function isWithin(atVenue: Amount, total: Amount): boolean {
  return atVenue.gte(total.times(LOW)) && atVenue.lte(total.times(HIGH));
}
