import type { AppStores } from './createAppStores.ts';
import { PopularStore } from './PopularStore.ts';
import { storeGroup } from './storeGroup.ts';

/** Creates the store of the page with popular pairs. */
const createPopularStores = ({ platform, clock, pageSnapshot }: AppStores) => ({
  popular: new PopularStore({ platform, clock, snapshot: pageSnapshot?.popular ?? null }),
});

export type PopularStores = ReturnType<typeof createPopularStores>;
export const addPopularStores = storeGroup('popular', createPopularStores);
