import { ApiError } from '../../contract/errors.ts';
import type { RateInput } from '../../contract/schemas/rates.ts';
import type { CatalogueInstrument } from '../instruments/catalogue.ts';

/**
 * Returns which side `claimedDepositAmount` refers to. `claimedDepositAmountCurrency` is a slug or, for older clients, a ticker.
 * A ticker of both sides (USDT on two networks) means the sent side. Throws ERR_VALIDATION if it is neither coin of the pair.
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
  if (currency === to.currencyTitle.toLowerCase()) return 'receive';
  throw new ApiError('ERR_VALIDATION', `claimedDepositAmountCurrency must be ${from.slug} or ${to.slug}.`, {
    field: 'claimedDepositAmountCurrency',
  });
}
