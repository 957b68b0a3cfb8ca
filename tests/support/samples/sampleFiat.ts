import type { FiatTerms } from '../../../contract/api/fiat.ts';
import type { PairData, RateInput } from '../../../contract/api/rates.ts';
import { CARD_PURCHASES_FEATURE } from '../../../contract/features.ts';
import { amount, round, toDecimal } from '../../../contract/money.ts';
import { WORKING_HOST } from '../browser/exchangeStores.ts';
import type { Answers } from '../browser/fakePlatform.ts';
import { sampleAccount } from './sampleAccount.ts';
import { sampleInstrument } from './sampleInstruments.ts';
import { samplePairData } from './samplePairData.ts';

/** A provider with a threshold of 700 USD, of which nothing is used. */
export const SAMPLE_TERMS: FiatTerms = {
  provider: 'mercuryo',
  providerName: 'Mercuryo',
  termsUrl: 'https://mercuryo.example/terms',
  termsVersion: '2026-01',
  supportEmail: 'support@mercuryo.example',
  origins: ['https://exchange.mercuryo.example', 'https://kyc.mercuryo.example'],
  currencies: [
    {
      slug: 'usd',
      currencyTitle: 'USD',
      minAmount: '30',
      maxAmount: '12000',
      noKycThreshold: '700',
      used: '0',
    },
  ],
  coins: ['btc'],
  countries: [],
  isVerified: false,
  isSandbox: false,
};

const PRICE = amount('80000');

/** The quote of a purchase: 80,000 USD for 1 BTC, of which 5 % are fees. */
export function purchaseQuote({ claimedDepositAmount }: RateInput): PairData {
  const paid = amount(claimedDepositAmount);
  const fee = round(paid.times(amount('0.04')), 2, 'up').toFixed(2);
  return {
    ...samplePairData(),
    instrumentFrom: sampleInstrument('usd'),
    instrumentTo: sampleInstrument('btc'),
    rateMode: 'FLOATING',
    amountToGive: claimedDepositAmount,
    amountToGet: toDecimal(round(paid.times(amount('0.95')).div(PRICE), 8, 'down')),
    price: '0.000011875',
    marketLeftPrice: '0.0000125',
    marketRightPrice: '0.0000125',
    generalMinAmount: '30',
    generalMaxAmount: '12000',
    marketMinAmount: '30',
    depositRules: { minAmount: '30', maxAmount: null },
    noKycThreshold: '700',
    fiat: {
      provider: 'mercuryo',
      providerName: 'Mercuryo',
      fees: [
        { kind: 'PROVIDER', amount: fee },
        { kind: 'SERVICE', amount: '1.00' },
        { kind: 'NETWORK', amount: '1.76' },
      ],
      isVerificationNeeded: false,
    },
  };
}

/** A host that sells coins for money, with a signed-in customer. */
export const CARD_HOST = {
  ...WORKING_HOST,
  'service.health': () => ({
    status: 'OK',
    host: {
      features: ['quote-id', 'order-token', 'subscription-id', 'accounts', CARD_PURCHASES_FEATURE],
      sandbox: true,
      brand: 'Test',
    },
  }),
  'instruments.list': () => [...WORKING_HOST['instruments.list'](), sampleInstrument('usd')],
  'rates.one': (input: RateInput) => (input.exchangeType === 'fiat' ? purchaseQuote(input) : WORKING_HOST['rates.one'](input)),
  'fiat.terms': () => SAMPLE_TERMS,
  'fiat.contacts': () => ({ emailStatus: 'confirmed' }),
  'fiat.signUp': () => ({}),
  'fiat.signIn': () => ({ bearerToken: 'handle' }),
  'fiat.kycStatus': () => ({ features: [{ feature: 'crypto', status: 'complete' }] }),
  'fiat.kycAccessToken': () => ({
    kycAccessToken: 'access',
    applicantId: 'applicant',
    redirectUrl: 'https://kyc.mercuryo.example/kyc?access_token=access',
  }),
  'users.accountData': () => sampleAccount,
} satisfies Answers;
