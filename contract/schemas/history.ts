import Type, { type Static } from 'typebox';
import { Address, closed, nullable, OrderId, Slug, Timestamp } from './common.ts';
import { OrderSchema } from './orders.ts';

/** The orders of a customer (§7, Orders; D3, D60). */

export const HISTORY_STATES = ['open', 'completed', 'refunded', 'expired'] as const;
const State = Type.Enum(HISTORY_STATES);
/** A host counts up to this number. */
export const MAX_COUNTED = 1_000;
const Cursor = Type.String({ pattern: '^[0-9]{1,15}\\.[A-Za-z0-9_-]{22}$' });

const filters = {
  state: Type.Optional(
    Type.Enum([...HISTORY_STATES, 'ended'] as const, {
      description: '`open`: the order is not finished. `ended`: all others. Default: all orders',
    }),
  ),
  coin: Type.Optional({ ...Slug, description: 'The slug of the coin that was sent or received' }),
  since: Type.Optional({ ...Timestamp, description: 'Created at this time or later' }),
  until: Type.Optional({ ...Timestamp, description: 'Created before this time' }),
};

export const HistoryQuery = Type.Object({
  ...filters,
  search: Type.Optional(
    Type.String({
      minLength: 4,
      maxLength: 256,
      description:
        'The beginning of an order’s id, of one of its addresses, or with 6 characters of a transaction hash. Other filters then have no effect',
    }),
  ),
  orderIds: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{22}(?:,[A-Za-z0-9_-]{22}){0,49}$',
      description: 'Up to 50 ids, separated by commas: only those that are the customer’s. Other filters then have no effect',
    }),
  ),
  legacyOrderId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Your own id, as it was sent when the order was created. Other filters then have no effect',
    }),
  ),
  cursor: Type.Optional({ ...Cursor, description: '`nextCursor` of the page before' }),
  limit: Type.Optional(
    Type.String({ pattern: '^(?:[1-9]|[1-4][0-9]|50)$', description: 'Orders of a page: 1 to 50. Default: 20' }),
  ),
});
export type HistoryInput = Static<typeof HistoryQuery>;
/** A file has all selected orders. */
export const HistoryTableQuery = Type.Omit(HistoryQuery, ['cursor', 'limit']);
export type HistoryTableInput = Static<typeof HistoryTableQuery>;

export const HISTORY_MATCHES = [
  'ORDER_ID',
  'DESTINATION',
  'REFUND_ADDRESS',
  'DEPOSIT_ADDRESS',
  'DEPOSIT_HASH',
  'PAYOUT_HASH',
  'REFUND_HASH',
] as const;

export const HistoryEntrySchema = Type.Object(
  {
    /** Without its signed documents, which the call for one order returns. */
    order: Type.Omit(OrderSchema, ['guarantee', 'receipt']),
    state: State,
    source: Type.Enum(['SESSION', 'API_KEY', 'CLAIMED'] as const, {
      description:
        'SESSION: created while signed in. API_KEY: created with an API key. CLAIMED: added later with the order token',
    }),
    match: nullable(
      Type.Object(
        { field: Type.Enum(HISTORY_MATCHES), text: Type.String() },
        { description: 'What the search found; null: no search' },
      ),
    ),
  },
  { title: 'HistoryEntry' },
);

export const HistoryResponse = Type.Object(
  {
    /** Newest first. */
    entries: Type.Array(HistoryEntrySchema),
    nextCursor: nullable({ ...Cursor, description: 'For the next page; null: this is the last one' }),
    counts: nullable(
      Type.Array(
        Type.Object({
          state: State,
          count: Type.Integer({ minimum: 0, maximum: MAX_COUNTED }),
          hasMore: Type.Boolean({ description: 'There are more than `count`' }),
        }),
        {
          description:
            'How many orders have each state, with the filters for coin and time; null on later pages and for a search',
        },
      ),
    ),
  },
  { title: 'History' },
);
export type OrderHistory = Static<typeof HistoryResponse>;
export type HistoryEntry = Static<typeof HistoryEntrySchema>;

/** Adds an order of a guest to the account. */
export const ClaimOrderBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address },
  { ...closed, title: 'OrderToClaim' },
);
export type ClaimOrderInput = Static<typeof ClaimOrderBody>;
