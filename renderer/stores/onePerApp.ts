import type { Stores } from './createStores.ts';

/**
 * Returns a function that creates a store on first use and then returns the same one for the same app. Use it for a store
 * whose code loads with the part of a page that needs it.
 */
export function onePerApp<Store>(create: (stores: Stores) => Store): (stores: Stores) => Store {
  const created = new WeakMap<Stores, Store>();
  return (stores) => {
    const store = created.get(stores) ?? create(stores);
    created.set(stores, store);
    return store;
  };
}
