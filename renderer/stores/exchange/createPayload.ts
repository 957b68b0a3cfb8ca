import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { claimedRate } from '../../../contract/claimedRate.ts';
import type { DeliveryStore } from './DeliveryStore.ts';

export interface Visit {
  referrerId: string | null;
  utmData: Record<string, string>;
}

/** Returns the payload of order creation (§3) from the shown pair data. Additive fields are sent only to hosts that support them. */
export function createPayload(
  pair: PairData,
  delivery: DeliveryStore,
  visit: Visit & { email: string },
  sendsQuoteId: boolean,
): CreateOrderInput {
  const { destination, refund } = delivery;
  const { email } = visit;
  const { instrumentFrom, instrumentTo } = pair;
  return {
    ...claimedRate(pair),
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
