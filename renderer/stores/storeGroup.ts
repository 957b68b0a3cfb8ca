import { runInAction } from 'mobx';
import type { AppStores } from './createAppStores.ts';

/** Returns the stores of an app together with those of a group. */
export type StoreGroup<Group> = <Stores extends AppStores>(stores: Stores) => Stores & Group;

/**
 * Declares stores whose code loads with the pages that use them. They are created with their first use in an app: in a loader as
 * `walletGroup(stores)`, in a component as `useStores(walletGroup)`. Stores that continue with the server's data are created by
 * `stores.restored`.
 */
export function storeGroup<Group extends object>(create: (stores: AppStores) => Group): StoreGroup<Group> {
  const created = new WeakMap<AppStores, Group>();
  return (stores) => {
    let group = created.get(stores);
    // As an action: a component that creates a group does not observe what its constructors read.
    if (!group) created.set(stores, (group = runInAction(() => create(stores))));
    return Object.assign(stores, group);
  };
}
