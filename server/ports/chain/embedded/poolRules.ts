import { amount, ONE, roundToDecimal, toDecimal, ZERO, type Decimal } from '../../../../contract/money.ts';
import type { Network } from '../../../instruments/catalogue.ts';

/** How the coins of a pooled network's wallet behave. Shares are parts of the fee of a payment with one payee. */
export interface PoolRules {
  /** What one more input costs */
  inputShare: Decimal;
  /** What one more payee costs */
  payeeShare: Decimal;
  /** How many payees a transaction has at most */
  mostPayees: number;
  /** Confirmations after which change can be spent; 0: at once */
  changeLock: number;
}

/** P2WPKH: a payment has 141 vB, an input 68, a payee 31. */
const SEGWIT: PoolRules = { inputShare: '0.482', payeeShare: '0.22', mostPayees: 100, changeLock: 0 };
/** P2PKH: a payment has 226 bytes, an input 148, a payee 34. */
const LEGACY: PoolRules = { inputShare: '0.655', payeeShare: '0.15', mostPayees: 100, changeLock: 0 };

const RULES: ReadonlyMap<string, PoolRules> = new Map([
  ['bitcoin', SEGWIT],
  ['litecoin', SEGWIT],
  ['dogecoin', LEGACY],
  ['dash', LEGACY],
  ['bitcoincash', LEGACY],
  // ZIP-317: the fee counts inputs or payees, and the first two are one price.
  ['zcash', { inputShare: '0.5', payeeShare: '0.5', mostPayees: 100, changeLock: 0 }],
  ['monero', { inputShare: '0', payeeShare: '0.05', mostPayees: 15, changeLock: 10 }],
]);

/** Throws an Error on a network that can't be pooled. */
export function poolRulesOf({ slug, family }: Pick<Network, 'slug' | 'family'>): PoolRules {
  const rules = RULES.get(family);
  if (!rules) throw new Error(`${slug} can't be pooled`);
  return rules;
}

/** Returns the fee of a payment with several payees, in the native instrument. `fee`: of one with one payee. */
export function batchFee({ payeeShare }: PoolRules, fee: Decimal, payees: number, decimals: number): Decimal {
  const more = amount(payeeShare).times(amount(String(payees - 1)));
  return roundToDecimal(amount(fee).times(more.plus(ONE)), decimals, 'up');
}

/** A wallet keeps its money in so many coins of one size. */
const COINS = amount('20');

/**
 * Returns the change of a payment that spends whole coins, in the instrument.
 *
 * @param held what the wallet holds
 * @param spendable the part of it that is not locked
 * @param spent amount and fee
 */
export function changeOf(wallet: { held: Decimal; spendable: Decimal }, spent: Decimal, decimals: number): Decimal {
  const coin = amount(roundToDecimal(amount(wallet.held).div(COINS), decimals, 'down'));
  const most = amount(wallet.spendable);
  const coins = coin.gt(ZERO) ? amount(roundToDecimal(amount(spent).div(coin), 0, 'up')).times(coin) : most;
  const used = coins.gt(most) ? most : coins;
  return toDecimal(used.minus(amount(spent)));
}
