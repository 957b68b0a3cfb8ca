import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { add, amount, compare, ONE, round, roundToDecimal, subtract, toDecimal, type Decimal } from '../../contract/money.ts';
import type { FiatPurchase } from '../../contract/schemas/fiat.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';
import type { ProviderCoin, ProviderLimits, ProviderOffer, ProviderRate } from '../ports/fiat/fiatProvider.ts';
import type { FiatCurrency } from '../ports/fiat/fiatSettings.ts';
import { PROVIDER, type FiatContext } from './fiatContext.ts';
import { toApiError } from './providerErrors.ts';

const OFFER_MS = 600_000;
const RATE_MS = 5_000;
const MAX_CACHED = 500;
const PRICE_DECIMALS = 16;

/** A pair that can be bought with a card */
export interface CardPair {
  currency: CatalogueInstrument;
  rules: FiatCurrency;
  coin: CatalogueInstrument;
  providerCoin: ProviderCoin;
}

/** Rates and limits of the provider, as the form shows them. */
export type FiatRates = ReturnType<typeof createFiatRates>;

export function createFiatRates(context: FiatContext) {
  const { catalogue, provider, settings, presentInstrument, trustedPrice, now, log } = context;
  const offers = cacheFor<ProviderOffer>(OFFER_MS, now);
  const limits = cacheFor<ProviderLimits>(OFFER_MS, now);
  const rates = cacheFor<ProviderRate>(RATE_MS, now);
  const asked = async <Result>(answer: Promise<Result>): Promise<Result> => {
    try {
      return await answer;
    } catch (error) {
      throw toApiError(error, log);
    }
  };

  const offer = async (): Promise<ProviderOffer> => await asked(offers('', () => provider.offer()));

  /** Throws ERR_NOT_FOUND for an unknown slug, and for money that the provider does not take (D27); ERR_PAIR_NOT_ACTIVE for a coin that it does not sell. */
  const pairOf = async (fromSlug: string, toSlug: string): Promise<CardPair> => {
    const [currency, coin] = [catalogue.instruments.get(fromSlug), catalogue.instruments.get(toSlug)];
    if (!currency || !coin) {
      throw new ApiError('ERR_NOT_FOUND', `There is no instrument ${currency ? toSlug : fromSlug}.`, {
        slug: currency ? toSlug : fromSlug,
      });
    }
    const rules = settings.currencies.find(({ slug }) => slug === fromSlug);
    const { currencies, coins } = await offer();
    if (!rules || !currencies.includes(currency.currencyTitle)) {
      throw new ApiError('ERR_NOT_FOUND', `The card provider does not take ${currency.currencyTitle}.`, { slug: fromSlug });
    }
    const providerCoin = coins.find((one) => one.currencyTitle === coin.currencyTitle && one.networkSlug === coin.network);
    if (providerCoin && coin.type === 'crypto') return { currency, rules, coin, providerCoin };
    throw new ApiError('ERR_PAIR_NOT_ACTIVE', 'The card provider does not sell this pair.', { reason: 'NOT_CONFIGURED' });
  };

  const limitsOf = async ({ currency, providerCoin, coin }: CardPair): Promise<ProviderLimits> =>
    await asked(
      limits(`${currency.slug} ${coin.slug}`, () => provider.limits({ currency: currency.currencyTitle, coin: providerCoin })),
    );

  /** Throws ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL or _TOO_BIG. */
  const checkLimits = ({ least, most }: ProviderLimits, wanted: Decimal, { currency }: CardPair): void => {
    const isSmall = compare(wanted, least) < 0;
    if (!isSmall && compare(wanted, most) <= 0) return;
    const expected = isSmall ? least : most;
    throw new ApiError(
      isSmall ? 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL' : 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG',
      `The ${isSmall ? 'minimum' : 'maximum'} amount to pay is ${expected} ${currency.currencyTitle}.`,
      { expected, instrumentSlug: currency.slug },
    );
  };

  const present = (pair: CardPair, rate: ProviderRate, bounds: ProviderLimits): PairData => {
    const { currency, coin, rules } = pair;
    const fees = feesOf(rate, settings.partnerFeePercent);
    const price = roundToDecimal(ONE.div(amount(rate.rate)), PRICE_DECIMALS, 'down');
    const inCoin = (money: Decimal): Decimal =>
      roundToDecimal(amount(money).div(amount(rate.rate)), coin.precisionDecimals, 'up');
    const service = fees.find(({ kind }) => kind === 'SERVICE')?.amount ?? '0';
    return {
      instrumentFrom: presentInstrument(currency.slug),
      instrumentTo: presentInstrument(coin.slug),
      liquidityProviderPublicCode: PROVIDER.code,
      amountToGive: rate.amount,
      amountToGet: rate.amountToGet,
      claimedDepositAmount: rate.amount,
      rateMode: 'FLOATING',
      price,
      marketLeftPrice: price,
      marketRightPrice: price,
      marketMinAmount: bounds.least,
      generalMinAmount: bounds.least,
      generalMaxAmount: bounds.most,
      fixedMaxAmount: null,
      depositRules: { minAmount: bounds.least, maxAmount: bounds.most },
      quotes: {
        buyQuote: { quoteValue: trustedPrice(coin.slug) ?? '0' },
        sellQuote: { quoteValue: trustedPrice(currency.slug) ?? '0' },
      },
      // The provider's fee contains what the network costs it.
      finalNetworkFeeAmount: '0',
      platformFee_Absolute: inCoin(service),
      updatedAt: isoTime(now()),
      ckm: null,
      noKycThreshold: rules.noKycThreshold,
      fiat: {
        provider: PROVIDER.code,
        providerName: PROVIDER.name,
        fees,
        isVerificationNeeded: rules.noKycThreshold === null || compare(rate.amount, rules.noKycThreshold) > 0,
      },
    };
  };

  return {
    offer,
    pairOf,
    limitsOf,
    checkLimits,
    present,
    /**
     * Returns the pair data of a purchase (§7 rates with `exchangeType=fiat`). The amount is what the card is charged. Throws
     * ERR_NOT_ACCEPTABLE for a fixed rate, ERR_VALIDATION for an amount to receive, ERR_NOT_FOUND, ERR_PAIR_NOT_ACTIVE, the two errors of
     * the bounds, and ERR_SERVICE_UNAVAILABLE.
     */
    quote: async (input: RateInput): Promise<PairData> => {
      if (input.rateMode === 'FIXED') throw new ApiError('ERR_NOT_ACCEPTABLE', 'A card purchase has no fixed rate.');
      const pair = await pairOf(input.instrumentFromSlug, input.instrumentToSlug);
      const typed = input.claimedDepositAmountCurrency;
      if (typed !== undefined && typed !== pair.currency.slug && typed !== pair.currency.currencyTitle) {
        throw new ApiError('ERR_VALIDATION', 'Of a card purchase, name the amount to pay.', {
          field: 'claimedDepositAmountCurrency',
        });
      }
      const wanted = toDecimal(round(amount(input.claimedDepositAmount), pair.currency.precisionDecimals, 'up'));
      const bounds = await limitsOf(pair);
      checkLimits(bounds, wanted, pair);
      const request = { currency: pair.currency.currencyTitle, coin: pair.providerCoin, amount: wanted };
      const rate = await asked(rates(`${pair.currency.slug} ${pair.coin.slug} ${wanted}`, () => provider.rate(request)));
      return present(pair, rate, bounds);
    },
  };
}

/** Splits the provider's fee: our part is agreed in percent of the amount, the rest is the provider's own. In the currency. */
export function feesOf({ amount: charged, fee }: Pick<ProviderRate, 'amount' | 'fee'>, percent: Decimal): FiatPurchase['fees'] {
  const agreed = roundToDecimal(amount(charged).times(amount(percent)).div(amount('100')), 2, 'down');
  const service = compare(agreed, fee) > 0 ? fee : agreed;
  const lines = [
    { kind: 'PROVIDER' as const, amount: subtract(fee, service) },
    { kind: 'SERVICE' as const, amount: service },
  ];
  return lines.filter((line) => compare(add(line.amount, '0'), '0') > 0);
}

/** Returns a function that remembers answers for some time and asks once for equal questions. A failed answer is not remembered. */
function cacheFor<Answer>(keepMs: number, now: () => number) {
  const known = new Map<string, { at: number; answer: Promise<Answer> }>();
  return async (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const found = known.get(key);
    if (found && Math.abs(now() - found.at) < keepMs) return await found.answer;
    if (known.size >= MAX_CACHED) known.clear();
    const entry = { at: now(), answer: ask() };
    known.set(key, entry);
    try {
      return await entry.answer;
    } catch (error) {
      if (known.get(key) === entry) known.delete(key);
      throw error;
    }
  };
}
