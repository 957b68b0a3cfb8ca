import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { WalletStore } from './WalletStore.ts';

const createWalletStores = ({ platform, pageSnapshot }: AppStores) => ({
  wallet: new WalletStore({ platform, snapshot: pageSnapshot?.wallet ?? null }),
});

export type WalletStores = ReturnType<typeof createWalletStores>;
export const addWalletStores = storeGroup('wallet', createWalletStores);
