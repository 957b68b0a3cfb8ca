import { createContext, use } from 'react';
import type { AppStores } from './stores/createAppStores.ts';
import type { StoreGroup } from './stores/storeGroup.ts';

export const StoresContext = createContext<AppStores | null>(null);

/** Returns the stores that every page has, with those of the groups. Throws outside of an app, which is a programming error. */
export function useStores(): AppStores;
export function useStores<A>(group: StoreGroup<A>): AppStores & A;
export function useStores<A, B>(group: StoreGroup<A>, other: StoreGroup<B>): AppStores & A & B;
export function useStores<A, B, C>(group: StoreGroup<A>, other: StoreGroup<B>, third: StoreGroup<C>): AppStores & A & B & C;
export function useStores(...groups: readonly StoreGroup<object>[]): AppStores {
  const stores = use(StoresContext);
  if (!stores) throw new Error('useStores was called outside of an app');
  return groups.reduce((all, group) => group(all), stores);
}
