import type { PairData } from '../../../contract/api/rates.ts';
import type { OrderDelivery } from '../order/OrderCreationStore.ts';
import type { DeliveryStore } from './DeliveryStore.ts';

/** What a card purchase has in addition: the consent to the provider's terms. */
export type CardPurchase = NonNullable<OrderDelivery['fiat']>;

export interface Visit {
  referrerId: string | null;
  utmData: Record<string, string>;
}

/** Returns what the form adds to the shown pair data in the payload of order creation (§3). Additive fields are sent only to hosts that support them. */
export function createDelivery(
  pair: PairData,
  delivery: DeliveryStore,
  visit: Visit & { email: string },
  sendsQuoteId: boolean,
): OrderDelivery {
  const { destination, refund } = delivery;
  const { email } = visit;
  const { instrumentFrom, instrumentTo } = pair;
  return {
    destinationAddress: destination.text,
    ...(destination.memo !== '' && instrumentTo.requiresMemo && { destinationAddressMemo: destination.memo }),
    ...(refund.text !== '' && { refundAddress: refund.text }),
    ...(refund.text !== '' && refund.memo !== '' && instrumentFrom.requiresMemo && { refundAddressMemo: refund.memo }),
    ...(email !== '' && { userEmail: email }),
    ...(visit.referrerId !== null && { referrerId: visit.referrerId }),
    ...(Object.keys(visit.utmData).length > 0 && { utmData: visit.utmData }),
    ...(sendsQuoteId && pair.quoteId !== undefined && { quoteId: pair.quoteId }),
  };
}

/** Returns the delivery of a card purchase. Its money returns to the card, so it has no refund address. */
export function purchaseDelivery(
  { refundAddress: _, refundAddressMemo: _memo, ...order }: OrderDelivery,
  fiat: CardPurchase,
): OrderDelivery {
  return { ...order, fiat };
}
