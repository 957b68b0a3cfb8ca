import type { Order } from '../api/orders.ts';

/** Returns whether data that the host has pushed are the state of an order. Clients handle other fields as optional. */
export function isOrder(data: unknown, orderId: string): data is Order {
  if (typeof data !== 'object' || data === null) return false;
  const fields = new Map<string, unknown>(Object.entries(data));
  const hasLists = ['orderEvents', 'deposits', 'refunds', 'withdrawals'].every((name) => Array.isArray(fields.get(name)));
  return fields.get('orderId') === orderId && hasLists && fields.has('pair');
}
