import { add, amount, toDecimal, type Decimal } from '../../contract/money.ts';
import { withTimeout } from '../../contract/withTimeout.ts';
import { listTrustedPrices } from '../db/repositories/marketPrices.ts';
import type { TransferFees } from '../db/repositories/unresolved.ts';
import { instrumentOf, networkOf } from '../instruments/lookup.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import type { OperatorContext } from './operatorContext.ts';

const TIMEOUT_MS = 5_000;
const tooSlow = () => new ChainUnavailableError('the network did not answer in time');

/**
 * Returns what one transfer of each instrument takes, in the instrument itself: its network fee, and the least that arrives at the address
 * that takes least (D78). An instrument is left out when its network
 * does not answer, or when a price for the conversion is missing.
 */
export async function estimateTransferFees(context: OperatorContext, instruments: readonly string[]): Promise<TransferFees> {
  const prices = new Map((await listTrustedPrices(context.database)).map(({ symbol, price }) => [symbol, price]));
  const priceOf = (slug: string) => prices.get(instrumentOf(context, slug).marketSymbol);
  const estimate = async (instrument: string): Promise<[string, Decimal][]> => {
    const gateway = context.gateways.get(networkOf(context, instrument).slug);
    if (!gateway) return [];
    try {
      const fee = await withTimeout(gateway.estimateFee(instrument), TIMEOUT_MS, tooSlow);
      const least = (await gateway.leastPayment?.(instrument, null)) ?? '0';
      if (fee.instrumentSlug === instrument) return [[instrument, add(fee.amount, least)]];
      const [price, feePrice] = [priceOf(instrument), priceOf(fee.instrumentSlug)];
      if (price === undefined || feePrice === undefined) return [];
      return [[instrument, add(toDecimal(amount(fee.amount).times(amount(feePrice)).div(amount(price))), least)]];
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      return [];
    }
  };
  return new Map((await Promise.all(instruments.map(estimate))).flat());
}
