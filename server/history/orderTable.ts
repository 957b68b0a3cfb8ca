import { BYTE_ORDER_MARK, csvLine } from '../../contract/tables/csv.ts';
import { sum } from '../../contract/money.ts';
import { ORDER_TABLE_HEADER, orderTableCells, type OrderTableRow } from '../../contract/tables/orderTable.ts';
import type { FiatPurchase } from '../../contract/schemas/fiat.ts';
import type { HistoryEntry, HistoryInput, HistoryTableInput, OrderHistory } from '../../contract/schemas/history.ts';

const ROWS_AT_ONCE = '50';

/**
 * Returns all entries that the input selects, newest first, as the parts of a CSV file (RFC 4180). `list` reads a page. The first page
 * is read before this resolves, so that an error of the input is thrown here.
 */
export async function writeOrderTable(
  list: (input: HistoryInput) => Promise<OrderHistory>,
  filters: HistoryTableInput,
): Promise<AsyncIterable<string>> {
  const read = async (cursor: string | null): Promise<OrderHistory> =>
    await list({ ...filters, limit: ROWS_AT_ONCE, ...(cursor !== null && { cursor }) });
  const first = await read(null);
  return (async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(ORDER_TABLE_HEADER);
    for (let page: OrderHistory | null = first; page !== null;) {
      yield page.entries.map((entry) => csvLine(orderTableCells(rowOf(entry)))).join('');
      page = page.nextCursor === null ? null : await read(page.nextCursor);
    }
  })();
}

function rowOf({ order, state }: HistoryEntry): OrderTableRow {
  const { instrumentFrom, instrumentTo } = order.pair;
  const [payout] = order.withdrawals;
  const deposits = order.deposits.filter(({ isExtra }) => isExtra !== true);
  const refunds = order.refunds.filter(({ isExtra }) => isExtra !== true);
  return {
    created: order.createdAt,
    order: order.orderId,
    state,
    rate: order.rateMode,
    amount_from: order.fiat ? takenOf(order.fiat) : totalOf(deposits),
    currency_from: instrumentFrom.currencyTitle,
    network_from: instrumentFrom.networkTitle,
    amount_to: payout ? (payout.arrivedAmount ?? payout.amount) : '',
    currency_to: instrumentTo.currencyTitle,
    network_to: instrumentTo.networkTitle,
    amount_refunded: order.fiat ? returnedOf(order.fiat) : totalOf(refunds),
    address: order.destinationAddress,
  };
}

const totalOf = (amounts: readonly { amount: string }[]): string =>
  amounts.length === 0 ? '' : sum(amounts.map(({ amount }) => amount));

/** What a card was charged for a purchase. Money that is only held is not counted yet. */
const takenOf = ({ wasHeld, stage, amount }: FiatPurchase): string => (wasHeld && stage !== 'VERIFYING' ? amount : '');

const returnedOf = ({ wasHeld, stage, amount }: FiatPurchase): string =>
  wasHeld && (stage === 'CANCELLED' || stage === 'DECLINED') ? amount : '';
