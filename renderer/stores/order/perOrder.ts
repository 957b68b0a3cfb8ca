import type { OrderStore } from './OrderStore.ts';

/**
 * Returns the state of the order on the page. Another order starts with its own state, created by `begin`, which must make it
 * observable. An action gets the state before its call and writes to it after, so a response never affects another order.
 */
export function perOrder<State>(order: Pick<OrderStore, 'orderId'>, begin: (orderId: string | null) => State): () => State {
  let last: { orderId: string | null; state: State } | null = null;
  return () => {
    const { orderId } = order;
    if (last?.orderId !== orderId) last = { orderId, state: begin(orderId) };
    return last.state;
  };
}
