import { add, compare, type Decimal } from '../../contract/money.ts';
import { listOpenExtras, type OpenExtra } from '../db/repositories/unresolved.ts';
import { extraRefundAddress } from '../orders/lifecycle/extraDeposits.ts';
import type { OperatorContext } from './operator.ts';
import { pagesOf, type Reading } from './pagesOf.ts';
import type { TransferFees } from './transferFees.ts';

/** What came besides an order, in one coin, and goes nowhere by itself. */
export interface ExtraWithoutAddress {
  orderId: string;
  network: string;
  /** On another network than the order's */
  isOtherNetwork: boolean;
  instrument: string;
  total: Decimal;
  count: number;
  /** When the first had its confirmations */
  since: number;
}

/** What one order has of it, coin by coin, as far as it was read. */
interface OfOrder {
  orderId: string;
  addressOf: ReturnType<typeof extraRefundAddress>;
  extras: Map<string, ExtraWithoutAddress>;
}

/**
 * Money that came besides and has no address to go back to (D6), order by order: the customer, or an operator, names one.
 * `crumbs` counts the payments that are not in it, because the fee would eat each of them now: anybody can send thousands.
 */
export async function* readExtrasWithoutAddress(
  context: OperatorContext,
  reading: Reading,
  transferFees: TransferFees,
): AsyncGenerator<{ extras: ExtraWithoutAddress[]; crumbs: number }> {
  let current: OfOrder | undefined;
  for await (const page of pagesOf<OpenExtra>(reading, (one) => listOpenExtras(context.database, one))) {
    const fees = await transferFees(page.map(({ instrument }) => instrument));
    const extras: ExtraWithoutAddress[] = [];
    let crumbs = 0;
    for (const payment of page) {
      const orderId = payment.order_id ?? '';
      if (current?.orderId !== orderId) {
        extras.push(...(current?.extras.values() ?? []));
        const order = { network_from: payment.network_from, refund_address: payment.order_refund_address };
        current = { orderId, addressOf: extraRefundAddress(context, order), extras: new Map() };
      }
      if (current.addressOf({ ...payment, refund_address: null }) !== null) continue;
      if (compare(payment.amount, fees.get(payment.instrument) ?? '0') > 0) count(current, payment);
      else crumbs += 1;
    }
    yield { extras, crumbs };
  }
  yield { extras: [...(current?.extras.values() ?? [])], crumbs: 0 };
}

function count({ orderId, extras }: OfOrder, payment: OpenExtra): void {
  const { network, instrument, network_from } = payment;
  const bookedAt = payment.booked_at ?? Infinity;
  const coin = `${network} ${instrument}`;
  const known = extras.get(coin) ?? {
    orderId,
    network,
    isOtherNetwork: network !== network_from,
    instrument,
    total: '0',
    count: 0,
    since: bookedAt,
  };
  extras.set(coin, {
    ...known,
    total: add(known.total, payment.amount),
    count: known.count + 1,
    since: Math.min(known.since, bookedAt),
  });
}
