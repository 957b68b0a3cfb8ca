import { latePart } from '../../latePart.tsx';

/** The agreed terms and the calculation of what arrives. Sending needs neither. */
export const ORDER_DETAILS = latePart(async () => (await import('./OrderDetails.tsx')).OrderDetails);

/** The orders of later deposits, which few orders have. */
export const LINKED_ORDERS = latePart(async () => (await import('./LinkedOrders.tsx')).LinkedOrders);

/** Loads the code of both. Never rejects: the page works without them. */
export async function loadOrderParts(): Promise<void> {
  await Promise.allSettled([ORDER_DETAILS.load(), LINKED_ORDERS.load()]);
}
