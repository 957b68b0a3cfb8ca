import { amount, toDecimal, type Decimal } from '../../contract/money.ts';
import { withTimeout } from '../../contract/withTimeout.ts';
import { listTrustedPrices } from '../db/repositories/trustedPrices.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { instrumentOf, networkOf } from '../orders/core/context.ts';
import type { OperatorContext } from './operator.ts';

/** A network that says nothing for so long is not waited for … */
const PATIENCE_MS = 5_000;
/** … nor asked again for so long; what it said before stands. */
const SILENT_MS = 60_000;
const KEPT_MS = 10 * 60_000;

/** What one transfer of each coin costs, in the coin itself; those of which nobody ever knew it are left out. */
export type TransferFees = (instruments: Iterable<string>) => Promise<ReadonlyMap<string, Decimal>>;

/** Asks the networks, each now and then. */
export function createTransferFees(context: OperatorContext): TransferFees {
  const known = new Map<string, Decimal>();
  /** Instrument → until when it is not asked for */
  const keptUntil = new Map<string, number>();
  return async (instruments) => {
    const now = context.now();
    const wanted = [...new Set(instruments)].filter((slug) => (keptUntil.get(slug) ?? 0) <= now);
    if (wanted.length > 0) {
      const fees = await askFees(context, wanted);
      for (const slug of wanted) {
        const fee = fees.get(slug);
        if (fee !== undefined) known.set(slug, fee);
        keptUntil.set(slug, now + (fee === undefined ? SILENT_MS : KEPT_MS));
      }
    }
    return known;
  };
}

const tooSlow = () => new ChainUnavailableError('the network takes too long');

async function askFees(context: OperatorContext, instruments: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  const prices = new Map((await listTrustedPrices(context.database)).map(({ symbol, price }) => [symbol, price]));
  const priceOf = (slug: string) => prices.get(instrumentOf(context, slug).marketSymbol);
  const fees = new Map<string, Decimal>();
  const ask = async (instrument: string): Promise<void> => {
    const gateway = context.gateways.get(networkOf(context, instrument).slug);
    if (!gateway) return;
    try {
      const fee = await withTimeout(gateway.estimateFee(instrument), PATIENCE_MS, tooSlow);
      const [price, feePrice] = [priceOf(instrument), priceOf(fee.instrumentSlug)];
      if (fee.instrumentSlug === instrument) fees.set(instrument, fee.amount);
      else if (price !== undefined && feePrice !== undefined) {
        fees.set(instrument, toDecimal(amount(fee.amount).times(amount(feePrice)).div(amount(price))));
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
    }
  };
  await Promise.all(instruments.map(ask));
  return fees;
}
