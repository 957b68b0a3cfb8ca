import type { AppStores } from './createAppStores.ts';
import { FeesStore } from './FeesStore.ts';
import { storeGroup } from './storeGroup.ts';

/** Creates the store of the page of fees. */
const createFeesStores = ({ platform, health, pageSnapshot }: AppStores) => ({
  fees: new FeesStore({ platform, health, snapshot: pageSnapshot?.fees ?? null }),
});

export type FeesStores = ReturnType<typeof createFeesStores>;
export const addFeesStores = storeGroup('fees', createFeesStores);
