import { amount, compare } from '../../contract/money.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import type { ProviderReport } from '../ports/fiat/fiatProvider.ts';
import type { FiatContext } from './fiatContext.ts';

/** The delivered amount differs by what prices moved; by more than this factor it is that of something else. */
const MOST_FACTOR = '2';
const HEX = /^[0-9a-f]{64}$/i;
const HEX_WITH_PREFIX = /^0x[0-9a-f]{64}$/i;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,90}$/;
const HASHES = new Map([
  ['evm', HEX_WITH_PREFIX],
  ['polkadot', HEX_WITH_PREFIX],
  ['solana', BASE58],
  ['near', BASE58],
]);

/**
 * Returns the first field in which a report differs from its purchase; null: none. What the report does not name does not differ. The
 * signature alone says only that somebody has the key.
 */
export function contradictedField(
  { catalogue }: Pick<FiatContext, 'catalogue'>,
  purchase: Pick<CardPurchaseRow, 'currency' | 'instrument' | 'amount' | 'amount_to_get' | 'destination_address'>,
  report: ProviderReport,
): string | null {
  const coin = catalogue.instruments.get(purchase.instrument);
  if (!coin) return null;
  const network = catalogue.networkOf(coin);
  const isOther = (given: string | null, title: string): boolean => given !== null && given.toUpperCase() !== title.toUpperCase();
  const { coin: givenCoin, fiatCurrency, fiatAmount, address, amount: delivered, txHash } = report;
  if (isOther(fiatCurrency, purchase.currency)) return 'fiat_currency';
  if (isOther(givenCoin, coin.currencyTitle)) return 'currency';
  if (fiatAmount !== null && compare(fiatAmount, purchase.amount) !== 0) return 'fiat_amount';
  if (address !== null && !sameAddress(network, address, network, purchase.destination_address)) return 'address';
  if (txHash !== null && !(HASHES.get(network.family) ?? HEX).test(txHash)) return 'tx';
  const expected = amount(purchase.amount_to_get);
  const isFar =
    delivered !== null &&
    (amount(delivered).gt(expected.times(MOST_FACTOR)) || amount(delivered).times(MOST_FACTOR).lt(expected));
  return isFar ? 'amount' : null;
}
