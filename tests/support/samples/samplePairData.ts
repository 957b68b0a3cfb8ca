import type { PairData } from '../../../contract/api/rates.ts';
import { sampleInstrument } from './sampleInstruments.ts';

/** A quote of BTC for USDT on TRON, as a host sends it at 14:02. */
export function samplePairData(changes: Partial<PairData> = {}): PairData {
  return {
    quoteId: 'quoteAAAAAAAAAAAAAAAAA',
    instrumentFrom: sampleInstrument('btc'),
    instrumentTo: sampleInstrument('usdttrc20'),
    liquidityProviderPublicCode: 'desk',
    amountToGive: '0.05',
    amountToGet: '3483.862',
    claimedDepositAmount: '0.05',
    rateMode: 'FIXED',
    price: '69716.04',
    marketLeftPrice: '70050.1',
    marketRightPrice: '70080.3',
    marketMinAmount: '0.0002',
    generalMinAmount: '0.0009',
    generalMaxAmount: '0.7',
    depositRules: { minAmount: '0.0001', maxAmount: null },
    quotes: { buyQuote: { quoteValue: '1' }, sellQuote: { quoteValue: '70065.2' } },
    finalNetworkFeeAmount: '1.94',
    platformFee_Absolute: '17.5',
    updatedAt: '2026-11-20T14:02:00.000Z',
    validUntil: '2026-11-20T14:02:30.000Z',
    ckm: 'D',
    noKycThreshold: null,
    ...changes,
  };
}
