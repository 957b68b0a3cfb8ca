import type { PairData, RateInput } from '../../contract/api/rates.ts';
import { compare, isDecimal } from '../../contract/money.ts';

type Fields = Record<string, unknown>;

const DECIMALS = [
  'amountToGive',
  'amountToGet',
  'price',
  'marketLeftPrice',
  'marketRightPrice',
  'marketMinAmount',
  'generalMinAmount',
  'generalMaxAmount',
  'finalNetworkFeeAmount',
  'platformFee_Absolute',
] as const;

/** Returns whether the value has all required fields of pair data (§3). */
export function isPairData(value: unknown): value is PairData {
  if (!isFields(value)) return false;
  const { instrumentFrom, instrumentTo, rateMode, depositRules, quotes, updatedAt } = value;
  return (
    DECIMALS.every((field) => isDecimal(value[field])) &&
    isInstrument(instrumentFrom) &&
    isInstrument(instrumentTo) &&
    (rateMode === 'FIXED' || rateMode === 'FLOATING') &&
    isFields(depositRules) &&
    isDecimal(depositRules['minAmount']) &&
    isFields(quotes) &&
    isQuote(quotes['buyQuote']) &&
    isQuote(quotes['sellQuote']) &&
    typeof updatedAt === 'string'
  );
}

/** Returns whether pair data can be the answer to this request. Needed for hosts without subscription ids. */
export function answers(data: PairData, input: RateInput): boolean {
  if (data.instrumentFrom.slug !== input.instrumentFromSlug || data.instrumentTo.slug !== input.instrumentToSlug) return false;
  if (data.rateMode !== input.rateMode) return false;
  const isReceiveSide = input.claimedDepositAmountCurrency === input.instrumentToSlug;
  return isReceiveSide || compare(data.amountToGive, input.claimedDepositAmount) === 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isInstrument(value: unknown): boolean {
  return isFields(value) && typeof value['slug'] === 'string' && typeof value['currencyTitle'] === 'string';
}

function isQuote(value: unknown): boolean {
  return isFields(value) && isDecimal(value['quoteValue']);
}
