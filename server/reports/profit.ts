import { add, amount, round, subtract, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listLedgerPage, type LedgerPosition } from '../db/repositories/audit.ts';
import { listTrustedPrices } from '../db/repositories/marketPrices.ts';
import type { LedgerAccount, LedgerEntryTable } from '../db/tables/payments.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { negate } from '../payments/ledger.ts';
import { parseVenueInstrument } from '../payments/venueInstrument.ts';
import { findMonthPrices } from '../pricing/monthPrices.ts';

/** The accounts whose opposite is what we own, each with its line in the report */
const LINES = {
  CAPITAL: 'capital',
  PLATFORM_FEES: 'fees',
  NETWORK_FEES: 'networks',
  VENUE_FEES: 'venues',
  VENUE_RESULT: 'venues',
  AFFILIATE_COSTS: 'affiliates',
  DESK: 'trading',
} as const satisfies Partial<Record<LedgerAccount, string>>;
type Line = (typeof LINES)[keyof typeof LINES];

/** What we own at the begin and the end of a month, and why it changed. In USD, to the cent; `opening` and all changes sum to `closing`. */
export interface Profit extends Record<Line, Decimal> {
  month: string;
  opening: Decimal;
  /** What the change of prices did to what we owned at the begin */
  revaluation: Decimal;
  closing: Decimal;
  /** Whether the prices of the begin are known. Otherwise those of the end are used, and `revaluation` has only cents of rounding. */
  hasOpeningPrices: boolean;
  /** Coins without a price, which are left out */
  unpriced: string[];
}

const PAGE = 1_000;

/**
 * Returns the result of a month ("2026-11"), of the present one until now. What changed in the month is valued at the prices of its end.
 * Reads the whole ledger.
 */
export async function readProfit(
  executor: Executor,
  { instruments }: Pick<Catalogue, 'instruments'>,
  month: string,
): Promise<Profit> {
  const from = Date.parse(`${month}-01T00:00:00.000Z`);
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const to = next.getTime();
  const atEnd =
    (await findMonthPrices(executor, next.toISOString().slice(0, 7))) ??
    new Map((await listTrustedPrices(executor)).map(({ symbol, price }) => [symbol, price]));
  const atBegin = await findMonthPrices(executor, month);

  /** Coin → what we owned at the begin, and what each line changed */
  const owned = new Map<string, Decimal>();
  const changes = new Map<string, Map<Line, Decimal>>();
  const count = ({ account, instrument, amount: value, created_at: at }: LedgerEntryTable): void => {
    const line = Object.entries(LINES).find(([name]) => name === account)?.[1];
    const coin = parseVenueInstrument(instrument)?.coin ?? instruments.get(instrument)?.marketSymbol;
    if (line === undefined || coin === undefined) return;
    if (at < from) return void owned.set(coin, subtract(owned.get(coin) ?? '0', value));
    const ofCoin = changes.get(coin) ?? new Map<Line, Decimal>();
    changes.set(coin, ofCoin.set(line, subtract(ofCoin.get(line) ?? '0', value)));
  };
  let after: LedgerPosition | null = null;
  for (;;) {
    const page = await listLedgerPage(executor, { since: 0, until: to, after, limit: PAGE });
    page.forEach(count);
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }

  const coins = [...new Set([...owned.keys(), ...changes.keys()])];
  const unpriced = coins.filter((coin) => !atEnd.has(coin)).toSorted();
  const valueOf = (value: Decimal, price: Decimal | undefined): Decimal =>
    price === undefined ? '0' : toDecimal(amount(value).times(amount(price)));
  const cents = (values: readonly Decimal[]): Decimal => toDecimal(round(amount(sum(values)), 2, 'down'));
  const lineOf = (line: Line): Decimal =>
    cents([...changes].map(([coin, ofCoin]) => valueOf(ofCoin.get(line) ?? '0', atEnd.get(coin))));
  const isPriced = (coin: string): boolean => atEnd.has(coin);
  const opening = cents(
    [...owned].filter(([coin]) => isPriced(coin)).map(([coin, value]) => valueOf(value, atBegin?.get(coin) ?? atEnd.get(coin))),
  );
  const closing = cents(
    coins.map((coin) => valueOf(sum([owned.get(coin) ?? '0', ...(changes.get(coin)?.values() ?? [])]), atEnd.get(coin))),
  );
  const lines = {
    capital: lineOf('capital'),
    fees: lineOf('fees'),
    networks: lineOf('networks'),
    venues: lineOf('venues'),
    affiliates: lineOf('affiliates'),
    trading: lineOf('trading'),
  };
  const explained = sum([opening, ...Object.values(lines)]);
  const revaluation = add(closing, negate(explained));
  return { month, opening, ...lines, revaluation, closing, hasOpeningPrices: atBegin !== null, unpriced };
}

/** Returns whether a text is a month that has begun. */
export function isMonth(text: string, now: number): boolean {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)) return false;
  return Date.parse(`${text}-01T00:00:00.000Z`) <= now;
}
