import { amount, compare, toDecimal, type Decimal } from '../../../contract/money.ts';
import { repeat } from '../../common/repeat.ts';
import { listTreasuryBalances } from '../../db/repositories/treasury.ts';
import type { Closures } from '../../instruments/availability.ts';
import type { OrderContext } from '../core/context.ts';
import { availableBalance, ensureFreshBalance } from '../../payments/treasury.ts';

const CHECK_INTERVAL_MS = 15_000;

/** Closes the receiving side of instruments that the treasury cannot pay out (D35), and reopens it after a refill. */
export interface ReserveMonitor extends Closures {
  /**
   * Checks once. `minimumUsd` is the smallest exchange. Only the balances of closed instruments are refreshed, to detect refills;
   * orders refresh the others. Does not reject when a network fails.
   */
  check(context: OrderContext, minimumUsd: Decimal): Promise<void>;
  /** Checks every `CHECK_INTERVAL_MS`. Resolves after the first check. The returned stop function waits for a running check. */
  start(context: OrderContext, limits: { minimumUsd: Decimal }): Promise<() => Promise<void>>;
}

/** An instrument without a known balance stays open: its first order queries the balance. */
export function createReserveMonitor(): ReserveMonitor {
  let lowInstruments: ReadonlySet<string> = new Set();

  const isLow = async (context: OrderContext, instrument: string, minimumUsd: Decimal): Promise<boolean> => {
    const price = context.usdPrice(instrument);
    if (price === null || !amount(price).gt(amount('0'))) return lowInstruments.has(instrument);
    const minimum = toDecimal(amount(minimumUsd).div(amount(price)));
    return compare(await availableBalance(context, context.database, instrument), minimum) < 0;
  };

  const check = async (context: OrderContext, minimumUsd: Decimal): Promise<void> => {
    const low = new Set<string>();
    for (const { instrument } of await listTreasuryBalances(context.database)) {
      if (!context.catalogue.instruments.has(instrument)) continue;
      if (lowInstruments.has(instrument)) await ensureFreshBalance(context, instrument);
      if (await isLow(context, instrument, minimumUsd)) low.add(instrument);
    }
    lowInstruments = low;
  };

  return {
    reasonFor: (slug, _network, side) => (side === 'receive' && lowInstruments.has(slug) ? 'NO_RESERVE' : null),
    check,
    start: async (context, limits) => {
      const onError = (error: unknown) =>
        context.log.error({ err: error }, 'reserves not checked: instruments stay open or closed as before');
      await check(context, limits.minimumUsd).catch(onError);
      return repeat(() => check(context, limits.minimumUsd), { pauseMs: CHECK_INTERVAL_MS, pausesFirst: true, onError });
    },
  };
}
