import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { SecurityStore } from './SecurityStore.ts';

/** Creates the store of the page "Sign-in and security". */
const createSecurityStores = ({ platform, health, notifications, pageSnapshot }: AppStores) => ({
  security: new SecurityStore({ platform, health, notifications, snapshot: pageSnapshot?.security ?? null }),
});

export type SecurityStores = ReturnType<typeof createSecurityStores>;
export const addSecurityStores = storeGroup('security', createSecurityStores);
