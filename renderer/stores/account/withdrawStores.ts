import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { WithdrawStore } from './WithdrawStore.ts';

const createWithdrawStores = ({ platform, pageSnapshot }: AppStores) => ({
  withdraw: new WithdrawStore({ platform, snapshot: pageSnapshot?.withdraw ?? null }),
});

export type WithdrawStores = ReturnType<typeof createWithdrawStores>;
export const addWithdrawStores = storeGroup('withdraw', createWithdrawStores);
