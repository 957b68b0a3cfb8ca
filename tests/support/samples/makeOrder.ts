import { vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { claimedRate } from '../../../contract/claimedRate.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { OrderEventKind, RateMode } from '../../../contract/order.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import { CHAIN_PATIENCE_MS } from '../chainPatience.ts';
import type { OrderReference } from '../browser/orderPage.ts';
import type { SiteApi } from '../browser/siteApi.ts';

interface Exchange {
  from: string;
  to: string;
  /** Decimal, in `from` */
  amount: Decimal;
  rateMode: RateMode;
}

interface Delivery {
  destinationAddress: string;
  refundAddress?: string;
  referrerId?: string;
}

/** Creates an order through the API, without a page. Its token is not stored. */
export async function makeOrder(api: SiteApi, { from, to, amount, rateMode, ...delivery }: Exchange & Delivery): Promise<Order> {
  return await makeQuotedOrder(api, await quoteExchange(api, { from, to, amount, rateMode }), delivery);
}

/** Returns the quote of an exchange. */
export async function quoteExchange(api: SiteApi, { from, to, amount, rateMode }: Exchange): Promise<PairData> {
  return await api.call('rates.one', {
    instrumentFromSlug: from,
    instrumentToSlug: to,
    rateMode,
    exchangeType: 'crypto',
    claimedDepositAmount: amount,
  });
}

/** Creates an order of a quote. */
export async function makeQuotedOrder(api: SiteApi, pair: PairData, delivery: Delivery): Promise<Order> {
  return await api.call('orders.create', {
    ...claimedRate(pair),
    ...delivery,
    ...(pair.quoteId !== undefined && { quoteId: pair.quoteId }),
  });
}

/** Waits until an order has an event of this kind, and returns the order. */
export async function untilEvent(
  api: SiteApi,
  { orderId, destinationAddress }: OrderReference,
  kind: OrderEventKind,
): Promise<Order> {
  return await vi.waitFor(
    async () => {
      const order = await api.call('orders.publicInfo', { orderId, destinationAddress });
      const kinds = order.orderEvents.map((event) => event.kind);
      if (!kinds.includes(kind)) throw new Error(`Order ${orderId} is at ${kinds.join(', ')}, not at ${kind}`);
      return order;
    },
    { timeout: CHAIN_PATIENCE_MS, interval: 250 },
  );
}

/** Returns the path of an order's page. */
export const orderPath = ({ orderId, destinationAddress }: OrderReference): string =>
  `/order/${orderId}?destinationAddress=${encodeURIComponent(destinationAddress)}`;
