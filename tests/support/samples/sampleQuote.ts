import type { PairData } from '../../../contract/api/rates.ts';
import { amount, roundToDecimal } from '../../../contract/money.ts';
import { sampleInstrument } from './sampleInstruments.ts';

/** BTC to USDT as a host prices it: 70,000 less half a percent, 1.9 USDT for the network. The amounts follow each other. */
export function sampleQuote(changes: Partial<PairData> = {}): PairData {
  const amountToGive = changes.amountToGive ?? '0.05';
  const price = changes.price ?? '69650';
  const fee = changes.finalNetworkFeeAmount ?? '1.9';
  return {
    quoteId: 'AAAAAAAAAAAAAAAAAAAAAA',
    instrumentFrom: sampleInstrument('btc'),
    instrumentTo: sampleInstrument('usdttrc20'),
    liquidityProviderPublicCode: 'desk',
    amountToGive,
    amountToGet: roundToDecimal(amount(amountToGive).times(amount(price)).minus(amount(fee)), 6, 'down'),
    claimedDepositAmount: amountToGive,
    rateMode: 'FLOATING',
    price,
    marketLeftPrice: '69990',
    marketRightPrice: '70010',
    marketMinAmount: '0.0001',
    generalMinAmount: '0.0009',
    generalMaxAmount: '4.2',
    depositRules: { minAmount: '0.0001', maxAmount: null },
    quotes: { buyQuote: { quoteValue: '1' }, sellQuote: { quoteValue: '70000' } },
    finalNetworkFeeAmount: fee,
    platformFee_Absolute: '17.5',
    updatedAt: '2026-11-20T12:00:00.000Z',
    validUntil: '2026-11-20T12:00:30.000Z',
    ckm: 'D',
    ...changes,
  };
}
