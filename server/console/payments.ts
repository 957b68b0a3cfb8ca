import type { ConsolePayment, Payments, PaymentsInput } from '../../contract/console/orders.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { sum, type Decimal } from '../../contract/money.ts';
import { listOpenPaymentValues, listPayments, OPEN_STATES } from '../db/repositories/operator/openPayments.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { ConsoleContext } from './context.ts';

const PAGE = 50;
/** What has not left */
const WAITING = OPEN_STATES.filter((state) => state !== 'SENT');

/** Returns a page of the payments to customers in a state, and the sums of all that are not confirmed. */
export async function readPayments(
  context: ConsoleContext,
  { state = 'WAITING', network, page = '1' }: PaymentsInput,
): Promise<Payments> {
  const { database, gateways } = context;
  const networks = network === undefined ? [...gateways.keys()] : [network];
  const states = state === 'WAITING' ? WAITING : [state];
  const rows = await listPayments(database, { networks, states, limit: PAGE + 1, offset: (Number(page) - 1) * PAGE });
  const values = await listOpenPaymentValues(database, networks);
  const groups = Map.groupBy(values, (one) => `${one.network} ${one.state}`);
  return {
    totals: [...groups.values()].flatMap((some) => {
      const [first] = some;
      return first ? [{ network: first.network, state: first.state, count: some.length, usdValue: usdOf(some) }] : [];
    }),
    payments: rows.slice(0, PAGE).map((row) => presentPayment(context, row)),
    nextPage: rows.length > PAGE ? Number(page) + 1 : null,
  };
}

/** Returns the sum of the values that are known. */
export const usdOf = (rows: readonly Pick<OutboxRow, 'usd_value'>[]): Decimal => sum(rows.map((row) => row.usd_value ?? '0'));

export function presentPayment({ gateways }: Pick<ConsoleContext, 'gateways'>, row: OutboxRow): ConsolePayment {
  return {
    sendId: row.id,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    orderId: row.order_id,
    withdrawalId: row.withdrawal_id,
    network: row.network,
    instrument: row.instrument,
    amount: row.amount,
    usdValue: row.usd_value,
    address: row.to_address,
    memo: row.memo,
    txHash: row.tx_hash,
    explorerUrl: row.tx_hash === null ? null : (gateways.get(row.network)?.transactionUrl(row.tx_hash) ?? null),
    attempts: row.attempts,
    createdAt: isoTime(row.created_at),
    notBefore: timeOrNull(row.not_before || null),
    sentAt: timeOrNull(row.sent_at),
    confirmedAt: timeOrNull(row.confirmed_at),
    arrivedAmount: row.arrived_amount,
    arrivalNote: row.arrival_note,
    isOverridden: row.overridden_at !== null,
  };
}

export const timeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));
