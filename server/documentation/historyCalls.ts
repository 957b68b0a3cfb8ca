import type { historyRoutes } from '../../contract/api/history.ts';
import { NO_TOKEN, orderToken, UNKNOWN_ORDER } from './orderCalls.ts';
import type { CallDescription } from './call.ts';

/** Descriptions of the calls for the orders of a customer. */
export const historyCalls: Record<keyof typeof historyRoutes, CallDescription> = {
  'orders.history': {
    operationId: 'listOrders',
    summary: 'List the customer’s orders',
    description:
      'Returns the orders of the signed-in customer, or with a signature those that were created with the customer’s API keys, newest first, 20 on a page. `state`, `coin`, `since` and `until` select orders, and `counts` says how many have each state. `orderIds` and `legacyOrderId` select by id. `search` finds the orders whose id, addresses or transaction hashes begin with a text, and says what matched.',
    session: 'READ',
  },
  'orders.historyTable': {
    operationId: 'getOrderTable',
    summary: 'Save the customer’s orders as CSV',
    description:
      'Returns a CSV file (RFC 4180) of all orders that the filters of `listOrders` select, at most ten files per customer and minute. It has only amounts that were moved, and a cell that a spreadsheet would read as a formula begins with an apostrophe.',
    session: 'READ',
  },
  'orders.claim': {
    operationId: 'claimOrder',
    summary: 'Add a guest’s order to the account',
    description:
      'Adds an order that was created without signing in, and the orders of its later deposits, to the account of the signed-in customer. It needs the order token. The order earns no cashback and counts toward no level. Repeating the call changes nothing.',
    session: 'READ',
    headers: [
      {
        ...orderToken,
        description: 'The secret whose SHA-256 was sent as `orderTokenHash` when the order was created.',
        required: true,
      },
    ],
    errors: {
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
      ERR_ORDER_TOKEN_REQUIRED: NO_TOKEN,
      ERR_NOT_ACCEPTABLE: { when: 'The order belongs to another account.', message: 'This order belongs to another account.' },
    },
  },
};
