import type { Instrument } from '../../../contract/api/instruments.ts';
import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import type { DeliveryStore } from './DeliveryStore.ts';

export interface Visit {
  referrerId: string | null;
  utmData: Record<string, string>;
}

/** Specification §3 "Create order payload" from the pair data that the customer saw. Additive fields go to hosts that know them. */
export function createPayload(pair: PairData, delivery: DeliveryStore, visit: Visit, sendsQuoteId: boolean): CreateOrderInput {
  const { destination, refund, email } = delivery;
  const { instrumentFrom, instrumentTo, finalNetworkFeeAmount, platformFee_Absolute, price, quotes, updatedAt } = pair;
  return {
    rateMode: pair.rateMode,
    instrumentFrom: reference(instrumentFrom),
    instrumentTo: reference(instrumentTo),
    destinationAddress: destination.text,
    ...(destination.memo !== '' && instrumentTo.requiresMemo && { destinationAddressMemo: destination.memo }),
    ...(refund.text !== '' && { refundAddress: refund.text }),
    ...(refund.text !== '' && refund.memo !== '' && instrumentFrom.requiresMemo && { refundAddressMemo: refund.memo }),
    claimedPublicRate: {
      finalNetworkFeeAmount,
      platformFee_Absolute,
      price,
      quotes,
      updatedAt,
      claimedAmountToReceive: pair.amountToGet,
    },
    claimedNetworkFee: finalNetworkFeeAmount,
    claimedDepositAmount: pair.amountToGive,
    ...(email !== '' && { userEmail: email }),
    ...(visit.referrerId !== null && { referrerId: visit.referrerId }),
    ...(Object.keys(visit.utmData).length > 0 && { utmData: visit.utmData }),
    ...(sendsQuoteId && pair.quoteId !== undefined && { quoteId: pair.quoteId }),
  };
}

function reference({ currencyTitle, networkTitle, slug }: Instrument): CreateOrderInput['instrumentFrom'] {
  return { currencyTitle, networkTitle, slug };
}
