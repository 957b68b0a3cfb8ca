import type { AppStores } from './createAppStores.ts';

/**
 * Returns a function that adds a group of stores to an app, once, and returns the app's stores. The code of a group loads with
 * the screens that export this function as `addStores`. `key` is the name of one of its stores.
 */
export function storeGroup<Group extends object>(
  key: keyof Group & string,
  create: (stores: AppStores) => Group,
): (stores: AppStores) => AppStores & Group {
  return (stores) => (key in stores ? (stores as AppStores & Group) : Object.assign(stores, create(stores)));
}
