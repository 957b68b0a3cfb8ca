import { createContext, use } from 'react';
import type { Stores } from './stores/createStores.ts';

export const StoresContext = createContext<Stores | null>(null);

/** The stores of this app. Throws outside of one, which is a mistake of ours. */
export function useStores(): Stores {
  const stores = use(StoresContext);
  if (!stores) throw new Error('useStores outside of an app');
  return stores;
}
