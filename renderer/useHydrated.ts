import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and in the first render of a page, true from then on: for what only a real shell has (a clipboard,
 * a camera) or a device knows (its time zone, its storage), so that both renders of the page are the same.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
