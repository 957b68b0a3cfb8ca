import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { ApiKeysStore } from './ApiKeysStore.ts';

/** Creates the store of the page of API keys. */
const createApiKeysStores = ({ platform, notifications, pageSnapshot }: AppStores) => ({
  apiKeys: new ApiKeysStore({ platform, notifications, snapshot: pageSnapshot?.apiKeys ?? null }),
});

export type ApiKeysStores = ReturnType<typeof createApiKeysStores>;
export const addApiKeysStores = storeGroup('apiKeys', createApiKeysStores);
