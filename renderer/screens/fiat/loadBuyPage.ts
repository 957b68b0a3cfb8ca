import { CARD_PURCHASES_FEATURE } from '../../../contract/features.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import type { Opening } from '../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { BUY_PAGE } from '../exchange/exchangeParts.ts';

/** The source file of the page in buy mode */
const BUY_MODULE = 'renderer/screens/fiat/BuyPage.tsx';

/** Shows a pair in buy mode. Returns false on a host without card purchases. Rejects with ERR_NOT_FOUND for an unknown instrument. */
export async function openPurchase(stores: AppStores, opening: Opening): Promise<boolean> {
  if (!(await hasPurchases(stores))) return false;
  stores.page.setParts([BUY_MODULE]);
  await Promise.all([exchangeGroup(stores).exchange.open(opening), loadBuyPage(stores)]);
  return true;
}

/** Loads the code, texts and terms of the page in buy mode. */
export async function loadBuyPage(stores: AppStores): Promise<void> {
  const { cardTerms } = cardTermsGroup(stores);
  await Promise.all([
    BUY_PAGE.load(),
    stores.locale.use(stores.locale.code, 'fiat'),
    cardTerms.terms ? undefined : cardTerms.load(),
  ]);
}

/** A host that does not answer may have them. */
async function hasPurchases({ health }: AppStores): Promise<boolean> {
  if (health.state === 'unknown') await health.check();
  return health.hasFeature(CARD_PURCHASES_FEATURE) || health.state === 'unreachable';
}
