import { createContext, use } from 'react';
import type { Stores } from './stores/createStores.ts';

export const StoresContext = createContext<Stores | null>(null);

/** Returns the stores of this app. Throws outside of an app, which is a programming error. */
export function useStores(): Stores {
  const stores = use(StoresContext);
  if (!stores) throw new Error('useStores was called outside of an app');
  return stores;
}
