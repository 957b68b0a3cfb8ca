import { amount, compare, toDecimal, type Decimal } from '../../../contract/money.ts';
import { repeat } from '../../common/repeat.ts';
import { listTreasuryBalances } from '../../db/repositories/treasury.ts';
import type { Closures } from '../../instruments/availability.ts';
import type { OrderContext } from '../core/context.ts';
import { availableBalance, ensureFreshBalance } from '../core/treasury.ts';

const REVIEW_MS = 15_000;

/** Closes the receiving side of what the treasury can not pay out at all (D35), and opens it when there is some again. */
export interface ReserveMonitor extends Closures {
  /**
   * Looks once. Balances are asked of the networks where orders need them; here only those that are short, so that a
   * refill is seen. `minimumUsd` is the smallest exchange. Never rejects for what a network does.
   */
  review(context: OrderContext, minimumUsd: Decimal): Promise<void>;
  /** Looks every quarter of a minute; resolves after the first time. Gives the stop, which waits for the look at work. */
  start(context: OrderContext, minimumUsd: Decimal): Promise<() => Promise<void>>;
}

/** An instrument whose balance nobody has asked for yet is open: the first order finds out. */
export function createReserveMonitor(): ReserveMonitor {
  let short: ReadonlySet<string> = new Set();

  const isShort = async (context: OrderContext, instrument: string, minimumUsd: Decimal): Promise<boolean> => {
    const price = context.usdPrice(instrument);
    if (price === null || !amount(price).gt(amount('0'))) return short.has(instrument);
    const least = toDecimal(amount(minimumUsd).div(amount(price)));
    return compare(await availableBalance(context.database, instrument, null), least) < 0;
  };

  const review = async (context: OrderContext, minimumUsd: Decimal): Promise<void> => {
    const found = new Set<string>();
    for (const { instrument } of await listTreasuryBalances(context.database)) {
      if (!context.catalogue.instruments.has(instrument)) continue;
      if (short.has(instrument)) await ensureFreshBalance(context, instrument);
      if (await isShort(context, instrument, minimumUsd)) found.add(instrument);
    }
    short = found;
  };

  return {
    reasonFor: (slug, _network, side) => (side === 'receive' && short.has(slug) ? 'NO_RESERVE' : null),
    review,
    start: async (context, minimumUsd) => {
      const onError = (error: unknown) => context.log.error({ err: error }, 'reserves not reviewed');
      await review(context, minimumUsd).catch(onError);
      return repeat(() => review(context, minimumUsd), { pauseMs: REVIEW_MS, pausesFirst: true, onError });
    },
  };
}
