import { compare, subtract, sum, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listLedgerEntries } from '../../db/repositories/ledger.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { LedgerAccount, OutboxRow } from '../../db/tables/payments.ts';
import { depositsAt } from '../../ports/chain/treasury.ts';
import type { AddressMoney } from '../../payments/sweeps/dueSweep.ts';
import type { OrderContext } from './context.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { isCustomerSend } from '../../payments/outbox/enqueue.ts';

/** Returns what the books say about an order's deposit address. Both are "0" where deposits arrive at the treasury. */
export async function moneyAtDepositAddress(
  context: Pick<OrderContext, 'catalogue' | 'gateways'>,
  executor: Executor,
  order: Pick<OrderRow, 'id' | 'deposit_index'>,
  instrument: string,
): Promise<AddressMoney> {
  const network = networkOf(context, instrument);
  const { slug, nativeInstrument } = network;
  if (depositsAt(context.gateways, network) === 'TREASURY') return { held: '0', owed: '0' };
  const entries = (await listLedgerEntries(executor, order.id)).filter((entry) => entry.instrument === instrument);
  const balanceOf = (account: LedgerAccount): Decimal =>
    sum(entries.filter((entry) => entry.account === account).map((entry) => entry.amount));
  const leaving = (await listOutboxRows(executor, order.id)).filter(
    (send) => send.network === slug && send.from_index === order.deposit_index && isUnbooked(send),
  );
  const spent = spentOn(leaving, instrument, nativeInstrument);
  const customer = balanceOf('CUSTOMER');
  return {
    held: subtract(balanceOf('DEPOSIT_ADDRESSES'), sum(spent)),
    owed: compare(customer, '0') < 0 ? subtract('0', customer) : '0',
  };
}

/**
 * Returns what an order's deposit address holds on its network at least if the books know everything that left it: sends that have not
 * left are still there. "0" where deposits arrive at the treasury.
 */
export async function leastAtDepositAddress(
  context: Pick<OrderContext, 'catalogue' | 'gateways'>,
  executor: Executor,
  order: Pick<OrderRow, 'id' | 'deposit_index'>,
  instrument: string,
): Promise<Decimal> {
  const network = networkOf(context, instrument);
  if (depositsAt(context.gateways, network) === 'TREASURY') return '0';
  const entries = (await listLedgerEntries(executor, order.id)).filter((entry) => entry.instrument === instrument);
  const booked = entries.filter(({ account }) => account === 'DEPOSIT_ADDRESSES').map((entry) => entry.amount);
  const left = (await listOutboxRows(executor, order.id)).filter(
    (send) => send.network === network.slug && send.from_index === order.deposit_index && send.state === 'SENT',
  );
  return subtract(sum(booked), sum(spentOn(left, instrument, network.nativeInstrument)));
}

function spentOn(sends: readonly OutboxRow[], instrument: string, nativeInstrument: string): Decimal[] {
  return sends.flatMap((send) => [
    ...(send.instrument === instrument ? [send.amount] : []),
    ...(instrument === nativeInstrument && send.fee_limit !== null ? [send.fee_limit] : []),
  ]);
}

/** Whether a send may still be booked. A failed sweep is planned again as another one; a failed refund is retried. */
function isUnbooked({ state, kind }: OutboxRow): boolean {
  return state !== 'CONFIRMED' && state !== 'CANCELLED' && !(state === 'FAILED' && !isCustomerSend(kind));
}
