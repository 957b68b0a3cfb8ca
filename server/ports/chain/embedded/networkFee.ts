import { createHash } from 'node:crypto';
import { amount, isPositive, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { ChainUnavailableError } from '../chainGateway.ts';

/** Returns the price of a market symbol in USD; undefined while it is unknown. */
export type UsdPrice = (marketSymbol: string) => Decimal | undefined;

/** Fees change after each slot. */
const SLOT_MS = 30_000;
/** Per mille of the typical fee. */
const LOWEST = 850;
const SPREAD = 300;
const MAX_DECIMALS = 9;

/**
 * Returns the fee of a transfer in the network's native instrument: the catalogue's typical fee, ± 15 %, times `factor`.
 * Throws ChainUnavailableError while the native coin has no price.
 */
export function networkFeeAt(
  network: Network,
  native: CatalogueInstrument,
  usdPrice: UsdPrice,
  now: number,
  factor: Decimal = '1',
): Decimal {
  const price = usdPrice(native.marketSymbol);
  if (price === undefined || !isPositive(price))
    throw new ChainUnavailableError(`no price of ${native.marketSymbol} for the fee`);
  const slot = createHash('sha256')
    .update(`${network.slug}/${Math.floor(now / SLOT_MS)}`)
    .digest();
  const perMille = LOWEST + (slot.readUInt16BE(0) % (SPREAD + 1));
  const usual = amount(network.typicalFeeUsd).times(amount(perMille.toString())).div(amount('1000')).div(amount(price));
  const fee = usual.times(amount(factor));
  return roundToDecimal(fee, Math.min(native.decimals, MAX_DECIMALS), 'up');
}

/** Returns the fee that a payment names. Undefined when it is less than half of the estimate, or more than the address holds. */
export function exactFee(fee: Decimal, estimate: Decimal, available: Decimal): Decimal | undefined {
  const isEnough = amount(fee).times(amount('2')).gte(amount(estimate));
  return isEnough && amount(available).gte(amount(fee)) ? fee : undefined;
}

/**
 * Returns the charged fee in the native instrument: a little less than estimated. An address with less pays what it has, if that
 * is at least half of the estimate (a cheaper, slower transaction). Undefined when the address can't pay.
 */
export function chargedFee(estimate: Decimal, available: Decimal, digest: Uint8Array, decimals: number): Decimal | undefined {
  const perMille = 900 + ((digest[0] ?? 0) % 101);
  const fee = roundToDecimal(amount(estimate).times(amount(perMille.toString())).div(amount('1000')), decimals, 'up');
  if (amount(available).gte(amount(fee))) return fee;
  return amount(available).times(amount('2')).gte(amount(estimate)) ? available : undefined;
}
