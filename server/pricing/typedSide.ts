import type { RateInput } from '../../contract/schemas/rates.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';

/**
 * Which side `claimedDepositAmount` speaks of. `claimedDepositAmountCurrency` is a slug or, for older clients, a ticker;
 * a ticker that both sides share (USDT on two networks), or one that is neither's, means what is sent.
 */
export function typedSide(
  { claimedDepositAmountCurrency }: Pick<RateInput, 'claimedDepositAmountCurrency'>,
  from: Pick<CatalogueInstrument, 'slug' | 'currencyTitle'>,
  to: Pick<CatalogueInstrument, 'slug' | 'currencyTitle'>,
): 'send' | 'receive' {
  const currency = claimedDepositAmountCurrency?.toLowerCase();
  if (currency === undefined || currency === from.slug) return 'send';
  if (currency === to.slug) return 'receive';
  if (currency === from.currencyTitle.toLowerCase()) return 'send';
  return currency === to.currencyTitle.toLowerCase() ? 'receive' : 'send';
}
