import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import type { Search } from '../../../contract/console/search.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { findUser, findUserByEmail } from '../../db/repositories/accounts/users.ts';
import { findPurchasesByWords } from '../../db/repositories/fiat/cardPurchases.ts';
import {
  depositsByHash,
  ordersById,
  ordersByText,
  ordersOfCustomer,
  paymentsByHash,
  withdrawalsByAddress,
  withdrawalsById,
  type OrderLineRow,
  type SearchedColumn,
} from '../../db/repositories/operator/search.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { presentLine } from './orderLine.ts';

type Match = Search['orders'][number]['matches'][number];

const COLUMNS: readonly (readonly [SearchedColumn, Match])[] = [
  ['destination_address', 'DESTINATION'],
  ['refund_address', 'REFUND_ADDRESS'],
  ['deposit_address', 'DEPOSIT_ADDRESS'],
  ['user_email', 'EMAIL'],
];
const MOST_PURCHASES = 20;
/** Nobody has a larger number, and no database would accept it. */
const CUSTOMER_NUMBER = /^[1-9]\d{0,8}$/;

/**
 * Finds orders, withdrawals, card purchases, customers and unattributed deposits by an id, an address, a transaction hash, an e-mail or a customer
 * number. The id of a payment, such as PAYOUT:…, finds its order. Upper and lower case don't matter, except in ids.
 */
export async function search(
  { database }: Pick<OperatorContext, 'database'>,
  scopes: readonly OperatorScope[],
  text: string,
): Promise<Search> {
  const words = text.trim();
  const ids = [words, ...words.split(':').slice(1)];
  const found = new Map<string, { row: OrderLineRow; matches: Set<Match> }>();
  const add = (match: Match, rows: readonly OrderLineRow[]): void => {
    for (const row of rows) {
      const known = found.get(row.id) ?? { row, matches: new Set() };
      found.set(row.id, known);
      known.matches.add(match);
    }
  };

  add('ID', await ordersById(database, ids).execute());
  for (const [column, match] of COLUMNS) add(match, await ordersByText(database, column, words).execute());
  const deposits = await depositsByHash(database, words).execute();
  add('DEPOSIT', await ordersById(database, idsOf(deposits)).execute());
  const payments = await paymentsByHash(database, words).execute();
  add('PAYMENT', await ordersById(database, idsOf(payments)).execute());

  const customer = CUSTOMER_NUMBER.test(words)
    ? await findUser(database, Number(words))
    : await findUserByEmail(database, words.toLowerCase());
  const isShown = customer !== undefined && scopes.includes('customers');
  if (isShown) add('CUSTOMER', await ordersOfCustomer(database, customer.id).execute());

  const paid = payments.flatMap(({ withdrawal_id: id }) => id ?? []);
  const withdrawals = [
    ...(await withdrawalsById(database, [...ids, ...paid]).execute()),
    ...(await withdrawalsByAddress(database, words).execute()),
  ];
  const purchases = await findPurchasesByWords(database, { ids, words }, MOST_PURCHASES);
  return {
    orders: [...found.values()].map(({ row, matches }) => ({ order: presentLine(row), matches: [...matches] })),
    withdrawals: [...new Map(withdrawals.map((row) => [row.id, row])).values()].map(({ id, user_id, created_at }) => ({
      withdrawalId: id,
      customerId: user_id,
      createdAt: isoTime(Number(created_at)),
    })),
    purchases: purchases.map(({ id, user_id, created_at }) => ({
      purchaseId: id,
      customerId: user_id,
      createdAt: isoTime(created_at),
    })),
    customers: isShown ? [{ customerId: customer.id, email: customer.email }] : [],
    deposits: deposits
      .filter(({ order_id }) => order_id === null)
      .map(({ tx_hash, transfer_index, ...deposit }) => ({
        transfer: `${tx_hash}#${transfer_index}`,
        network: deposit.network,
        instrument: deposit.instrument,
        amount: deposit.amount,
      })),
  };
}

/** An empty list would be invalid SQL in a condition. */
const idsOf = (rows: readonly { order_id: string | null }[]): string[] => ['', ...rows.flatMap(({ order_id: id }) => id ?? [])];
