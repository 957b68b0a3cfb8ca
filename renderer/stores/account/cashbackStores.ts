import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { CashbackStore } from './CashbackStore.ts';

/** Creates the store of the cashback page. */
const createCashbackStores = ({ platform, pageSnapshot }: AppStores) => ({
  cashback: new CashbackStore({ platform, snapshot: pageSnapshot?.cashback ?? null }),
});

export type CashbackStores = ReturnType<typeof createCashbackStores>;
export const addCashbackStores = storeGroup('cashback', createCashbackStores);
