import type { OrderStore } from './OrderStore.ts';

/**
 * State that belongs to the order on the page: another order begins with its own. An action takes it before it asks the
 * host and writes there after, so that an answer never lands on another order's page. `begin` makes it observable.
 */
export function perOrder<State>(order: Pick<OrderStore, 'orderId'>, begin: (orderId: string | null) => State): () => State {
  let last: { orderId: string | null; state: State } | null = null;
  return () => {
    const { orderId } = order;
    if (last?.orderId !== orderId) last = { orderId, state: begin(orderId) };
    return last.state;
  };
}
