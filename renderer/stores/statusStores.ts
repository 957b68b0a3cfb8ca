import type { AppStores } from './createAppStores.ts';
import { StatusStore } from './StatusStore.ts';
import { storeGroup } from './storeGroup.ts';

/** Creates the store of the status page. */
const createStatusStores = ({ platform, health, pageSnapshot }: AppStores) => ({
  status: new StatusStore({ platform, health, snapshot: pageSnapshot?.status ?? null }),
});

export type StatusStores = ReturnType<typeof createStatusStores>;
export const addStatusStores = storeGroup('status', createStatusStores);
