import type { Instrument } from './schemas/instruments.ts';
import type { CreateOrderInput } from './schemas/orders.ts';
import type { PairData } from './schemas/rates.ts';

export type ClaimedRate = Pick<
  CreateOrderInput,
  'rateMode' | 'instrumentFrom' | 'instrumentTo' | 'claimedPublicRate' | 'claimedNetworkFee' | 'claimedDepositAmount'
>;

/** Returns the part of a create-order request that repeats the shown pair data (specification §3 "Create order payload"). */
export function claimedRate(pair: PairData): ClaimedRate {
  const { instrumentFrom, instrumentTo, finalNetworkFeeAmount, platformFee_Absolute, price, quotes, updatedAt } = pair;
  return {
    rateMode: pair.rateMode,
    instrumentFrom: reference(instrumentFrom),
    instrumentTo: reference(instrumentTo),
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
  };
}

function reference({ currencyTitle, networkTitle, slug }: Instrument): CreateOrderInput['instrumentFrom'] {
  return { currencyTitle, networkTitle, slug };
}
