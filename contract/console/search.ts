import Type, { type Static } from 'typebox';
import { DecimalText, nullable, Timestamp } from '../schemas/common.ts';

/** Finding orders, withdrawals and customers, and the list of orders. */

export const OrderLineSchema = Type.Object({
  orderId: Type.String(),
  status: Type.String(),
  instrumentFrom: Type.String(),
  networkFrom: Type.String(),
  instrumentTo: Type.String(),
  networkTo: Type.String(),
  claimedAmount: DecimalText,
  amountToGet: DecimalText,
  usdValue: nullable(Type.String({ ...DecimalText, description: 'Of the amount to send, when the order was created' })),
  customerId: nullable(Type.Integer()),
  createdAt: Timestamp,
  endedAt: nullable(Timestamp),
});
export type OrderLine = Static<typeof OrderLineSchema>;

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      'An id of an order, a withdrawal or a card purchase, a number at the card provider, an address, a transaction hash, an e-mail or a customer number',
  }),
});
export type SearchInput = Static<typeof SearchQuery>;

/** Why an order was found */
const Matches = Type.Enum([
  'ID',
  'DESTINATION',
  'REFUND_ADDRESS',
  'DEPOSIT_ADDRESS',
  'EMAIL',
  'DEPOSIT',
  'PAYMENT',
  'CUSTOMER',
] as const);

export const SearchResponse = Type.Object({
  orders: Type.Array(Type.Object({ order: OrderLineSchema, matches: Type.Array(Matches) }), {
    description: 'The newest of each match first; at most 20 of each match',
  }),
  withdrawals: Type.Array(Type.Object({ withdrawalId: Type.String(), customerId: Type.Integer(), createdAt: Timestamp })),
  purchases: Type.Array(Type.Object({ purchaseId: Type.String(), customerId: Type.Integer(), createdAt: Timestamp })),
  customers: Type.Array(Type.Object({ customerId: Type.Integer(), email: nullable(Type.String()) }), {
    description: 'Empty without the scope customers',
  }),
  deposits: Type.Array(
    Type.Object({ transfer: Type.String(), network: Type.String(), instrument: Type.String(), amount: DecimalText }),
    { description: 'Deposits that belong to no order' },
  ),
});
export type Search = Static<typeof SearchResponse>;

export const OrdersQuery = Type.Object({
  status: Type.Optional(Type.String({ maxLength: 40 })),
  instrument: Type.Optional(Type.String({ maxLength: 40, description: 'Sent or received' })),
  network: Type.Optional(Type.String({ maxLength: 40, description: 'Of the sent or the received coin' })),
  from: Type.Optional(Type.String({ ...Timestamp, description: 'Created at this time or later' })),
  to: Type.Optional(Type.String({ ...Timestamp, description: 'Created before this time' })),
  leastUsd: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}$' })),
  mostUsd: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}$' })),
  cursor: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}-[A-Za-z0-9_-]{1,40}$', description: '`nextCursor` of the page before' }),
  ),
});
export type OrdersInput = Static<typeof OrdersQuery>;

export const OrdersResponse = Type.Object({
  orders: Type.Array(OrderLineSchema, { description: 'Newest first' }),
  nextCursor: nullable(Type.String({ description: 'Where to go on, also when the search ended before it found a whole page' })),
});
export type Orders = Static<typeof OrdersResponse>;
