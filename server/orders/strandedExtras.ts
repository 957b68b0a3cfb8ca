import { amount, compare, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import { listOpenExtras } from '../db/repositories/deposits.ts';
import { listTrustedPrices } from '../db/repositories/trustedPrices.ts';
import { answerInTime } from '../ports/chain/answerInTime.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { instrumentOf, networkOf } from './context.ts';
import { extraAddresses } from './extraDeposits.ts';
import type { OperatorContext } from './operator.ts';

/** A network that says nothing for so long is not waited for. */
const PATIENCE_MS = 5_000;

/** What came besides an order, in one coin, and goes nowhere by itself. */
export interface StrandedExtra {
  orderId: string;
  network: string;
  /** On another network than the order's */
  isElsewhere: boolean;
  instrument: string;
  total: Decimal;
  count: number;
  /** When the first had its confirmations */
  since: number;
}

/**
 * Money that came besides and has no address to go back to (D6), longest waiting first: the customer, or an operator, names
 * one. `crumbs` counts the payments that are not in it, because the fee would eat each of them now: anybody can send thousands.
 */
export async function listStrandedExtras(context: OperatorContext): Promise<{ extras: StrandedExtra[]; crumbs: number }> {
  const open = (await listOpenExtras(context.database)).filter(
    ({ order_refund_address: refund_address, ...coin }) => extraAddresses(context, { ...coin, refund_address })(coin) === null,
  );
  const fees = await transferFees(context, new Set(open.map(({ instrument }) => instrument)));
  const extras: StrandedExtra[] = [];
  let crumbs = 0;
  for (const { order_id: orderId, network, network_from, instrument, payments } of open) {
    const fee = fees.get(instrument) ?? '0';
    const worthy = payments.filter((payment) => compare(payment.amount, fee) > 0);
    crumbs += payments.length - worthy.length;
    if (worthy.length === 0) continue;
    const since = worthy.reduce((first, { bookedAt }) => Math.min(first, bookedAt), Infinity);
    const total = sum(worthy.map((payment) => payment.amount));
    const isElsewhere = network !== network_from;
    extras.push({ orderId, network, isElsewhere, instrument, total, count: worthy.length, since });
  }
  return { extras: extras.toSorted((one, other) => one.since - other.since), crumbs };
}

/** What one transfer of each costs now, in the coin itself; those of which nobody knows it are left out. */
export async function transferFees(
  context: OperatorContext,
  instruments: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Decimal>> {
  const prices = new Map((await listTrustedPrices(context.database)).map(({ symbol, price }) => [symbol, price]));
  const priceOf = (slug: string) => prices.get(instrumentOf(context, slug).marketSymbol);
  const fees = new Map<string, Decimal>();
  const ask = async (instrument: string): Promise<void> => {
    const gateway = context.gateways.get(networkOf(context, instrument).slug);
    if (!gateway) return;
    try {
      const fee = await answerInTime(gateway.estimateFee(instrument), PATIENCE_MS);
      const [price, feePrice] = [priceOf(instrument), priceOf(fee.instrumentSlug)];
      if (fee.instrumentSlug === instrument) fees.set(instrument, fee.amount);
      else if (price !== undefined && feePrice !== undefined) {
        fees.set(instrument, toDecimal(amount(fee.amount).times(amount(feePrice)).div(amount(price))));
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
    }
  };
  await Promise.all([...instruments].map(ask));
  return fees;
}
