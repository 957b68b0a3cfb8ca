import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { AffiliateStore } from './AffiliateStore.ts';

/** Creates the store of the affiliate programme's page. */
const createAffiliateStores = ({ platform, pageSnapshot }: AppStores) => ({
  affiliate: new AffiliateStore({ platform, snapshot: pageSnapshot?.affiliate ?? null }),
});

export type AffiliateStores = ReturnType<typeof createAffiliateStores>;
export const addAffiliateStores = storeGroup('affiliate', createAffiliateStores);
