import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns false on the server and in the first render, then true. Use it for features of a device (clipboard, camera,
 * time zone, storage), so that the server and first browser renders are identical.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
